package dev.sluice.rail.iso20022.inbound;

import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Status;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The entries that are stored already, among which those of a page are looked for.
///
/// A statement names each booking once. An entry that another statement of the same kind has named is therefore
/// another booking, however equal it looks, and equal bookings of one page are all real. Notices and reports may
/// repeat themselves: the first of equal bookings in one is the first of those in another.
final class KnownEntries {
    private final Map<UUID, StoredEntry> entries = new LinkedHashMap<>();
    private final Map<String, Set<UUID>> byReference = new HashMap<>();
    /// Entries of each booking.
    private final Map<UUID, Set<UUID>> parts = new HashMap<>();
    private final Map<String, Set<UUID>> bookingsByReference = new HashMap<>();
    /// Bookings that the file has not named, by their day and whole amount, and by their fingerprint.
    private final Map<String, Set<UUID>> bookingsByDay = new HashMap<>();

    private final Map<String, Set<UUID>> bookingsByFingerprint = new HashMap<>();
    /// Entries that the file has named.
    private final Set<UUID> taken = new HashSet<>();
    private String kind = "";
    private @Nullable String statement;
    /// Number of bookings of the page by day, direction and amount that are still to be found.
    private Map<String, Integer> remaining = Map.of();

    KnownEntries(List<StoredEntry> stored) {
        stored.forEach(each -> {
            index(each);
            indexLikeness(each);
        });
    }

    /// The entries of a booking among those that are known.
    sealed interface Found {
        /// One entry for each part; null for a new one.
        record Parts(List<@Nullable StoredEntry> entries) implements Found {}

        /// All entries of a booking that this source does not divide, or the undivided entry.
        record Whole(List<StoredEntry> entries) implements Found {}

        /// An undivided entry that nothing depends on, of which this source names the parts.
        record Divided(StoredEntry whole) implements Found {}

        record Nothing() implements Found {}

        /// Several different entries, any of which it may be.
        record Ambiguous() implements Found {}
    }

    /// Begins a page.
    ///
    /// @param newStatement name of the page of a statement; null for notices and reports
    void begin(String newKind, @Nullable String newStatement, List<Booking> bookings) {
        kind = newKind;
        statement = newStatement;
        remaining =
                bookings.stream().collect(Collectors.toMap(KnownEntries::bucket, _ -> 1, Integer::sum, HashMap::new));
    }

    /// Looks for a booking of the page, each once and in their order.
    Found find(Booking booking) {
        var found = byReference(booking);
        if (found instanceof Found.Nothing) {
            found = byWhole(booking);
        }
        if (found instanceof Found.Nothing) {
            found = byLikeness(booking);
        }
        remaining.merge(bucket(booking), -1, Integer::sum);
        return found;
    }

    /// Adds an entry that the page named, or replaces its earlier state.
    void put(StoredEntry entry) {
        taken.add(entry.id());
        var earlier = entries.get(entry.id());
        if (earlier != null) {
            likeness(earlier)
                    .forEach(key -> remove(bookingsByDay, key, entry.whole().id()));
            remove(
                    bookingsByFingerprint,
                    Booking.fingerprint(earlier),
                    entry.whole().id());
        }
        index(entry);
    }

    private void index(StoredEntry entry) {
        var booking = entry.whole().id();
        entries.put(entry.id(), entry);
        add(parts, booking, entry.id());
        if (entry.bankReference() != null) {
            add(byReference, entry.bankReference(), entry.id());
            add(bookingsByReference, entry.bankReference(), booking);
        }
        if (entry.whole().reference() != null) {
            add(bookingsByReference, entry.whole().reference(), booking);
        }
    }

    private void indexLikeness(StoredEntry entry) {
        likeness(entry).forEach(key -> add(bookingsByDay, key, entry.whole().id()));
        add(bookingsByFingerprint, Booking.fingerprint(entry), entry.whole().id());
    }

    private static List<String> likeness(StoredEntry entry) {
        var amount = entry.whole().amount();
        return entry.status() == Status.PENDING && entry.valueOn() != null
                ? List.of(day(entry.bookedOn(), amount), day(entry.valueOn(), amount))
                : List.of(day(entry.bookedOn(), amount));
    }

    private static <K> void add(Map<K, Set<UUID>> index, K key, UUID id) {
        index.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(id);
    }

    private static <K> void remove(Map<K, Set<UUID>> index, K key, UUID id) {
        var ids = index.get(key);
        if (ids != null) {
            ids.remove(id);
        }
    }

    private static String day(LocalDate day, Money amount) {
        return day + "/" + amount.units();
    }

    private static String bucket(Booking booking) {
        return booking.day() + "/" + booking.credit() + "/" + booking.amount().units();
    }

    private Found byReference(Booking booking) {
        var found = new ArrayList<@Nullable StoredEntry>();
        var mine = new HashSet<UUID>();
        boolean any = false;
        for (var part : booking.parts()) {
            var entry = part.reference() == null ? null : ofReference(part, mine);
            any |= entry != null;
            found.add(entry);
        }
        return any ? new Found.Parts(found) : new Found.Nothing();
    }

    private @Nullable StoredEntry ofReference(Booking.Part part, Set<UUID> mine) {
        for (var id : byReference.getOrDefault(String.valueOf(part.reference()), Set.of())) {
            var entry = Objects.requireNonNull(entries.get(id));
            if (entry.credit() == part.credit()
                    && entry.amount().equals(part.amount())
                    && isUsable(entry, true)
                    && mine.add(entry.id())) {
                return entry;
            }
        }
        return null;
    }

    /// Looks for a booking that another source divides differently, by the reference of the whole.
    private Found byWhole(Booking booking) {
        var reference = booking.reference();
        if (reference == null) {
            return new Found.Nothing();
        }
        return groups(booking, bookingsByReference.getOrDefault(reference, Set.of()), true)
                .filter(group -> group.stream()
                        .anyMatch(each -> reference.equals(each.whole().reference())
                                || (group.size() == 1 && reference.equals(each.bankReference()))))
                .findFirst()
                .map(group -> found(booking, group))
                .orElseGet(Found.Nothing::new);
    }

    /// Looks for an equal booking without a common reference.
    private Found byLikeness(Booking booking) {
        var fingerprint = booking.fingerprint();
        var exact = like(booking, bookingsByFingerprint.getOrDefault(fingerprint, Set.of()))
                .filter(group -> Booking.fingerprint(group.getFirst()).equals(fingerprint))
                .findFirst();
        if (exact.isPresent()) {
            return found(booking, exact.get());
        }
        var ids = new LinkedHashSet<>(bookingsByDay.getOrDefault(day(booking.day(), booking.amount()), Set.of()));
        if (booking.valueOn() != null) {
            ids.addAll(bookingsByDay.getOrDefault(day(booking.valueOn(), booking.amount()), Set.of()));
        }
        var like = like(booking, ids).toList();
        if (like.isEmpty()) {
            return new Found.Nothing();
        }
        boolean all = like.size() <= Objects.requireNonNullElse(remaining.get(bucket(booking)), 0);
        boolean alike = like.stream()
                        .map(group -> Booking.fingerprint(group.getFirst()))
                        .distinct()
                        .count()
                == 1;
        return all || alike ? found(booking, like.getFirst()) : new Found.Ambiguous();
    }

    private Stream<List<StoredEntry>> like(Booking booking, Set<UUID> ids) {
        return groups(booking, ids, false).filter(group -> isLike(booking, group.getFirst(), group.size()));
    }

    /// @param size number of entries of the known booking
    private boolean isLike(Booking booking, StoredEntry entry, int size) {
        boolean sameDay = entry.status() == Status.PENDING
                ? entry.bookedOn().equals(booking.day()) || Objects.equals(entry.valueOn(), booking.valueOn())
                : entry.bookedOn().equals(booking.day());
        if (!sameDay) {
            return false;
        }
        var part = booking.parts().getFirst();
        var endToEndId = part.references().endToEndId();
        boolean single = size == 1 && booking.parts().size() == 1;
        boolean sameId =
                endToEndId != null && endToEndId.equals(entry.references().endToEndId());
        if (entry.hasReference() && !booking.hasNoReference() && !(single && sameId)) {
            return false;
        }
        if (entry.isNamedBy(kind) && !Booking.fingerprint(entry).equals(booking.fingerprint())) {
            return false;
        }
        return !single
                || (isCompatible(endToEndId, entry.references().endToEndId())
                        && isCompatible(
                                part.content().counterparty().account(),
                                entry.content().counterparty().account()));
    }

    private static boolean isCompatible(@Nullable String one, @Nullable String other) {
        return one == null || other == null || Booking.plain(one).equals(Booking.plain(other));
    }

    private Found found(Booking booking, List<StoredEntry> group) {
        if (group.size() == booking.parts().size()) {
            return paired(booking, group);
        }
        var first = group.getFirst();
        boolean untouched = first.match() == null
                && first.creditedAt() == null
                && (booking.status() == Status.BOOKED || !first.isBooked());
        return group.size() == 1 && untouched ? new Found.Divided(first) : new Found.Whole(group);
    }

    /// Pairs parts with entries of the same amount, in their order.
    private static Found paired(Booking booking, List<StoredEntry> group) {
        var left = new ArrayList<>(group);
        var found = new ArrayList<@Nullable StoredEntry>();
        for (var part : booking.parts()) {
            var same = left.stream()
                    .filter(each -> each.amount().equals(part.amount()) && each.credit() == part.credit())
                    .findFirst();
            same.ifPresent(left::remove);
            found.add(same.orElse(null));
        }
        return left.isEmpty() ? new Found.Parts(found) : new Found.Whole(group);
    }

    /// Returns those bookings with the same amount and direction, each with all its entries.
    private Stream<List<StoredEntry>> groups(Booking booking, Set<UUID> ids, boolean byReference) {
        return ids.stream()
                .map(id -> Objects.requireNonNull(parts.get(id)).stream()
                        .map(part -> Objects.requireNonNull(entries.get(part)))
                        .sorted(Comparator.comparingInt(each -> each.whole().part()))
                        .toList())
                .filter(group -> group.getFirst().whole().amount().equals(booking.amount()))
                .filter(group -> group.size() == group.getFirst().whole().parts())
                .filter(group -> isCredit(group) == booking.credit())
                .filter(group -> group.stream().allMatch(each -> isUsable(each, byReference)));
    }

    private static boolean isCredit(List<StoredEntry> group) {
        return group.stream()
                        .map(each -> each.signed().units())
                        .reduce(BigInteger.ZERO, BigInteger::add)
                        .signum()
                >= 0;
    }

    /// Returns true if the entry can be one of the page. A notice that names one reference twice names one booking;
    /// the balances of a statement prove that there are two.
    private boolean isUsable(StoredEntry entry, boolean byReference) {
        boolean again = taken.contains(entry.id()) && (statement != null || !byReference);
        if (again || entry.status() == Status.REPLACED) {
            return false;
        }
        return statement == null
                || entry.sources().stream()
                        .noneMatch(each -> each.kind().equals(kind) && !Objects.equals(each.statement(), statement));
    }
}
