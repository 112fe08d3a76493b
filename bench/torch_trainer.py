#!/usr/bin/env python3
"""How fast PyTorch trains the network of docs/network.md, beside `oknos-lab train network` on the same positions.

  bench/torch_trainer.py GAMES [--lab build/release/bin/oknos-lab] [--neurons 128] [--batch 8192] [--threads 1]

Needs PyTorch (Debian: python3-torch). Prints positions per second of wall-clock time and of processor time; where other
programs run, the latter can be compared. Only the steps are timed: positions are read, and in PyTorch packed into tensors,
beforehand.
"""
import argparse
import os
import re
import resource
import subprocess
import tempfile
import time

import torch

MEN = 32
BUCKETS = 8
SCALE = 200.0
KINDS = {"P": 0, "N": 1, "B": 2, "R": 3, "Q": 4, "K": 5}
VALUES = [100, 320, 330, 500, 950, 0]


def inputs_of(board, white_to_move):
    """The inputs of the side to move and of the other side, and the material from the former's view."""
    men = []
    kings = {}
    for down, row in enumerate(board.split("/")):
        file = 0
        for char in row:
            if char.isdigit():
                file += int(char)
                continue
            white = char.isupper()
            men.append((KINDS[char.upper()], white, 7 - down, file))
            if char in "Kk":
                kings[white] = file
            file += 1
    material = sum((1 if white == white_to_move else -1) * VALUES[kind] for kind, white, _, _ in men)

    def seen_by(view):
        out = []
        for kind, white, rank, file in men:
            own = 0 if white == view else 6
            out.append((own + kind) * 64 + (rank if view else 7 - rank) * 8 + (7 - file if kings[view] >= 4 else file))
        return out

    return seen_by(white_to_move), seen_by(not white_to_move), material


def read(path):
    """Positions of an EPD file that `oknos-lab data --out FILE.epd` wrote."""
    own, other, offsets, material, target, bucket = [], [], [], [], [], []
    points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            board, side, _ = line.split(" ", 2)
            score = int(re.search(r" ce (-?\d+);", line).group(1))
            result = points[re.search(r' c0 "([^"]*)"', line).group(1)]
            mine, theirs, balance = inputs_of(board, side == "w")
            offsets.append(len(own))
            own += mine
            other += theirs
            material.append(balance / SCALE)
            expected = 1.0 / (1.0 + 2.718281828 ** (-score / SCALE))
            target.append(0.5 * (result if side == "w" else 1.0 - result) + 0.5 * expected)
            bucket.append((len(mine) - 2) * BUCKETS // MEN)
    return own, other, offsets, material, target, bucket


class Net(torch.nn.Module):
    def __init__(self, neurons):
        super().__init__()
        self.inputs = torch.nn.EmbeddingBag(768, neurons, mode="sum")
        self.biases = torch.nn.Parameter(torch.zeros(neurons))
        self.output = torch.nn.Linear(2 * neurons, BUCKETS)
        torch.nn.init.uniform_(self.inputs.weight, -0.1, 0.1)

    def forward(self, own, other, offsets, material, bucket):
        sums = torch.cat((self.inputs(own, offsets) + self.biases, self.inputs(other, offsets) + self.biases), dim=1)
        active = torch.clamp(sums, 0.0, 1.0) ** 2
        return torch.sigmoid(material + self.output(active).gather(1, bucket.unsqueeze(1)).squeeze(1))


def batches_of(data, size):
    own, other, offsets, material, target, bucket = data
    out = []
    for first in range(0, len(offsets) - size + 1, size):
        last = first + size
        begin = offsets[first]
        end = offsets[last] if last < len(offsets) else len(own)
        out.append((torch.tensor(own[begin:end]), torch.tensor(other[begin:end]),
                    torch.tensor(offsets[first:last]) - begin, torch.tensor(material[first:last]),
                    torch.tensor(target[first:last]), torch.tensor(bucket[first:last])))
    return out


def time_torch(batches, neurons, passes):
    net = Net(neurons)
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.001)

    def step(batch):
        own, other, offsets, material, target, bucket = batch
        optimiser.zero_grad()
        loss = ((net(own, other, offsets, material, bucket) - target) ** 2).mean()
        loss.backward()
        optimiser.step()

    step(batches[0])
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(passes):
        for batch in batches:
            step(batch)
    positions = passes * sum(len(batch[2]) for batch in batches)
    return positions / (time.perf_counter() - wall), positions / (time.process_time() - cpu)


def time_oknos(options, folder):
    """The difference of runs with a few epochs and with more is the time of the steps alone."""
    used = []
    positions = 0
    rate = 0.0
    for epochs in (1, 1 + options.passes):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = subprocess.run(
            [options.lab, "train", "network", options.games, "--out", os.path.join(folder, "net.oknn"), "--force",
             "--neurons", str(options.neurons), "--batch", str(options.batch), "--scale", str(SCALE), "--epochs",
             str(epochs), "--validation", "0", "--workers", str(options.threads)],
            check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        positions = int(re.search(r"from ([\d,]+) positions", text).group(1).replace(",", ""))
        rate = int(re.search(r"([\d,]+) positions a second", text).group(1).replace(",", ""))
    return rate, options.passes * positions / (used[1] - used[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("--lab", default="build/release/bin/oknos-lab")
    parser.add_argument("--neurons", type=int, default=128)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--sample", type=int, default=100000, help="positions for PyTorch (default: 100000)")
    parser.add_argument("--passes", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    with tempfile.TemporaryDirectory() as folder:
        epd = os.path.join(folder, "positions.epd")
        subprocess.run([options.lab, "data", options.games, "--filter", "check,noisy", "--count", str(options.sample),
                        "--out", epd], check=True, capture_output=True)
        batches = batches_of(read(epd), options.batch)
        rows = [(f"PyTorch {torch.__version__}", *time_torch(batches, options.neurons, options.passes)),
                ("oknos-lab train network", *time_oknos(options, folder))]
    load = os.getloadavg()[0]
    print(f"(768 -> {options.neurons}) x 2 -> 1 x {BUCKETS}, batches of {options.batch}, {options.threads} thread(s), "
          f"load {load:.1f}; positions per second")
    print(f"{'':26} {'wall clock':>12} {'processor':>12}")
    for name, wall, cpu in rows:
        print(f"{name:26} {wall:12,.0f} {cpu:12,.0f}")
    print(f"ratio of processor times: {rows[1][2] / rows[0][2]:.1f}")


if __name__ == "__main__":
    main()
