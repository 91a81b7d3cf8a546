// The kernel in C++: the contract of reference.py, with the same results.
//
// Boards differ in the width of their sets of cells only; the smallest that fits is taken. The
// interpreter is let go while work is done, and asked for at every tick.
#include <nanobind/nanobind.h>

#include <memory>

#include "board.hpp"

namespace nb = nanobind;
using namespace nonosat;

namespace {

// The items of a sequence; a tuple is not copied (PySequence_Fast would copy a named tuple).
class Items {
  public:
    explicit Items(PyObject* object)
        : tuple_(PyTuple_Check(object) ? nb::borrow(object) : nb::steal(PySequence_Tuple(object))) {
        if (!tuple_.is_valid()) throw nb::python_error();
    }
    Py_ssize_t size() const { return PyTuple_GET_SIZE(tuple_.ptr()); }
    PyObject* operator[](Py_ssize_t i) const { return PyTuple_GET_ITEM(tuple_.ptr(), i); }

  private:
    nb::object tuple_;
};

int to_int(PyObject* object) {
    const long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    if (value < 0 || value > 1'000'000) throw nb::value_error("a length or color is out of range");
    return int(value);
}

std::vector<Block> to_blocks(PyObject* object, int colors) {
    const Items clue(object);
    std::vector<Block> blocks(clue.size());
    for (Py_ssize_t j = 0; j < clue.size(); ++j) {
        const Items pair(clue[j]);
        if (pair.size() != 2) throw nb::value_error("a block is (length, color)");
        blocks[j].length = blocks[j].step = to_int(pair[0]);
        blocks[j].color = to_int(pair[1]);
        if (blocks[j].length < 1 || blocks[j].color < 1 || blocks[j].color >= colors)
            throw nb::value_error("a block has a length >= 1 and an ink for color");
        if (j && blocks[j - 1].color == blocks[j].color) ++blocks[j - 1].step;
    }
    return blocks;
}

nb::object from_words(const u64* words, int n) {
    while (n > 1 && !words[n - 1]) --n;
    if (n == 1) return nb::steal(PyLong_FromUnsignedLongLong(words[0]));
    const nb::bytes raw(words, sizeof(u64) * n);
    return nb::handle(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes")(raw, "little");
}

void to_words(PyObject* object, u64* words, int n) {
    const nb::object raw = nb::handle(object).attr("to_bytes")(sizeof(u64) * n, "little");
    std::memcpy(words, PyBytes_AS_STRING(raw.ptr()), sizeof(u64) * n);
}

constexpr int WIDEST = 160;  // words: sides up to 10,239 cells

class PyBoard {
  public:
    PyBoard(nb::object rows, nb::object cols, int colors, nb::object known, nb::object tick)
        : colors_(colors) {
        const Items row_items(rows.ptr()), col_items(cols.ptr());
        height_ = int(row_items.size());
        width_ = int(col_items.size());
        if (height_ < 1 || width_ < 1 || colors < 2 || colors > 256)
            throw nb::value_error("a board needs a row, a column, and 2 to 256 colors");
        std::vector<std::vector<Block>> lines;
        lines.reserve(height_ + width_);
        for (int r = 0; r < height_; ++r) lines.push_back(to_blocks(row_items[r], colors));
        for (int c = 0; c < width_; ++c) lines.push_back(to_blocks(col_items[c], colors));
        const int need = std::max(height_, width_) / 64 + 1;  // boundaries 0 .. n
        if (need > WIDEST) throw nb::value_error("a side is too long for this kernel");
        make<1, 2, 4, 8, 16, 40, WIDEST>(need, std::move(lines), known, tick_of(tick));
    }

    bool propagate() {
        nb::gil_scoped_release release;
        return board_->propagate();
    }
    bool probe() {
        nb::gil_scoped_release release;
        return board_->probe();
    }
    nb::object next_solution() {
        bool found;
        {
            nb::gil_scoped_release release;
            found = board_->next_solution();
        }
        return found ? cells() : nb::none();
    }
    nb::object cells() const {
        nb::object raw = nb::steal(PyBytes_FromStringAndSize(nullptr, Py_ssize_t(height_) * width_));
        if (!raw.is_valid()) throw nb::python_error();
        if (!board_->cells(reinterpret_cast<unsigned char*>(PyBytes_AS_STRING(raw.ptr())))) return nb::none();
        return raw;
    }
    nb::tuple hints(int rounds) {
        nb::object raw = nb::steal(PyBytes_FromStringAndSize(nullptr, Py_ssize_t(height_) * width_));
        if (!raw.is_valid()) throw nb::python_error();
        std::vector<std::vector<int>> medians;
        {
            nb::gil_scoped_release release;
            board_->hints(rounds, reinterpret_cast<unsigned char*>(PyBytes_AS_STRING(raw.ptr())), medians);
        }
        nb::list all;
        for (const auto& line : medians) {
            nb::list positions;
            for (const int position : line) positions.append(position);
            all.append(positions);
        }
        return nb::make_tuple(raw, all);
    }
    nb::tuple rows() const {
        std::vector<u64> words(board_->words());
        nb::list all;
        for (int r = 0; r < height_; ++r) {
            nb::list line;
            for (int c = 0; c < colors_; ++c) {
                board_->set_words(r, c, words.data());
                line.append(from_words(words.data(), int(words.size())));
            }
            all.append(nb::tuple(line));
        }
        return nb::tuple(all);
    }
    nb::object starts(int line) {
        if (line < 0 || line >= height_ + width_) throw nb::index_error("no such line");
        std::vector<u64> words;
        if (!board_->starts(line, words)) return nb::none();
        nb::list made;
        const int n = board_->words();
        for (std::size_t j = 0; j * n < words.size(); ++j) made.append(from_words(&words[j * n], n));
        return made;
    }
    nb::dict counters() const {
        nb::dict made;
        made["lines"] = board_->counters.lines;
        made["probes"] = board_->counters.probes;
        made["guesses"] = board_->counters.guesses;
        made["nodes"] = board_->counters.nodes;
        return made;
    }
    int depth() const { return board_->counters.depth; }
    int height() const { return height_; }
    int width() const { return width_; }
    int colors() const { return colors_; }

  private:
    static std::function<void()> tick_of(nb::object tick) {
        if (tick.is_none()) {
            return [] {
                nb::gil_scoped_acquire acquire;
                if (PyErr_CheckSignals()) throw nb::python_error();
            };
        }
        return [tick] {
            nb::gil_scoped_acquire acquire;
            tick();
        };
    }
    template <int W, int... Wider>
    void make(int need, std::vector<std::vector<Block>> lines, nb::object known, std::function<void()> tick) {
        if constexpr (sizeof...(Wider) > 0) {
            if (need > W) return make<Wider...>(need, std::move(lines), known, std::move(tick));
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
        board_ = std::make_unique<Board<Bits<W>>>(std::move(lines), height_, width_, colors_, words, std::move(tick));
    }

    int height_ = 0, width_ = 0;
    const int colors_;
    std::unique_ptr<AnyBoard> board_;
};

}  // namespace

NB_MODULE(native, m) {
    nb::set_leak_warnings(false);  // a traceback that is alive at exit may hold a board
    m.doc() = "The kernel in C++; see reference.py for its contract.";
    m.attr("MAX_SIDE") = 64 * WIDEST - 1;
    nb::class_<PyBoard>(m, "Board", "A puzzle being solved; see nonosat.kernel.reference.Board.")
        .def(nb::init<nb::object, nb::object, int, nb::object, nb::object>(), nb::arg("rows"),
             nb::arg("cols"), nb::arg("colors"), nb::arg("known") = nb::none(),
             nb::arg("tick") = nb::none())
        .def("propagate", &PyBoard::propagate)
        .def("probe", &PyBoard::probe)
        .def("next_solution", &PyBoard::next_solution)
        .def("cells", &PyBoard::cells)
        .def("hints", &PyBoard::hints, nb::arg("rounds") = 30)
        .def("rows", &PyBoard::rows)
        .def("starts", &PyBoard::starts, nb::arg("line"))
        .def_prop_ro("counters", &PyBoard::counters)
        .def_prop_ro("depth", &PyBoard::depth)
        .def_prop_ro("height", &PyBoard::height)
        .def_prop_ro("width", &PyBoard::width)
        .def_prop_ro("colors", &PyBoard::colors);
}
