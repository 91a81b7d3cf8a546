// Times the line solver alone: g++ -std=c++17 -O3 -I nonosat/kernel benchmarks/line_speed.cpp
#include <chrono>
#include <cstdio>
#include <random>

#include "line.hpp"

using namespace nonosat;

int main() {
    constexpr int N = 30, LINES = 2000, ROUNDS = 500;
    using B = Bits<1>;
    struct Case {
        std::vector<Block> blocks;
        B allowed[2];
    };
    std::mt19937 random(7);
    std::vector<Case> cases(LINES);
    Placer<B> placer;
    placer.reserve(N);
    for (Case& one : cases) {  // random lines at 68 %, a third of the cells known
        one.allowed[0] = one.allowed[1] = B::below(N);
        int run = 0;
        for (int i = 0; i <= N; ++i) {
            const bool ink = i < N && random() % 100 < 68;
            if (i < N && random() % 3 == 0) one.allowed[!ink].drop(i);
            if (ink) {
                ++run;
            } else if (run) {
                if (!one.blocks.empty()) ++one.blocks.back().step;
                one.blocks.push_back({run, 1, run});
                run = 0;
            }
        }
    }
    B found[2];
    u64 sink = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int round = 0; round < ROUNDS; ++round)
        for (const Case& one : cases) {
            placer.narrow(one.blocks.data(), int(one.blocks.size()), one.allowed, N, 2, found);
            sink += found[0].w[0];
        }
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
    std::printf("%.3f us a line of %d cells (%llu)\n", spent.count() / LINES / ROUNDS, N, (unsigned long long)sink);
}
