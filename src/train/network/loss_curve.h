#pragma once

#include <string>
#include <vector>

#include "train/network/training.h"

// How the errors fell from epoch to epoch, to be read by programs and by people.
namespace oknos::train::network {

// A heading, and a line for each epoch: its number, training and validation error, the learning rate at its end.
std::string loss_table(const Schedule& schedule, const std::vector<EpochLoss>& losses);

// The two curves as an SVG picture with a light and a dark dress. Precondition: losses are there.
std::string loss_picture(const Schedule& schedule, const std::vector<EpochLoss>& losses);

}  // namespace oknos::train::network
