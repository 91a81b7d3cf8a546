// Bit sets, as in bits.py: cells or boundaries of one line, in a machine word or a fixed array of them.
//
// The kernel is written once, as templates over such a set. A line of n cells needs n + 1 bits,
// since boundaries run from 0 to n.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace nonosat {

using u64 = std::uint64_t;

// Sums of 2, 4, then 8 bits, which a product adds up: where the processor's own instruction cannot be
// counted on, this is faster than what compilers call.
inline int count_ones(u64 x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return int(x * 0x0101010101010101u >> 56);
}

// Index of the lowest bit; x must not be 0.
inline int lowest(u64 x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    return count_ones((x & (~x + 1)) - 1);
#endif
}

// Index of the highest bit; x must not be 0.
inline int highest(u64 x) {
#if defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(x);
#else
    int i = 0;
    while (x >>= 1) ++i;
    return i;
#endif
}

template <int W>
struct Bits {
    u64 w[W];

    static Bits none() {
        Bits r;
        std::memset(r.w, 0, sizeof r.w);
        return r;
    }
    static Bits one(int i) {
        Bits r = none();
        r.w[i >> 6] = u64(1) << (i & 63);
        return r;
    }
    // Bits 0 .. n-1.
    static Bits below(int n) {
        Bits r;
        for (int i = 0; i < W; ++i) {
            const int left = n - 64 * i;
            r.w[i] = left >= 64 ? ~u64(0) : left > 0 ? (u64(1) << left) - 1 : 0;
        }
        return r;
    }
    bool any() const {
        u64 all = 0;
        for (int i = 0; i < W; ++i) all |= w[i];
        return all != 0;
    }
    bool has(int i) const { return w[i >> 6] >> (i & 63) & 1; }
    void drop(int i) { w[i >> 6] &= ~(u64(1) << (i & 63)); }
    // Of a set that is not empty.
    int first() const {
        int i = 0;
        while (!w[i]) ++i;
        return 64 * i + lowest(w[i]);
    }
    int last() const {
        int i = W - 1;
        while (!w[i]) --i;
        return 64 * i + highest(w[i]);
    }
    int count() const {
        int n = 0;
        for (int i = 0; i < W; ++i) n += count_ones(w[i]);
        return n;
    }
    template <class F>
    void each(F f) const {
        for (int i = 0; i < W; ++i)
            for (u64 x = w[i]; x; x &= x - 1) f(64 * i + lowest(x));
    }
    friend Bits operator&(Bits a, const Bits& b) {
        for (int i = 0; i < W; ++i) a.w[i] &= b.w[i];
        return a;
    }
    friend Bits operator|(Bits a, const Bits& b) {
        for (int i = 0; i < W; ++i) a.w[i] |= b.w[i];
        return a;
    }
    friend Bits operator^(Bits a, const Bits& b) {
        for (int i = 0; i < W; ++i) a.w[i] ^= b.w[i];
        return a;
    }
    friend Bits operator~(Bits a) {
        for (int i = 0; i < W; ++i) a.w[i] = ~a.w[i];
        return a;
    }
    friend Bits operator+(const Bits& a, const Bits& b) {
        Bits r;
        u64 carry = 0;
        for (int i = 0; i < W; ++i) {
            const u64 sum = a.w[i] + carry;
            const u64 full = sum + b.w[i];
            carry = u64(sum < carry) | u64(full < sum);
            r.w[i] = full;
        }
        return r;
    }
    friend Bits operator<<(const Bits& a, int s) {
        if constexpr (W == 1) {
            return Bits{{s < 64 ? a.w[0] << s : 0}};
        } else {
            Bits r;
            const int words = s >> 6, bits = s & 63;
            for (int i = W - 1; i >= 0; --i) {
                u64 x = i >= words ? a.w[i - words] << bits : 0;
                if (bits && i > words) x |= a.w[i - words - 1] >> (64 - bits);
                r.w[i] = x;
            }
            return r;
        }
    }
    friend Bits operator>>(const Bits& a, int s) {
        if constexpr (W == 1) {
            return Bits{{s < 64 ? a.w[0] >> s : 0}};
        } else {
            Bits r;
            const int words = s >> 6, bits = s & 63;
            for (int i = 0; i < W; ++i) {
                u64 x = i + words < W ? a.w[i + words] >> bits : 0;
                if (bits && i + words + 1 < W) x |= a.w[i + words + 1] << (64 - bits);
                r.w[i] = x;
            }
            return r;
        }
    }
    // Bits `at` and following of a set of more words.
    static Bits window(const u64* words, int at) {
        Bits r;
        words += at >> 6;
        const int low = at & 63, high = 63 - low;
        for (int i = 0; i < W; ++i) r.w[i] = words[i] >> low | words[i + 1] << 1 << high;
        return r;
    }
    // Unite such bits with this set.
    void add_to(u64* words, int at) const {
        words += at >> 6;
        const int low = at & 63, high = 63 - low;
        words[0] |= w[0] << low;
        for (int i = 1; i < W; ++i) words[i] |= w[i] << low | w[i - 1] >> 1 >> high;
        words[W] |= w[W - 1] >> 1 >> high;
    }
    // Add every bit i below a bit of the set if `road` has the bits from i up to there.
    void flow_down(const Bits& road) {
        u64 above = 0;
        for (int i = W - 1; i >= 0; --i) {
            u64 r = road.w[i], x = w[i] | (above << 63 & r);
            // Most words of a long line have nothing to do, or are all road.
            if (x >> 1 & r) {
                if (r == ~u64(0)) {
                    x = ~u64(0) >> (63 - highest(x));
                } else {
                    for (int size = 1; size < 64; size += size) {
                        x |= x >> size & r;
                        r &= r >> size;
                    }
                }
            }
            w[i] = x;
            above = x & 1;
        }
    }
    friend bool operator==(const Bits& a, const Bits& b) {
        return std::memcmp(a.w, b.w, sizeof a.w) == 0;
    }
};

// Copy the sets of a line. There are two colors at least, and mostly no more: a call costs more than these.
template <class B>
void copy_sets(const B* from, B* to, int colors) {
    to[0] = from[0];
    to[1] = from[1];
    if (colors > 2) std::memcpy(to + 2, from + 2, sizeof(B) * (colors - 2));
}

// The cells that can have some color, and those that can have several; `sets` has one set per color.
template <class B>
struct Choices {
    B some = B::none(), several = B::none();

    Choices(const B* sets, int colors) {
        for (int c = 0; c < colors; ++c) {
            several = several | (some & sets[c]);
            some = some | sets[c];
        }
    }
};

// Sets of lines, as many as there are.
using LineSet = std::vector<u64>;

inline void add_line(LineSet& set, int line) { set[line >> 6] |= u64(1) << (line & 63); }

}  // namespace nonosat
