// The kernel in C++: the contract of board.py, with the same results.
//
// Boards differ only in the width of their sets of cells; the smallest that fits is used. The
// binding releases the GIL while the kernel works, and acquires it at every tick.
#include <nanobind/nanobind.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>

#include "board.hpp"

namespace nb = nanobind;
using namespace nonosat;

void nonosat::fail(Failure failure) {
    switch (failure) {
        case Failure::TOO_LARGE: throw std::bad_alloc();
        case Failure::ENDED: throw std::logic_error("the search was ended by its tick");
        case Failure::NO_PLACEMENT: throw std::invalid_argument("a line without a placement has no clauses");
    }
    std::abort();
}

namespace {

// The items of a sequence; a tuple is not copied (PySequence_Fast would copy a named tuple).
class Items {
  public:
    explicit Items(PyObject* object)
        : tuple_(PyTuple_Check(object) ? nb::borrow(object) : nb::steal(PySequence_Tuple(object))) {
        if (!tuple_.is_valid()) throw nb::python_error();
    }
    Py_ssize_t size() const { return NB_TUPLE_GET_SIZE(tuple_.ptr()); }
    PyObject* operator[](Py_ssize_t i) const { return NB_TUPLE_GET_ITEM(tuple_.ptr(), i); }

  private:
    nb::object tuple_;
};

int to_int(PyObject* object) {
    const long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    if (value < 0 || value > 1'000'000) throw nb::value_error("a length or color is out of range");
    return int(value);
}

// Blocks given as (length, color); or, if `prepared`, with the gap that line.py's `prepare` adds. A
// length of None is unknown.
std::vector<Block> to_blocks(PyObject* object, int colors, bool prepared) {
    const Items clue(object);
    std::vector<Block> blocks(clue.size());
    for (Py_ssize_t j = 0; j < clue.size(); ++j) {
        const Items block(clue[j]);
        if (block.size() != 2 + prepared)
            throw nb::value_error(prepared ? "a prepared block is (length, color, gap)"
                                           : "a block is (length, color)");
        const bool unknown = block[0] == Py_None;
        const int length = unknown ? Block::UNKNOWN : to_int(block[0]), color = to_int(block[1]);
        const int gap = prepared ? to_int(block[2]) : 0;
        if (length < !unknown || color < 1 || color >= colors || gap > 1)
            throw nb::value_error("a block has a length >= 1 and an ink for color");
        blocks[j] = {length, color, length + gap};
        if (!prepared && j && blocks[j - 1].color == color) ++blocks[j - 1].step;
    }
    return blocks;
}

Score to_score(std::string_view name) {
    if (name == "product") return Score::PRODUCT;
    if (name == "sum") return Score::SUM;
    throw nb::value_error("a score is product or sum");
}

// A new reference; without one an error is set, as when there is no memory.
template <class T = nb::object>
T checked(PyObject* created) {
    if (!created) throw nb::python_error();
    return nb::steal<T>(created);
}

// The constructors of nb::list and nb::dict do not check.
nb::list new_list() { return checked<nb::list>(PyList_New(0)); }
nb::dict new_dict() { return checked<nb::dict>(PyDict_New()); }

nb::object from_words(const u64* words, int n) {
    while (n > 1 && !words[n - 1]) --n;
    if (n == 1) return checked(PyLong_FromUnsignedLongLong(words[0]));
    const nb::bytes raw(words, sizeof(u64) * n);
    return nb::handle(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes")(raw, "little");
}

void to_words(PyObject* object, u64* words, int n) {
    if (!PyLong_Check(object)) throw nb::type_error("what is known is given as bit sets: ints");
    if (n == 1) {
        words[0] = PyLong_AsUnsignedLongLong(object);
        if (PyErr_Occurred()) throw nb::python_error();
        return;
    }
    const nb::handle type(reinterpret_cast<PyObject*>(&PyLong_Type));
    const nb::object raw = type.attr("to_bytes")(nb::handle(object), sizeof(u64) * n, "little");
    std::memcpy(words, PyBytes_AsString(raw.ptr()), sizeof(u64) * n);
}

constexpr int WIDEST = 160;  // words: sides up to 10,239 cells

template <int W, int... Wider>
nb::object narrow_in(const std::vector<Block>& blocks, const Items& allowed, int n) {
    if constexpr (sizeof...(Wider) > 0) {
        if (n / 64 + 1 > W) return narrow_in<Wider...>(blocks, allowed, n);  // boundaries 0 .. n
    }
    const int colors = int(allowed.size());
    std::vector<Bits<W>> sets(colors), found(colors);
    for (int c = 0; c < colors; ++c) to_words(allowed[c], sets[c].w, W);
    Placer<Bits<W>> placer;
    placer.reserve(int(blocks.size()), true);
    if (!placer.narrow(blocks.data(), int(blocks.size()), sets.data(), n, colors, found.data())) return nb::none();
    nb::list all = new_list();
    for (const auto& set : found) all.append(from_words(set.w, W));
    return all;
}

nb::object narrow(nb::object blocks, nb::object allowed, int n) {
    const Items sets(allowed.ptr());
    if (sets.size() < 1 || sets.size() > 256) throw nb::value_error("a line has 1 to 256 colors");
    if (n < 0 || n / 64 + 1 > WIDEST) throw nb::value_error("a line is too long for this kernel");
    return narrow_in<1, 2, 4, 8, 16, 40, WIDEST>(to_blocks(blocks.ptr(), int(sets.size()), true), sets, n);
}

class PyBoard {
  public:
    PyBoard(nb::object rows, nb::object cols, int colors, nb::object known, nb::object tick)
        : colors_(colors), tick_(std::move(tick)) {
        const Items row_items(rows.ptr()), col_items(cols.ptr());
        height_ = int(row_items.size());
        width_ = int(col_items.size());
        if (height_ < 1 || width_ < 1 || colors < 2 || colors > 256)
            throw nb::value_error("a board needs a row, a column, and 2 to 256 colors");
        std::vector<std::vector<Block>> lines;
        lines.reserve(height_ + width_);
        std::size_t work = 0;
        const auto add = [&](PyObject* clue) {
            lines.push_back(to_blocks(clue, colors, false));
            work += 1 + lines.back().size();
            if (work > 20000) {
                work = 0;
                this->tick();
            }
        };
        for (int r = 0; r < height_; ++r) add(row_items[r]);
        for (int c = 0; c < width_; ++c) add(col_items[c]);
        const int need = std::max(height_, width_) / 64 + 1;  // boundaries 0 .. n
        if (need > WIDEST) throw nb::value_error("a side is too long for this kernel");
        make<1, 2, 4, 8, 16, 40, WIDEST>(need, std::move(lines), known);
    }

    bool propagate() {
        const Working working(*this);
        nb::gil_scoped_release release;
        return board_->propagate();
    }
    bool probe() {
        const Working working(*this);
        nb::gil_scoped_release release;
        return board_->probe();
    }
    void restart(const char* score, nb::object picture, bool straight) {
        const Working working(*this);
        std::vector<unsigned char> cells;
        if (!picture.is_none()) {
            if (!PyBytes_Check(picture.ptr()) || PyBytes_Size(picture.ptr()) != Py_ssize_t(height_) * width_)
                throw nb::value_error("a picture is bytes, one color for each cell");
            const auto* colors = reinterpret_cast<const unsigned char*>(PyBytes_AsString(picture.ptr()));
            cells.assign(colors, colors + PyBytes_Size(picture.ptr()));
        }
        board_->restart(to_score(score), std::move(cells), straight);
    }
    nb::object next_solution() {
        const Working working(*this);
        bool found;
        {
            nb::gil_scoped_release release;
            found = board_->next_solution();
        }
        return found ? cells(true) : nb::none();
    }
    nb::object known_cells() {
        const Working working(*this);
        return cells(false);
    }
    nb::tuple hints(int rounds, int ramp, u64 seed, bool late) {
        const Working working(*this);
        nb::object raw = checked(PyBytes_FromStringAndSize(nullptr, Py_ssize_t(height_) * width_));
        std::vector<std::vector<int>> medians;
        {
            nb::gil_scoped_release release;
            board_->hints(rounds, ramp, seed, late, reinterpret_cast<unsigned char*>(PyBytes_AsString(raw.ptr())), medians);
        }
        nb::list all = new_list();
        for (const auto& line : medians) {
            nb::list positions = new_list();
            for (const int position : line) positions.append(position);
            all.append(positions);
        }
        return nb::make_tuple(raw, all);
    }
    nb::tuple rows() {
        const Working working(*this);
        std::vector<u64> words(board_->words());
        nb::list all = new_list();
        for (int r = 0; r < height_; ++r) {
            nb::list line = new_list();
            for (int c = 0; c < colors_; ++c) {
                board_->set_words(r, c, words.data());
                line.append(from_words(words.data(), int(words.size())));
            }
            all.append(nb::tuple(line));
        }
        return nb::tuple(all);
    }
    nb::object starts(int line) {
        const Working working(*this);
        if (line < 0 || line >= height_ + width_) throw nb::index_error("no such line");
        std::vector<u64> words;
        if (!board_->starts(line, words)) return nb::none();
        nb::list sets = new_list();
        const int n = board_->words();
        for (std::size_t j = 0; j * n < words.size(); ++j) sets.append(from_words(&words[j * n], n));
        return sets;
    }
    nb::object clauses(nb::object lines, bool guarded, std::int64_t most, nb::object sides) {
        const Working working(*this);
        const Items numbers(lines.ptr());
        std::vector<int> wanted(numbers.size());
        std::vector<bool> seen(std::size_t(height_) + width_);
        Crop crop{0, height_, 0, width_};
        if (!sides.is_none()) {
            const Items of(sides.ptr());
            if (of.size() != 4) throw nb::value_error("a crop has four numbers");
            crop = {to_int(of[0]), to_int(of[1]), to_int(of[2]), to_int(of[3])};
            if (crop.top >= crop.bottom || crop.bottom > height_ || crop.left >= crop.right || crop.right > width_)
                throw nb::index_error("no such part");
        }
        for (Py_ssize_t i = 0; i < numbers.size(); ++i) {
            wanted[i] = to_int(numbers[i]);
            if (!crop.crosses(wanted[i], height_)) throw nb::index_error("no such line");
            if (seen[wanted[i]]) throw nb::value_error("a line is repeated");
            seen[wanted[i]] = true;
        }
        Encoded found;
        {
            nb::gil_scoped_release release;
            if (!board_->clauses(wanted, guarded, most, sides.is_none() ? nullptr : &crop, found)) return nb::none();
        }
        nb::dict guards = new_dict();
        if (guarded)
            for (std::size_t i = 0; i < wanted.size(); ++i) guards[nb::cast(wanted[i])] = found.first_guard + int(i);
        return nb::make_tuple(nb::bytes(found.literals.data(), sizeof(int) * found.literals.size()), found.count,
                              found.variables, open_cells(found), guards, orders(found, wanted), ends(found));
    }
    nb::dict counters() const {
        nb::dict counts = new_dict();
        counts["lines"] = board_->counters.lines;
        counts["probes"] = board_->counters.probes;
        counts["guesses"] = board_->counters.guesses;
        counts["nodes"] = board_->counters.nodes;
        return counts;
    }
    int depth() const { return board_->counters.depth; }
    bool sample() const { return board_->sampling.allowed; }
    void allow_sample(bool allowed) {
        const Working working(*this);
        board_->sampling.allowed = allowed;
    }
    bool sampled() const { return board_->sampling.used; }
    int height() const { return height_; }
    int width() const { return width_; }
    int colors() const { return colors_; }

    // A tick may refer back to its board, so the garbage collector has to see the reference.
    static int traverse(PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<PyBoard>(self)->tick_.ptr());
        return 0;
    }
    static int clear(PyObject* self) {
        if (nb::inst_ready(self)) const nb::object gone = std::move(nb::inst_ptr<PyBoard>(self)->tick_);
        return 0;
    }

  private:
    // A board is for one thread at a time, and its tick must leave it alone. Without the GIL, two
    // threads may get here at once.
    class Working {
      public:
        explicit Working(PyBoard& board) : flag_(board.working_) {
            if (flag_.exchange(true)) throw std::runtime_error("the board is at work already");
        }
        ~Working() { flag_ = false; }
        Working(const Working&) = delete;

      private:
        std::atomic<bool>& flag_;
    };

    void tick() const {
        const nb::gil_scoped_acquire acquire;
        if (tick_.is_valid() && !tick_.is_none()) {
            tick_();
        } else if (PyErr_CheckSignals()) {
            throw nb::python_error();
        }
    }
    nb::object cells(bool guessed) const {
        nb::object raw = checked(PyBytes_FromStringAndSize(nullptr, Py_ssize_t(height_) * width_));
        auto* out = reinterpret_cast<unsigned char*>(PyBytes_AsString(raw.ptr()));
        return board_->cells(out, guessed) ? raw : nb::none();
    }
    // As in clauses.py: for each open cell its number and the literals by color.
    nb::list open_cells(const Encoded& found) const {
        nb::list cells = new_list();
        for (std::size_t i = 0; i < found.options.size();) {
            if (cells.size() % 4096 == 0) tick();
            const int cell = found.options[i].cell;
            nb::dict literals = new_dict();
            for (; i < found.options.size() && found.options[i].cell == cell; ++i)
                literals[nb::cast(found.options[i].color)] = found.options[i].literal;
            cells.append(nb::make_tuple(cell, literals));
        }
        return cells;
    }
    // As in clauses.py: for each line its blocks, each with its first variable and its start set.
    nb::list orders(const Encoded& found, const std::vector<int>& lines) const {
        nb::list all = new_list();
        const int n = board_->words();
        std::size_t block = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            tick();
            nb::list blocks = new_list();
            for (const std::size_t end = block + found.block_counts[i]; block < end; ++block)
                blocks.append(nb::make_tuple(found.first_variables[block], from_words(&found.starts[block * n], n)));
            all.append(nb::make_tuple(lines[i], blocks));
        }
        return all;
    }
    // As in clauses.py: the blocks of unknown length, each with its first variable and its end set.
    nb::list ends(const Encoded& found) const {
        nb::list all = new_list();
        for (const Encoded::End& end : found.ends) {
            if (all.size() % 4096 == 0) tick();
            all.append(nb::make_tuple(end.line, end.block, end.first, from_words(end.set.data(), int(end.set.size()))));
        }
        return all;
    }
    template <int W, int... Wider>
    void make(int need, std::vector<std::vector<Block>> lines, nb::object known) {
        if constexpr (sizeof...(Wider) > 0) {
            if (need > W) return make<Wider...>(need, std::move(lines), known);
        }
        std::vector<u64> words;
        if (!known.is_none()) {
            const Items rows(known.ptr());
            if (rows.size() != height_) throw nb::value_error("what is known has another height");
            words.resize(std::size_t(height_) * colors_ * W);
            for (int r = 0; r < height_; ++r) {
                const Items sets(rows[r]);
                if (sets.size() != colors_) throw nb::value_error("what is known has other colors");
                for (int c = 0; c < colors_; ++c) to_words(sets[c], &words[(std::size_t(r) * colors_ + c) * W], W);
            }
        }
        board_ = std::make_unique<Board<Bits<W>>>(lines, height_, width_, colors_, words, [this] { tick(); });
    }

    int height_ = 0, width_ = 0;
    const int colors_;
    nb::object tick_;
    std::atomic<bool> working_ = false;
    std::unique_ptr<AnyBoard> board_;
};

PyType_Slot board_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(PyBoard::traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(PyBoard::clear)},
    {0, nullptr},
};

}  // namespace

NB_MODULE(native, m) {
    nb::set_leak_warnings(false);  // a traceback that is alive at exit may hold a board
    m.doc() = "The kernel in C++; see board.py for its contract.";
    m.def("narrow", &narrow, nb::arg("blocks"), nb::arg("allowed"), nb::arg("n"), "See nonosat.kernel.line.narrow.");
    nb::class_<PyBoard>(m, "Board", nb::type_slots(board_slots),
                        "A puzzle being solved; see nonosat.kernel.board.Board.")
        .def(nb::init<nb::object, nb::object, int, nb::object, nb::object>(), nb::arg("rows"),
             nb::arg("cols"), nb::arg("colors"), nb::arg("known") = nb::none(),
             nb::arg("tick") = nb::none())
        .def("propagate", &PyBoard::propagate)
        .def("probe", &PyBoard::probe)
        .def("restart", &PyBoard::restart, nb::arg("score") = "product", nb::arg("picture") = nb::none(),
             nb::arg("straight") = false)
        .def("next_solution", &PyBoard::next_solution)
        .def("cells", &PyBoard::known_cells)
        .def("hints", &PyBoard::hints, nb::arg("rounds") = 30, nb::arg("ramp") = 0, nb::arg("seed") = 0,
             nb::arg("late") = false)
        .def("rows", &PyBoard::rows)
        .def("starts", &PyBoard::starts, nb::arg("line"))
        .def("clauses", &PyBoard::clauses, nb::arg("lines"), nb::arg("guarded"), nb::arg("most"),
             nb::arg("crop") = nb::none())
        .def_prop_ro("counters", &PyBoard::counters)
        .def_prop_ro("depth", &PyBoard::depth)
        .def_prop_rw("sample", &PyBoard::sample, &PyBoard::allow_sample)
        .def_prop_ro("sampled", &PyBoard::sampled)
        .def_prop_ro("height", &PyBoard::height)
        .def_prop_ro("width", &PyBoard::width)
        .def_prop_ro("colors", &PyBoard::colors);
}
