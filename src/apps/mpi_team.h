#pragma once

#include "lab/experiment/team.h"

namespace oknos {

// The ranks of an MPI run: rank 0 leads and hands out work units, the others work. MPI lives as long as this does;
// there is one of it.
class MpiTeam : public lab::Team {
 public:
  MpiTeam(int& argc, char**& argv);
  ~MpiTeam() override;
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;

  bool leads() const override { return rank_ == 0; }
  std::size_t members() const override { return static_cast<std::size_t>(size_); }
  void run(const std::vector<lab::WorkUnitNumber>& work_units, const Job& job) override;
  // At the end, with or without run(): nobody waits for a member, or a leader, that did not come so far.
  void say_goodbye() const;

 private:
  void dismiss_members() const;
  void lead(const std::vector<lab::WorkUnitNumber>& work_units, const Job& job) const;
  static void work(const Job& job);

  int rank_ = 0;
  bool took_part_ = false;
  int size_ = 1;
};

}  // namespace oknos
