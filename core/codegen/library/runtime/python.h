#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Calls that Python makes again and again by the names of arguments: what was prepared for the
// first of them is used again where everything that it was prepared for is still so. The package
// (python/mapwright/loaded.py) prepares; here it is compared, which takes Python itself too long.

namespace mw::library {

/// All that a prepared call consists of: pointers, numbers, values of arguments in their first
/// bytes.
using Word = std::uint64_t;

/// Functions of the Python that calls, which the package hands over: a library is linked to none.
struct Python {
    std::ptrdiff_t (*size)(void* dictionary);
    int (*next)(void* dictionary, std::ptrdiff_t* at, void** key, void** value); ///< borrowed
    void* (*attribute)(void* object, void* name);                                ///< new
    void* (*item)(void* object, void* key);                                      ///< new
    int (*equal)(void* one, void* other, int operation);
    void* (*type)(void* object); ///< new
    void (*release)(void* object);
    double (*real)(void* object);
    long long (*integer)(void* object);
    int (*truth)(void* object);
    void* (*error)(); ///< borrowed
    void (*clearError)();
    void* (*leave)(); ///< lets other threads of Python run
    void (*enter)(void* thread);
    void* (*element)(void* tuple, std::ptrdiff_t at); ///< borrowed
    std::ptrdiff_t (*elements)(void* tuple);
    void (*hold)(void* object);
    void* (*call)(void* function, void* const* values, std::size_t count, void* names);
};

/// What a call from Python returns beside the codes of the program.
enum : int {
    kUnknown = -1, ///< was not prepared
    kMoved = -2,   ///< was prepared, and something lies elsewhere or is another now
    kBusy = -3,    ///< the program runs, in another thread or further out
};

/// Calls that were prepared, for one handle. A set is: words, keywords, guards, arguments, then
///   for each keyword:  its name, the object or the type of its value, its kind, its argument
///   for each guard:    its kind, an object, a name or a number of words, what is expected
///   for each argument: a pointer or a value
struct Calls {
    static constexpr int kSets = 4; // two time levels of two steps
    const Python* python;
    Word* sets[kSets];
    Word used[kSets];
    Word clock;
    Word busy;
};

enum class Keyword : unsigned char { object, real64, real32, whole, natural, truth };
enum class Check : unsigned char { memory, attribute, equalAttribute, item };
constexpr int kEqual = 2;          ///< Py_EQ
constexpr Word kFixed = 1U << 16U; ///< of a keyword: another value needs another set

struct Set {
    explicit Set(Word* words)
        : keywords(words + 4), guards(keywords + 4 * words[1]),
          arguments(words + words[0] - words[3]), keywordCount(words[1]), guardCount(words[2]) {}
    Word* keywords;
    Word* guards;
    Word* arguments;
    Word keywordCount, guardCount;
};

template <class Value>
Value valueIn(const Word& word) {
    Value value;
    std::memcpy(&value, &word, sizeof value);
    return value;
}
inline void* pointer(Word word) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(word));
}

inline bool failed(const Python& python) {
    if (!python.error())
        return false;
    python.clearError();
    return true;
}

/// The value as the program takes it; false: this object has none that fits.
inline bool valueOf(const Python& python, void* object, Keyword kind, unsigned bytes, Word& word) {
    word = 0;
    if (kind == Keyword::real64 || kind == Keyword::real32) {
        const double value = python.real(object);
        const auto narrow = static_cast<float>(value);
        if (value == -1 && failed(python))
            return false;
        if (kind == Keyword::real64)
            std::memcpy(&word, &value, sizeof value);
        else
            std::memcpy(&word, &narrow, sizeof narrow);
        return kind == Keyword::real64 || std::isinf(narrow) == std::isinf(value);
    }
    if (kind == Keyword::truth) {
        const int value = python.truth(object);
        word = value > 0 ? 1 : 0;
        return value >= 0 || !failed(python);
    }
    const long long value = python.integer(object);
    if (value == -1 && failed(python))
        return false;
    const unsigned unused = 64 - 8 * bytes;
    word = static_cast<Word>(value) << unused >> unused;
    if (kind == Keyword::natural)
        return value >= 0 && word == static_cast<Word>(value);
    return unused == 0 || (value >= -(1LL << (63 - unused)) && value < 1LL << (63 - unused));
}

inline bool sameName(const Python& python, void* one, void* other) {
    if (one == other)
        return true;
    const int same = python.equal(one, other, kEqual);
    if (same < 0)
        python.clearError();
    return same > 0;
}

/// Keywords as a function of Python with `**keywords` has them.
class Dictionary {
public:
    Dictionary(const Python& python, void* dictionary) : python_(python), dictionary_(dictionary) {}
    std::ptrdiff_t size() const { return python_.size(dictionary_); }
    bool next(std::ptrdiff_t& at, void*& name, void*& value) const {
        return python_.next(dictionary_, &at, &name, &value) != 0;
    }

private:
    const Python& python_;
    void* dictionary_;
};
/// Keywords as a function of C has them: names in a tuple, values in an array.
class Stack {
public:
    Stack(const Python& python, void* const* values, void* names)
        : python_(python), values_(values), names_(names),
          size_(names ? python.elements(names) : 0) {}
    std::ptrdiff_t size() const { return size_; }
    bool next(std::ptrdiff_t& at, void*& name, void*& value) const {
        if (at >= size_)
            return false;
        name = python_.element(names_, at);
        value = values_[at++];
        return true;
    }

private:
    const Python& python_;
    void* const* values_;
    void* names_;
    std::ptrdiff_t size_;
};

/// Whether a set is for these keywords; values that may differ are taken over.
template <class Keywords>
bool takes(const Python& python, const Set& set, const Keywords& keywords) {
    if (keywords.size() != static_cast<std::ptrdiff_t>(set.keywordCount))
        return false;
    std::ptrdiff_t at = 0;
    void* name = nullptr;
    void* value = nullptr;
    for (Word* keyword = set.keywords; keywords.next(at, name, value); keyword += 4) {
        const auto kind = static_cast<Keyword>(keyword[2] & 0xffU);
        if (kind == Keyword::object && value != pointer(keyword[1]))
            return false;
        if (!sameName(python, name, pointer(keyword[0])))
            return false;
        if (kind == Keyword::object)
            continue;
        void* const type = python.type(value);
        python.release(type);
        Word word = 0;
        if (type != pointer(keyword[1]) ||
            !valueOf(python, value, kind, keyword[2] >> 8U & 0xffU, word) ||
            ((keyword[2] & kFixed) != 0 && word != set.arguments[keyword[3]]))
            return false;
        set.arguments[keyword[3]] = word;
    }
    return true;
}

/// Whether everything is as it was when the set was prepared.
inline bool holds(const Python& python, const Set& set) {
    const Word* guard = set.guards;
    for (Word i = 0; i < set.guardCount; ++i) {
        const auto kind = static_cast<Check>(guard[0]);
        if (kind == Check::memory) {
            const auto* found = static_cast<const Word*>(pointer(guard[1]));
            for (Word w = 0; w < guard[2]; ++w)
                if (found[w] != guard[3 + w])
                    return false;
            guard += 3 + guard[2];
            continue;
        }
        void* const found = kind == Check::item
                                ? python.item(pointer(guard[1]), pointer(guard[2]))
                                : python.attribute(pointer(guard[1]), pointer(guard[2]));
        const bool same = kind == Check::equalAttribute
                              ? found && python.equal(found, pointer(guard[3]), kEqual) > 0
                              : found == pointer(guard[3]);
        if (found)
            python.release(found);
        if (!same) {
            failed(python);
            return false;
        }
        guard += 4;
    }
    return true;
}

/// Calls the program as it was prepared for these keywords. To be called by who holds Python's
/// lock; the program itself runs without.
template <class Keywords, class Call>
int callFromPython(Calls& calls, const Keywords& keywords, const Call& call) {
    const Python& python = *calls.python;
    if (calls.busy)
        return kBusy;
    calls.busy = 1;
    int result = kUnknown;
    for (int turn = 0; turn < Calls::kSets; ++turn) {
        const auto which = (calls.clock + static_cast<Word>(turn)) % Calls::kSets;
        if (!calls.sets[which])
            continue;
        const Set set(calls.sets[which]);
        if (!takes(python, set, keywords))
            continue;
        result = kMoved;
        if (!holds(python, set))
            continue;
        calls.clock = which;
        for (Word& age : calls.used)
            ++age;
        calls.used[which] = 0;
        void* const thread = python.leave();
        result = call(set.arguments);
        python.enter(thread);
        break;
    }
    calls.busy = 0;
    return result;
}

/// What a function of Python in C knows: words that the package writes.
struct Caller {
    Calls* calls;
    void* handle;
    void* none;      ///< Python's None
    void* otherwise; ///< a function of Python that takes what was not prepared
    void* refused;   ///< one that raises what the program refused
};
/// The functions of the one Python of this process.
inline const Python* pythonOfCallers = nullptr;

/// A function of C with keywords, which Python calls without a dictionary of them. `self`: a tuple
/// that begins with the address of its Caller.
template <class Call>
void* callByNames(void* self, void* const* values, std::ptrdiff_t count, void* names,
                  const Call& call) {
    const Python& python = *pythonOfCallers;
    const auto address = static_cast<Word>(python.integer(python.element(self, 0)));
    const auto& caller = *static_cast<const Caller*>(pointer(address));
    const int code =
        count > 0 ? kUnknown
                  : callFromPython(*caller.calls, Stack(python, values, names),
                                   [&](const Word* words) { return call(caller.handle, words); });
    if (code < 0)
        return python.call(caller.otherwise, values, static_cast<std::size_t>(count), names);
    if (code > 0)
        return python.call(caller.refused, nullptr, 0, nullptr);
    python.hold(caller.none);
    return caller.none;
}

/// Calls the program with a set that nothing is known of later.
template <class Call>
int callOnce(Calls& calls, Word* words, const Call& call) {
    if (calls.busy)
        return kBusy;
    calls.busy = 1;
    void* const thread = calls.python->leave();
    const int result = call(Set(words).arguments);
    calls.python->enter(thread);
    calls.busy = 0;
    return result;
}

/// Takes a further set in, in the place of the one that was not used longest; its place, or kBusy.
inline int keepSet(Calls& calls, Word* words) {
    if (calls.busy)
        return kBusy;
    int place = 0;
    for (int i = 1; i < Calls::kSets; ++i)
        if (calls.sets[place] && (!calls.sets[i] || calls.used[i] > calls.used[place]))
            place = i;
    calls.sets[place] = words;
    calls.used[place] = 0;
    calls.clock = static_cast<Word>(place);
    return place;
}

} // namespace mw::library
