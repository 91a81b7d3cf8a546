// One line, exactly. The method is that of reference.py, whose glossary holds here too.
#pragma once

#include <vector>

#include "bits.hpp"

namespace nonosat {

struct Block {
    int length, color;
    int step;  // length, plus one for the blank before a follower of the same color
};

// The seeds, and all bits reached from one upwards along `road`: the carry walks (Myers 1999).
template <class B>
B spread(const B& seeds, const B& road) {
    return (((seeds & road) + road) ^ road) | seeds;
}

// Places all blocks of a line. Kept between lines so that nothing is allocated.
template <class B>
class Placer {
  public:
    void reserve(int blocks) {
        starts.resize(blocks + 1);
        before.resize(blocks + 1);
    }

    // Finds the start set of each block and the cells that can be blank; false: no placement.
    bool place(const Block* block, int k, const B* allowed, int n) {
        const B blank = allowed[0];
        B reach = spread(B::one(0), blank);
        before[0] = reach;
        for (int j = 0; j < k; ++j) {
            const auto [length, color, step] = block[j];
            B fit = allowed[color];
            int size = 1;
            for (; size + size <= length; size += size) fit = fit & (fit >> size);
            if (size < length) fit = fit & (fit >> (length - size));
            if (step > length) fit = fit & (blank >> length);
            fit = fit & reach;
            if (!fit.any()) return false;
            starts[j] = fit;
            reach = spread(fit << step, blank);
            before[j + 1] = reach;
        }
        if (!reach.has(n)) return false;

        // stairs[s]: cells that begin a run of 2^s blanks; they carry the way down in log steps.
        int steps = 0;
        for (B road = blank; road.any(); road = road & (road >> (1 << steps++)))
            stairs[steps] = road;
        can_blank = B::none();
        B after = B::one(n);
        for (int j = k;; --j) {
            for (int s = 0; s < steps; ++s) after = after | ((after >> (1 << s)) & stairs[s]);
            can_blank = can_blank | (before[j] & (after >> 1));
            if (j == 0) break;
            const auto [length, color, step] = block[j - 1];
            after = starts[j - 1] = starts[j - 1] & (after >> step);
            if (step > length) can_blank = can_blank | (after << length);
        }
        can_blank = can_blank & blank;
        return true;
    }

    // What each cell can be: `found` gets one set per color. False: no placement.
    bool narrow(const Block* block, int k, const B* allowed, int n, int colors, B* found) {
        if (!place(block, k, allowed, n)) return false;
        found[0] = can_blank;
        for (int c = 1; c < colors; ++c) found[c] = B::none();
        for (int j = 0; j < k; ++j) {
            B smear = starts[j];
            const int length = block[j].length;
            int size = 1;
            for (; size + size <= length; size += size) smear = smear | (smear << size);
            if (size < length) smear = smear | (smear << (length - size));
            found[block[j].color] = found[block[j].color] | smear;
        }
        return true;
    }

    std::vector<B> starts;
    B can_blank;

  private:
    std::vector<B> before;
    B stairs[32];
};

}  // namespace nonosat
