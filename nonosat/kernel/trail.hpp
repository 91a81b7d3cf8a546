// The state of a board, and the trail that takes changes back.
//
// What: for every line one set of cells per color. Rows and columns are two views of the same
// cells; code that changes one view changes the other, too (propagate.hpp).
// Why a trail: a trial changes a few lines of many. Instead of copying the state, the sets of a
// line are put on the trail before their first change on a level, and put back when it is closed.
// From: the trail of MiniSat (Een and Sorensson, "An extensible SAT-solver", SAT 2003), where it
// holds single variables. What is below the first level is proved, all above is assumed.
// Before a change of a line: save(). After close(): the state is that at the matching open(), even
// if there was no memory in between.
#pragma once

#include <algorithm>
#include <vector>

#include "bits.hpp"
#include "failure.hpp"

namespace nonosat {

template <class B>
class Trail {
  public:
    Trail(int lines, int colors) : colors_(colors) {
        if (sizeof(B) * std::size_t(lines) * colors > MOST_STATE) fail(Failure::TOO_LARGE);
        state_.resize(std::size_t(lines) * colors);
        saved_at_.assign(lines, 0);
    }

    // The sets of a line, one per color.
    B* at(int line) { return &state_[std::size_t(line) * colors_]; }
    const B* at(int line) const { return &state_[std::size_t(line) * colors_]; }

    // The same without what is assumed: what the first change of the line put on the trail.
    const B* proved(int line) const {
        for (std::size_t i = 0; i < saved_.size(); ++i)
            if (saved_[i].line == line) return &sets_[i * colors_];
        return at(line);
    }

    // Save the sets of a line before their first change on this level. If memory runs out, the
    // trail and the line are unchanged, so closing the level still restores everything.
    void save(int line) {
        if (saved_at_[line] == level_) return;
        const std::size_t begin = saved_.size() * colors_;
        if (sets_.size() < begin + colors_) sets_.resize(2 * (begin + colors_));
        copy_sets(at(line), &sets_[begin], colors_);
        saved_.emplace_back(line, saved_at_[line]);  // last: only what it counts is on the trail
        saved_at_[line] = level_;
    }

    void open() {
        levels_.push_back({saved_.size(), level_});
        level_ = ++last_level_;
    }
    // Put back what was saved on the present level, and call f(line) for each of its lines.
    template <class F>
    void close(F f) {
        const Level level = levels_.back();
        while (saved_.size() > level.start) {
            const Saved saved = saved_.back();
            saved_.pop_back();
            copy_sets(&sets_[saved_.size() * colors_], at(saved.line), colors_);
            saved_at_[saved.line] = saved.level;
            f(saved.line);
        }
        level_ = level.above;
        levels_.pop_back();
    }
    bool is_open() const { return !levels_.empty(); }

    // Call f(line, its sets before) for each line that was saved on the present level, oldest first.
    template <class F>
    void each_saved(F f) const {
        for (std::size_t i = levels_.back().start; i < saved_.size(); ++i) f(saved_[i].line, &sets_[i * colors_]);
    }

  private:
    static constexpr std::size_t MOST_STATE = std::size_t(1) << 29;  // bytes beyond which a puzzle is refused

    struct Saved {
        int line;
        std::int64_t level;  // where it had been saved before

        Saved(int line, std::int64_t level) : line(line), level(level) {}
    };
    struct Level {
        std::size_t start;   // of its part of the trail
        std::int64_t above;  // the level that it was opened on
    };

    const int colors_;
    std::vector<B> state_;
    std::vector<Saved> saved_;
    std::vector<B> sets_;  // of each line on the trail, one after the other; may be longer
    std::vector<Level> levels_;
    std::vector<std::int64_t> saved_at_;  // for each line the level on which it was saved last
    std::int64_t level_ = 0, last_level_ = 0;
};

}  // namespace nonosat
