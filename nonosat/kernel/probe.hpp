// Probing: try every color of every open cell with full propagation, until nothing changes.
//
// What: a color that leads to a contradiction is excluded, and what all other colors of the cell
// agree on is kept. What its colors decide gives each cell a score for branching.
// Why it pays: it settles nearly all that line logic leaves open in published puzzles, and where
// it does not, it knows the best cell to branch on.
// From: "FP2" of Wu et al., "An efficient approach to solving nonograms", IEEE TCIAIG 5(3), 2013;
// Score::SUM is theirs too.
// Before: the board is settled. After probe_all(): the board is settled, and no probe of an open
// cell would exclude anything; it returns false on a contradiction. A cell is probed again only
// after a change in a line that its probes looked at: nothing else could alter the outcome.
// Where only a sample is probed, all this holds for the cells in it alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "propagate.hpp"

namespace nonosat {

// What makes a cell worth branching on; `least` and `most` are what its colors exclude.
enum class Score {
    PRODUCT,  // (least + 1) (most + 1)
    SUM,      // least + 1.85 log(1 + most - least)
};

// Of probing: whether a sample may be enough, and whether the last one left cells out for that.
struct Sampling {
    bool allowed = false, used = false;
};

// The cells to probe, the one with the most decided neighbors first; see `Queue` of
// board.py.
template <class B>
class Queue {
  public:
    // Set the width; the rows are empty.
    void reset(int height, int width) {
        full_ = B::below(width);
        left_ = B::one(0);
        right_ = full_ & ~(full_ >> 1);
        cells.assign(height, B::none());
        open.assign(height, B::none());
        best_.resize(height);
        for (int k = 0; k < GRIDS; ++k) {
            grids_[k] = B::none();
            for (int column = 0; column < width; column += side(k)) grids_[k] = grids_[k] | B::one(column);
        }
    }
    // Note the best cell of a row, after a change in it or beside it.
    void update(int row) {
        const int height = int(cells.size());
        Best& best = best_[row];
        B among = cells[row] = cells[row] & open[row];
        best = {NONE, -1};
        if (!among.any()) return;
        // Bit i of sums[k]: bit k of the number of decided neighbors of cell i.
        B sums[4] = {B::none(), B::none(), B::none(), B::none()};
        const auto add = [&](B carry) {
            for (B& sum : sums) {
                const B both = sum & carry;
                sum = sum ^ carry;
                carry = both;
            }
        };
        for (int other = row - 1; other <= row + 1; ++other) {
            const B decided = other < 0 || other >= height ? full_ : full_ & ~open[other];
            add((decided << 1) | left_);
            add((decided >> 1) | right_);
            if (other != row) add(decided);
        }
        best.count = 0;
        for (int k = 3; k >= 0; --k) {
            const B more = among & sums[k];
            if (!more.any()) continue;
            among = more;
            best.count |= 1 << k;
        }
        if (best.count == 0) among = on_grid(row, among, best.count);
        best.column = among.first();
    }
    // Remove the best cell. Return false if there is none, or just some outside of the sample.
    bool take(int& row, int& column, bool sample) {
        Best best{NONE, -1};
        for (int r = 0; r < int(best_.size()); ++r)
            if (best_[r].count > best.count) {
                best = best_[r];
                row = r;
            }
        if (best.count < (sample ? SAMPLED : NONE + 1)) return false;
        column = best.column;
        cells[row].drop(column);
        update(row);
        return true;
    }
    // Let the open cells next to these of a row enter. Their rows are then to be updated.
    void enter_beside(int row, const B& decided) {
        const B near = decided | (decided << 1) | (decided >> 1);
        for (int other = std::max(row - 1, 0); other <= std::min(row + 1, int(cells.size()) - 1); ++other)
            cells[other] = cells[other] | near;
    }

    bool empty() const {
        return std::none_of(cells.begin(), cells.end(), [](const B& row) { return row.any(); });
    }

    std::vector<B> cells, open;  // of each row those in the queue, and those that are open

  private:
    struct Best {
        int count, column;  // its decided neighbors, or -k for a cell without any on grid k; count NONE without a cell
    };
    static constexpr int GRIDS = 5, NONE = -GRIDS - 1, SAMPLED = -3;

    // Grid k has each cell of these on both sides: 32 is the coarsest.
    static constexpr int side(int k) { return 2 << (GRIDS - 1 - k); }
    // Of some cells of a row those on the coarsest grid that has any, and that grid.
    B on_grid(int row, const B& among, int& count) const {
        for (int k = 0; k < GRIDS; ++k) {
            count = -k;
            const B on = row % side(k) ? B::none() : among & grids_[k];
            if (on.any()) return on;
        }
        count = -GRIDS;
        return among;
    }

    B grids_[GRIDS];
    B full_, left_, right_;
    std::vector<Best> best_;  // of each row
};

template <class B>
class Probing {
  public:
    Probing(Propagation<B>& board, Sampling& sampling)
        : board_(board), lines_(board.lines), colors_(board.colors), sampling_(sampling) {}

    Score score = Score::PRODUCT;
    int best_cell = -1;  // where to branch; -1: every cell is decided

    bool probe_all() {
        if (memos_.empty()) memos_.resize(lines_.height);
        sampling_.used = false;
        // Where memos have no room, cells are stale for ever: a round without a change is the last.
        for (std::int64_t before = -1; before != board_.clock && queue_stale();) {
            before = board_.clock;
            int row, column;
            while (queue_.take(row, column, sampling_.allowed)) {
                Memo& memo = memo_of(row, column);
                board_.tick_now(W + std::int64_t(memo.looked.size()));
                if (fresh(memo)) continue;
                const std::int64_t start = board_.clock;
                if (!probe_cell(row * lines_.width + column, memo)) return false;
                if (board_.clock != start) update_queue(start);
            }
            sampling_.used = !queue_.empty();
        }
        best_cell = -1;
        double best = -1;
        each_open([&](int row, int column) {
            const Memo& memo = memo_of(row, column);
            const double worth = sampling_.used && !fresh(memo) ? 0 : worth_of(memo);
            if (worth <= best) return;
            best = worth;
            best_cell = row * lines_.width + column;
        });
        return true;
    }

  private:
    static constexpr int W = sizeof(B) / sizeof(u64);
    static constexpr std::size_t MOST_MEMOS = std::size_t(1) << 28;  // bytes

    struct Memo {
        std::int64_t clock = -1;  // when the cell was probed; -1: never, or that is forgotten
        int least = 0, most = 0;  // what its colors exclude
        LineSet looked;           // lines its probes solved
    };

    B open_of(int row) const { return Choices<B>(board_.trail.at(row), colors_).several; }

    template <class F>
    void each_open(F f) {
        for (int r = 0; r < lines_.height; ++r) {
            board_.tick_now(W);
            open_of(r).each([&](int column) { f(r, column); });
        }
    }

    // Let all stale cells enter the queue. Return false if there is none.
    bool queue_stale() {
        queue_.reset(lines_.height, lines_.width);
        bool any = false;
        each_open([&](int row, int column) {
            const Memo& memo = memo_of(row, column);
            board_.tick_now(std::int64_t(memo.looked.size()));
            queue_.open[row] = queue_.open[row] | B::one(column);
            if (fresh(memo)) return;
            queue_.cells[row] = queue_.cells[row] | B::one(column);
            any = true;
        });
        for (int r = 0; any && r < lines_.height; ++r) queue_.update(r);
        return any;
    }

    // Note what was decided since `time`.
    void update_queue(std::int64_t time) {
        rows_.clear();
        for (int r = 0; r < lines_.height; ++r) {
            if (!board_.changed_since(r, time)) continue;
            const B open = open_of(r), decided = queue_.open[r] & ~open;
            if (!decided.any()) continue;
            queue_.open[r] = open;
            queue_.enter_beside(r, decided);
            for (int other = std::max(r - 1, 0); other <= std::min(r + 1, lines_.height - 1); ++other)
                if (rows_.empty() || rows_.back() < other) rows_.push_back(other);
        }
        for (const int r : rows_) queue_.update(r);
    }

    // Where there is no room for a memo, the cell is just probed again.
    Memo& memo_of(int row, int col) {
        if (memos_[row].empty()) {
            const std::size_t size = sizeof(Memo) * lines_.width;
            if (size > memo_room_) return scratch_ = Memo();
            memos_[row].resize(lines_.width);
            memo_room_ -= size;
        }
        return memos_[row][col];
    }
    void remember(Memo& memo) {
        const std::size_t size = sizeof(u64) * board_.looked.size();
        if (memo.looked.empty()) {
            if (size > memo_room_) return;
            memo.looked.resize(board_.looked.size());
            memo_room_ -= size;
        }
        std::copy(board_.looked.begin(), board_.looked.end(), memo.looked.begin());
        memo.clock = board_.clock;
    }
    bool fresh(const Memo& memo) const {
        if (memo.clock < 0) return false;
        for (std::size_t word = 0; word < memo.looked.size(); ++word)
            for (u64 x = memo.looked[word]; x; x &= x - 1)
                if (board_.changed_since(int(64 * word) + lowest(x), memo.clock)) return false;
        return true;
    }

    double worth_of(const Memo& memo) const {
        const double least = memo.least, most = memo.most;
        return score == Score::SUM ? least + 1.85 * std::log1p(most - least) : (least + 1) * (most + 1);
    }

    // Count the (cell, color) pairs that the current trial has excluded. The rows contain them all.
    int gain() const {
        int gain = 0;
        board_.trail.each_saved([&](int line, const B* before) {
            if (!lines_.is_row(line)) return;
            for (int c = 0; c < colors_; ++c) gain += before[c].count() - board_.trail.at(line)[c].count();
        });
        return gain;
    }

    bool probe_cell(int cell, Memo& memo) {
        std::fill(board_.looked.begin(), board_.looked.end(), 0);
        memo.clock = -1;
        const std::int64_t start = board_.clock;
        int alive = 0;
        for (int color = 0; color < colors_; ++color) {
            if (!board_.can_be(cell, color)) continue;
            ++board_.counters.probes;
            bool possible;
            int gained = 0;
            {
                const typename Propagation<B>::Trial trial(board_);
                board_.decide(cell, color);
                possible = board_.settle();
                if (possible) {
                    gained = gain();
                    unite(alive == 0);
                }
            }
            if (!possible) {
                ++board_.clock;
                board_.exclude(cell, color);
                if (!board_.settle()) return false;
                continue;
            }
            memo.least = alive ? std::min(memo.least, gained) : gained;
            memo.most = alive ? std::max(memo.most, gained) : gained;
            ++alive;
        }
        if (!alive) return false;
        if (!adopt()) return false;
        // A cell that changed something is looked at again: its own lines have changed.
        if (board_.clock == start) remember(memo);
        return true;
    }

    // Unite the rows of the present trial with those of the trials before. Only rows that every
    // trial changed can teach anything.
    void unite(bool first) {
        if (first) {
            agreed_rows_.clear();
            agreed_sets_.clear();
            board_.trail.each_saved([&](int line, const B*) {
                if (!lines_.is_row(line)) return;
                const B* sets = board_.trail.at(line);
                agreed_rows_.push_back(line);
                agreed_sets_.insert(agreed_sets_.end(), sets, sets + colors_);
            });
            return;
        }
        B* agreed = agreed_sets_.data();
        for (const int row : agreed_rows_)
            for (int c = 0; c < colors_; ++c, ++agreed) *agreed = *agreed | board_.trail.at(row)[c];
    }

    // Exclude the colors that no trial left possible. Return false on a contradiction.
    bool adopt() {
        bool changed = false;
        const B* agreed = agreed_sets_.data();
        for (const int row : agreed_rows_)
            for (int c = 0; c < colors_; ++c, ++agreed) {
                const B gone = board_.trail.at(row)[c] & ~*agreed;
                if (!gone.any()) continue;
                if (!changed) ++board_.clock;
                changed = true;
                board_.exclude(row, c, gone);
            }
        return !changed || board_.settle();
    }

    Propagation<B>& board_;
    const Lines& lines_;
    const int colors_;
    Sampling& sampling_;
    std::vector<std::vector<Memo>> memos_;  // by row
    std::size_t memo_room_ = MOST_MEMOS;
    Memo scratch_;
    Queue<B> queue_;
    std::vector<int> rows_;  // to be updated in the queue
    std::vector<int> agreed_rows_;  // rows that all trials of a cell changed,
    std::vector<B> agreed_sets_;    // and the union of their sets
};

}  // namespace nonosat
