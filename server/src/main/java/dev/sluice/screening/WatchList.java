package dev.sluice.screening;

import dev.sluice.text.NameMatch;
import dev.sluice.text.NameMatch.Outcome;
import dev.sluice.text.SoundedName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A list in memory, indexed by the sound of its names: a party is compared only with names that share a key with one
/// of its own.
///
/// The index is one sorted array: the upper bits of a number are those of a key's hash, the lower ones the place of a
/// name. Two keys of one hash only make a name a candidate that is then compared in vain.
final class WatchList {
    private static final int PLACE_BITS = 26;
    private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;
    private static final int NAMES_MAX = 1 << PLACE_BITS;
    private static final int WHOLE = 100;

    private final List<ListEntry> entries;
    private final String[] names;
    private final int[] owners;
    private final long[] postings;
    private final Map<String, Integer> identifiers;
    private final Optional<Instant> lastSeen;

    private WatchList(
            List<ListEntry> entries,
            String[] names,
            int[] owners,
            long[] postings,
            Map<String, Integer> identifiers,
            Optional<Instant> lastSeen) {
        this.entries = entries;
        this.names = names;
        this.owners = owners;
        this.postings = postings;
        this.identifiers = identifiers;
        this.lastSeen = lastSeen;
    }

    static WatchList of(ListReader.Contents contents) {
        var names = new ArrayList<String>();
        var owners = new ArrayList<Integer>();
        var postings = new Postings();
        var identifiers = new HashMap<String, Integer>();
        var entries = contents.entries();
        for (int at = 0; at < entries.size(); at++) {
            int place = at;
            for (var name : entries.get(at).names()) {
                if (names.size() == NAMES_MAX) {
                    throw new IllegalArgumentException("the list has more than " + NAMES_MAX + " names");
                }
                int number = names.size();
                SoundedName.of(name).keys().forEach(key -> postings.add(upper(key) | number));
                names.add(name);
                owners.add(place);
            }
            entries.get(at).identifiers().forEach(each -> identifiers.putIfAbsent(plain(each), place));
        }
        return new WatchList(
                entries,
                names.toArray(String[]::new),
                owners.stream().mapToInt(Integer::intValue).toArray(),
                postings.sorted(),
                identifiers,
                contents.lastSeen());
    }

    int size() {
        return entries.size();
    }

    /// When an entry was last seen on its source, at the latest.
    Optional<Instant> lastSeen() {
        return lastSeen;
    }

    /// The entries that a party may be, the most alike first.
    ///
    /// @param scoreMin the least likeness of a name, in percent
    List<Match> find(Party party, int scoreMin) {
        var best = new HashMap<Integer, Match>();
        for (var identifier : party.identifiers()) {
            var place = identifiers.get(plain(identifier));
            if (place != null) {
                var entry = entries.get(place);
                best.put(place, entry.match(identifier, WHOLE));
            }
        }
        for (var name : party.names()) {
            var sounded = SoundedName.of(name);
            var candidates = candidates(sounded);
            for (int number = candidates.nextSetBit(0); number >= 0; number = candidates.nextSetBit(number + 1)) {
                int place = owners[number];
                var match = match(sounded, entries.get(place), names[number]);
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

    /// How many names of the list a name is compared with.
    int work(String name) {
        return candidates(SoundedName.of(name)).cardinality();
    }

    private static @Nullable Match match(SoundedName name, ListEntry entry, String listed) {
        var likeness = NameMatch.compare(name, SoundedName.of(listed));
        return likeness.outcome() == Outcome.NO_MATCH ? null : entry.match(listed, likeness.percent());
    }

    private BitSet candidates(SoundedName name) {
        var candidates = new BitSet();
        for (var key : name.keys()) {
            long upper = upper(key);
            int at = Arrays.binarySearch(postings, upper);
            for (int i = at < 0 ? -at - 1 : at; i < postings.length && (postings[i] & ~PLACE_MASK) == upper; i++) {
                candidates.set((int) (postings[i] & PLACE_MASK));
            }
        }
        return candidates;
    }

    /// The upper bits of a key's hash (FNV-1a).
    private static long upper(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        return hash << PLACE_BITS;
    }

    /// Registers and wallets write one identifier with different blanks and cases.
    private static String plain(String identifier) {
        return identifier.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    /// Numbers that grow.
    private static final class Postings {
        private long[] all = new long[1 << 10];
        private int size;

        void add(long posting) {
            if (size == all.length) {
                all = Arrays.copyOf(all, size * 2);
            }
            all[size++] = posting;
        }

        long[] sorted() {
            var sorted = Arrays.copyOf(all, size);
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
