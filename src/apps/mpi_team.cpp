#include "apps/mpi_team.h"

#define OMPI_SKIP_MPICXX 1  // the C interface is all that is used
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mpi.h>
#include <string>
#include <thread>

#include "lab/terminal/interrupt.h"

namespace oknos {

namespace {

using lab::WorkUnitNumber;

constexpr int kLeader = 0;
// Messages: to the leader "I am free", "this work unit was interrupted" or "this work unit's result", each with the
// work unit's number (kNothing at first), or "I cannot take part", with the machine's name; from it the next work unit,
// or kNothing: there are no more.
enum Tag : int { kFree = 1, kInterrupted, kResult, kCannot, kNext };
constexpr WorkUnitNumber kNothing = -1;

void send_number(WorkUnitNumber number, int to, Tag tag) {
  MPI_Send(&number, 1, MPI_INT64_T, to, tag, MPI_COMM_WORLD);
}

WorkUnitNumber receive_number(int from, int tag) {
  WorkUnitNumber number = kNothing;
  MPI_Recv(&number, 1, MPI_INT64_T, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return number;
}

void send_bytes(const std::string& bytes, Tag tag) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, kLeader, tag, MPI_COMM_WORLD);
}

std::string receive_bytes(int from, Tag tag) {
  MPI_Status status;
  MPI_Probe(from, tag, MPI_COMM_WORLD, &status);
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

std::string machine() {
  std::string name(MPI_MAX_PROCESSOR_NAME, '\0');
  int size = 0;
  MPI_Get_processor_name(name.data(), &size);
  name.resize(static_cast<std::size_t>(size));
  return name;
}

}  // namespace

MpiTeam::MpiTeam(int& argc, char**& argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiTeam::~MpiTeam() {
  MPI_Finalize();
}

void MpiTeam::run(const std::vector<WorkUnitNumber>& work_units, const Job& job) {
  took_part_ = true;
  if (leads())
    lead(work_units, job);
  else
    work(job);
}

void MpiTeam::say_goodbye() const {
  if (took_part_) return;
  if (leads())
    dismiss_members();
  else
    send_bytes(machine(), kCannot);
}

// The leader could not begin, or had nothing to do (its store exists, or holds all results): the others ask in vain.
void MpiTeam::dismiss_members() const {
  for (int member = 1; member < size_; ++member) {
    MPI_Status status;
    MPI_Probe(member, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == kCannot) {
      (void)receive_bytes(member, kCannot);
    } else {
      (void)receive_number(member, kFree);
      send_number(kNothing, member, kNext);
    }
  }
}

void MpiTeam::lead(const std::vector<WorkUnitNumber>& work_units, const Job& job) const {
  constexpr std::chrono::milliseconds kNap{2}, kPollInterval{100};
  std::size_t next = 0;
  bool enough = false;
  int working = size_ - 1;
  auto glanced = std::chrono::steady_clock::now();
  while (working > 0) {
    if (const auto now = std::chrono::steady_clock::now(); job.idle && now - glanced >= kPollInterval) {
      job.idle();
      glanced = now;
    }
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0) {
      std::this_thread::sleep_for(kNap);
      continue;
    }
    const int member = status.MPI_SOURCE;
    if (status.MPI_TAG == kCannot) {
      std::fprintf(stderr, "oknos-lab-mpi: rank %d on %s cannot take part: are the same files there?\n", member,
                   receive_bytes(member, kCannot).c_str());
      --working;
      continue;
    }
    if (status.MPI_TAG == kResult) {
      const std::string bytes = receive_bytes(member, kResult);
      const WorkUnitNumber work_unit = receive_number(member, kFree);
      if (!enough && !job.take(work_unit, bytes)) enough = true;
    } else {
      (void)receive_number(member, status.MPI_TAG);
    }
    const bool more = !enough && next < work_units.size() && !lab::interrupted();
    send_number(more ? work_units[next++] : kNothing, member, kNext);
    if (!more) --working;
  }
  // Nobody was left for these.
  for (; next < work_units.size() && !enough && !lab::interrupted(); ++next) {
    if (job.idle) job.idle();
    const auto bytes = job.work(work_units[next]);
    enough = !bytes || !job.take(work_units[next], *bytes);
  }
}

void MpiTeam::work(const Job& job) {
  send_number(kNothing, kLeader, kFree);
  for (WorkUnitNumber work_unit = receive_number(kLeader, kNext); work_unit != kNothing;
       work_unit = receive_number(kLeader, kNext)) {
    const auto bytes = job.work(work_unit);
    if (!bytes) {
      send_number(work_unit, kLeader, kInterrupted);
      continue;
    }
    send_bytes(*bytes, kResult);
    send_number(work_unit, kLeader, kFree);
  }
}

}  // namespace oknos
