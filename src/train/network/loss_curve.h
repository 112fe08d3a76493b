#pragma once

#include <string>
#include <vector>

#include "train/network/training.h"

// The errors by epoch, as a table for programs and as a picture.
namespace oknos::train::network {

// A header line, and a line for each epoch: its number, training and validation error, learning rate at its end.
std::string loss_table(const Schedule& schedule, const std::vector<EpochLoss>& losses);

// The two curves as an SVG picture with a light and a dark colour scheme. Precondition: there is at least one epoch.
std::string loss_picture(const Schedule& schedule, const std::vector<EpochLoss>& losses);

}  // namespace oknos::train::network
