package dev.sluice.screening;

import dev.sluice.text.NameMatch;
import dev.sluice.text.NameMatch.Outcome;
import dev.sluice.text.SoundedName;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// List in memory, indexed by the sound of its names: a party is compared only with names that share a key with one of
/// its own.
///
/// An index is one sorted array: the upper bits of a number are those of a key's hash, the lower ones the position of
/// a text. A hash collision of two keys only adds a candidate that is then compared in vain. Texts are in pools, so
/// that a list fits the heap twice while it is replaced.
final class WatchList {
    private static final int PLACE_BITS = 26;
    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;
    private static final int NAMES_MAX = 1 << PLACE_BITS;
    private static final int WHOLE = 100;
    /// Marks an entry without a name.
    private static final int NAMELESS = -1;

    private final Texts names;
    private final Texts identifiers;
    private final int[] titles;
    private final TextPool ids;
    private final TextPool lists;
    private final TextPool abouts;
    private final Optional<Instant> lastSeen;

    private WatchList(Builder builder, Optional<Instant> lastSeen) {
        this.names = builder.names;
        this.identifiers = builder.identifiers;
        this.titles = builder.titles;
        this.ids = builder.ids;
        this.lists = builder.lists;
        this.abouts = builder.abouts;
        this.lastSeen = lastSeen;
    }

    static WatchList of(List<ListEntry> entries) {
        var builder = new Builder();
        entries.forEach(builder::add);
        return builder.build(Optional.empty());
    }

    /// Builder that takes entries one by one.
    static final class Builder {
        private final Texts names = new Texts();
        private final Texts identifiers = new Texts();
        private int[] titles = new int[1 << 8];
        private final TextPool ids = new TextPool();
        private final TextPool lists = new TextPool();
        private final TextPool abouts = new TextPool();

        int size() {
            return ids.size();
        }

        void add(ListEntry entry) {
            int place = ids.size();
            ids.add(entry.id());
            lists.add(entry.list());
            abouts.add(entry.about());
            if (place == titles.length) {
                titles = Arrays.copyOf(titles, TextPool.grown(place));
            }
            titles[place] = entry.names().isEmpty() ? NAMELESS : names.pool.size();
            for (var name : entry.names()) {
                int number = names.add(name, place);
                SoundedName.of(name).keys().forEach(key -> names.index(key, number));
            }
            for (var identifier : entry.identifiers()) {
                var plain = plain(identifier);
                identifiers.index(plain, identifiers.add(plain, place));
            }
        }

        WatchList build(Optional<Instant> lastSeen) {
            names.close();
            identifiers.close();
            titles = Arrays.copyOf(titles, ids.size());
            List.of(ids, lists, abouts).forEach(TextPool::trim);
            return new WatchList(this, lastSeen);
        }
    }

    int size() {
        return ids.size();
    }

    /// Returns the latest time at which an entry was last seen on its source.
    Optional<Instant> lastSeen() {
        return lastSeen;
    }

    /// Returns the entries that the party may be, the most similar first.
    ///
    /// @param scoreMin minimum similarity of a name, in percent
    List<Match> find(Party party, int scoreMin) {
        var best = new HashMap<Integer, Match>();
        for (var identifier : party.identifiers()) {
            var plain = plain(identifier);
            identifiers.find(plain, number -> {
                if (identifiers.pool.get(number).equals(plain)) {
                    int place = identifiers.owners[number];
                    best.put(place, match(place, titled(place, identifier), WHOLE));
                }
            });
        }
        for (var name : party.names()) {
            var sounded = SoundedName.of(name);
            var candidates = candidates(sounded);
            for (int number = candidates.nextSetBit(0); number >= 0; number = candidates.nextSetBit(number + 1)) {
                int place = names.owners[number];
                var match = match(sounded, place, names.pool.get(number));
                if (match != null && match.score() >= scoreMin) {
                    best.merge(place, match, (one, other) -> other.score() > one.score() ? other : one);
                }
            }
        }
        return Match.bounded(best.entrySet().stream()
                .sorted(Comparator.<Map.Entry<Integer, Match>>comparingInt(
                                each -> -each.getValue().score())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getValue)
                .toList());
    }

    /// Returns the number of names of the list that a name is compared with.
    int work(String name) {
        return candidates(SoundedName.of(name)).cardinality();
    }

    private @Nullable Match match(SoundedName name, int place, String listed) {
        var likeness = NameMatch.compare(name, SoundedName.of(listed));
        return likeness.outcome() == Outcome.NO_MATCH ? null : match(place, listed, likeness.percent());
    }

    private Match match(int place, String name, int score) {
        return new Match(ids.get(place), name, lists.get(place), score, abouts.get(place));
    }

    /// The first name of an entry with the identifier by which it was found. The identifier is a part of the match's
    /// identity: clearing a name does not clear a wallet that the list names later.
    private String titled(int place, String identifier) {
        return titles[place] == NAMELESS ? identifier : names.pool.get(titles[place]) + " · " + identifier;
    }

    private BitSet candidates(SoundedName name) {
        var candidates = new BitSet();
        name.keys().forEach(key -> names.find(key, candidates::set));
        return candidates;
    }

    /// Normalizes an identifier: registers and wallets write the same one with different blanks and cases.
    private static String plain(String identifier) {
        return identifier.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    /// Texts of entries, and the index of their keys.
    private static final class Texts {
        private final TextPool pool = new TextPool();
        private int[] owners = new int[1 << 8];
        private long[] postings = new long[1 << 10];
        private int indexed;

        /// @return the number of the text
        int add(String text, int owner) {
            int number = pool.size();
            if (number == NAMES_MAX) {
                throw new IllegalArgumentException("the list has more than " + NAMES_MAX + " names");
            }
            if (number == owners.length) {
                owners = Arrays.copyOf(owners, TextPool.grown(number));
            }
            owners[number] = owner;
            pool.add(text);
            return number;
        }

        void index(String key, int number) {
            if (indexed == postings.length) {
                postings = Arrays.copyOf(postings, TextPool.grown(indexed));
            }
            postings[indexed++] = upper(key) | number;
        }

        void close() {
            postings = Arrays.copyOf(postings, indexed);
            Arrays.sort(postings);
            owners = Arrays.copyOf(owners, pool.size());
            pool.trim();
        }

        void find(String key, IntConsumer to) {
            long upper = upper(key);
            int at = Arrays.binarySearch(postings, upper);
            for (int i = at < 0 ? -at - 1 : at; i < postings.length && (postings[i] & ~PLACE_MASK) == upper; i++) {
                to.accept((int) (postings[i] & PLACE_MASK));
            }
        }

        /// Returns the upper bits of a key's hash (FNV-1a).
        private static long upper(String key) {
            long hash = 0xcbf29ce484222325L;
            for (int i = 0; i < key.length(); i++) {
                hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
            }
            return hash << PLACE_BITS;
        }
    }
}
