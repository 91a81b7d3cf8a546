// A puzzle being solved, as in board.py: what is known of its cells, and the ways to learn more.
//
// Each way has its file: propagate.hpp solves lines, probe.hpp tries colors, search.hpp finds all
// solutions, belief.hpp guesses, clauses.hpp puts what is open into clauses; trail.hpp keeps the
// state. This one puts them together for a size of sets, and hides that size from the binding.
#pragma once

#include <functional>
#include <vector>

#include "belief.hpp"
#include "clauses.hpp"
#include "search.hpp"

namespace nonosat {

// The interface of a board for the bindings, independent of the size of its sets.
class AnyBoard {
  public:
    virtual ~AnyBoard() = default;
    virtual bool propagate() = 0;
    virtual bool probe() = 0;
    virtual void restart(Score score, std::vector<unsigned char> picture, bool straight) = 0;
    virtual bool next_solution() = 0;  // `cells` then returns the solution
    // Write the cells to `out`; return false if one is open. `guessed` includes the guesses of the
    // search; without it only proved cells count.
    virtual bool cells(unsigned char* out, bool guessed) const = 0;
    virtual void set_words(int line, int color, u64* out) const = 0;
    virtual int words() const = 0;
    virtual void hints(int rounds, int ramp, u64 seed, bool late, unsigned char* out, std::vector<std::vector<int>>& medians) = 0;
    virtual bool starts(int line, std::vector<u64>& out) = 0;  // `words` of each block
    // Return false if there are more than `most` clauses.
    virtual bool clauses(const std::vector<int>& lines, bool guarded, std::int64_t most, const Crop* crop, Encoded& out) = 0;
    // Clean up after a tick that leaves without unwinding our frames, as it does in WebAssembly.
    virtual void abandon() = 0;
    Counters counters;
    Sampling sampling;
};

template <class B>
class Board final : public AnyBoard {
  public:
    Board(const std::vector<std::vector<Block>>& clues, int height, int width, int colors,
          const std::vector<u64>& known, std::function<void()> tick)
        : board_(clues, height, width, colors, known, counters, std::move(tick)) {}

    bool propagate() override { return board_.propagate(); }
    bool probe() override { return board_.propagate() && probing_.probe_all(); }
    void restart(Score score, std::vector<unsigned char> picture, bool straight) override {
        search_.restart(score, std::move(picture), straight);
    }
    bool next_solution() override { return search_.next(); }

    bool cells(unsigned char* out, bool guessed) const override {
        const int w = board_.lines.width;
        std::memset(out, 0, std::size_t(board_.lines.height) * w);
        for (int r = 0; r < board_.lines.height; ++r, out += w) {
            const B* sets = guessed ? board_.trail.at(r) : board_.trail.proved(r);
            const Choices<B> choices(sets, board_.colors);
            if (choices.several.any() || !(choices.some == B::below(w))) return false;
            for (int c = 1; c < board_.colors; ++c) sets[c].each([&](int i) { out[i] = (unsigned char)c; });
        }
        return true;
    }

    void set_words(int line, int color, u64* out) const override {
        std::memcpy(out, board_.trail.proved(line)[color].w, sizeof(B));
    }
    int words() const override { return W; }

    void hints(int rounds, int ramp, u64 seed, bool late, unsigned char* out, std::vector<std::vector<int>>& medians) override {
        Opinions<B> opinions(board_);
        opinions.form(rounds, ramp, seed, late);
        std::copy(opinions.likeliest.begin(), opinions.likeliest.end(), out);
        medians = std::move(opinions.medians);
    }

    bool starts(int line, std::vector<u64>& out) override {
        const Lines& lines = board_.lines;
        Placer<B>& placer = board_.placer;
        const int k = lines.block_count(line);
        if (!placer.place(lines.blocks(line), k, board_.trail.proved(line), lines.length(line))) return false;
        out.resize(std::size_t(k) * W);
        for (int j = 0; j < k; ++j) std::memcpy(&out[std::size_t(j) * W], placer.starts[j].w, sizeof(B));
        return true;
    }

    bool clauses(const std::vector<int>& lines, bool guarded, std::int64_t most, const Crop* crop, Encoded& out) override {
        return Encoder<B>(board_, most, crop, out).encode(lines, guarded);
    }

    void abandon() override {
        board_.end_trial();
        search_.tidy();
    }

  private:
    static constexpr int W = sizeof(B) / sizeof(u64);

    Propagation<B> board_;
    Probing<B> probing_{board_, sampling};
    Search<B> search_{probing_, board_};
};

}  // namespace nonosat
