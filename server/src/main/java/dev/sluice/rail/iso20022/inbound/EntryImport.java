package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.rail.iso20022.inbound.Booking.Part;
import dev.sluice.rail.iso20022.inbound.KnownEntries.Found;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Content;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Source;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Status;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Whole;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Applies the entries of one file: finds which of them are known, stores the others, and has all of them matched.
final class EntryImport {
    private static final int HASH_LENGTH = 24;

    private final Tx tx;
    private final BankProfile profile;
    private final UUID file;
    private final Clocks clocks;
    private final Instant now;
    private final EntryStore store;
    private final KnownEntries known;
    /// States of stored entries before this file.
    private final Map<UUID, StoredEntry> before = new HashMap<>();
    private final Map<UUID, StoredEntry> named = new LinkedHashMap<>();
    /// Entries whose booking or references are new.
    private final Set<UUID> news = new HashSet<>();
    private final Set<String> keys = new HashSet<>();
    private String kind = "";
    private @Nullable String statement;

    /// A statement, report or notice.
    ///
    /// @param kind class of the file's kind
    /// @param statement name of the page of a statement; null for reports and notices
    record Page(String kind, @Nullable String statement, List<Booking> bookings) {
        Page {
            bookings = List.copyOf(bookings);
        }
    }

    /// An entry before and after the file; null before it was known.
    record Changed(@Nullable StoredEntry before, StoredEntry after) {}

    EntryImport(Tx tx, BankProfile profile, UUID file, Clocks clocks, EntryStore store, List<Page> pages, Instant now) {
        this.tx = tx;
        this.profile = profile;
        this.file = file;
        this.clocks = clocks;
        this.now = now;
        this.store = store;
        var references = new HashSet<String>();
        var days = new HashSet<LocalDate>();
        for (var page : pages) {
            for (var booking : page.bookings()) {
                add(references, booking.reference());
                booking.parts().forEach(each -> add(references, each.reference()));
                days.add(booking.day());
                add(days, booking.valueOn());
            }
        }
        var related = store.related(tx, profile.id(), references, days);
        this.known = new KnownEntries(related);
        for (var entry : related) {
            before.put(entry.id(), entry);
            keys.add(entry.key());
        }
        keys.addAll(EntryStore.usedKeys(tx, profile.id(), candidates(pages)));
    }

    private static <T> void add(Set<T> to, @Nullable T value) {
        if (value != null) {
            to.add(value);
        }
    }

    /// Applies the pages.
    ///
    /// @return the entries that they changed
    List<Changed> apply(List<Page> pages, EntryMatcher matcher) {
        pages.forEach(this::apply);
        var earlier = matcher.match(tx, profile, named, news, now);
        var added = named.values().stream()
                .filter(each -> !before.containsKey(each.id()))
                .toList();
        store.insert(tx, added);
        var updated = earlier.stream().map(Changed::after).collect(Collectors.toCollection(ArrayList::new));
        named.values().stream()
                .filter(each -> !each.equals(before.getOrDefault(each.id(), each)))
                .forEach(updated::add);
        store.update(tx, updated);
        var changed = new ArrayList<Changed>();
        named.values().forEach(each -> changed.add(new Changed(before.get(each.id()), each)));
        changed.addAll(earlier);
        return changed;
    }

    private void apply(Page page) {
        kind = page.kind();
        statement = page.statement();
        known.begin(kind, statement, page.bookings());
        for (var booking : page.bookings()) {
            switch (known.find(booking)) {
                case Found.Parts(var entries) -> seen(entries, booking);
                case Found.Whole(var entries) -> entries.forEach(each -> seen(each, booking, null));
                case Found.Divided(var whole) -> divide(whole, booking);
                case Found.Nothing _ -> create(booking, List.of(), null);
                case Found.Ambiguous _ -> create(booking, List.of(), new Match(Match.Kind.AMBIGUOUS, null));
            }
        }
    }

    private void seen(List<@Nullable StoredEntry> entries, Booking booking) {
        var whole = clocks.newId();
        for (int at = 0; at < entries.size(); at++) {
            var entry = entries.get(at);
            if (entry == null) {
                create(booking, at, whole, null);
            } else {
                seen(entry, booking, booking.parts().get(at));
            }
        }
    }

    /// Replaces an entry by its parts, which earlier sources have named with it.
    private void divide(StoredEntry whole, Booking booking) {
        put(whole.replaced());
        create(booking, whole.sources(), null);
    }

    private void create(Booking booking, List<Source> earlier, @Nullable Match match) {
        var whole = clocks.newId();
        for (int at = 0; at < booking.parts().size(); at++) {
            var entry = create(booking, at, whole, match);
            if (!earlier.isEmpty()) {
                var sources = new ArrayList<>(earlier);
                if (earlier.stream().noneMatch(each -> isSame(each, source()))) {
                    sources.add(source());
                }
                put(new StoredEntry.Change(entry).sources(sources).entry());
            }
        }
    }

    private StoredEntry create(Booking booking, int at, UUID whole, @Nullable Match match) {
        var part = booking.parts().get(at);
        var entry = new StoredEntry(
                clocks.newId(),
                profile.id(),
                key(booking, at),
                new Whole(
                        whole,
                        booking.reference(),
                        booking.amount(),
                        at,
                        booking.parts().size()),
                part.reference(),
                part.amount(),
                part.credit(),
                part.creditable(),
                booking.status(),
                booking.day(),
                booking.valueOn(),
                part.references(),
                part.returnCode(),
                part.details(),
                booking.code(),
                part.content(),
                List.of(source()),
                now,
                match,
                null,
                null,
                null);
        put(entry);
        news.add(entry.id());
        return entry;
    }

    /// Notes that the page names a known entry.
    ///
    /// @param part null if the page names the whole booking only
    private void seen(StoredEntry entry, Booking booking, @Nullable Part part) {
        var change = new StoredEntry.Change(entry);
        var source = source();
        if (entry.sources().stream().noneMatch(each -> isSame(each, source))) {
            var sources = new ArrayList<>(entry.sources());
            sources.add(source);
            change.sources(sources);
        }
        boolean isBookedNow = booking.status() == Status.BOOKED && entry.status() != Status.BOOKED;
        boolean creditable = part == null ? entry.credit() && entry.returnCode() == null : part.creditable();
        if (isBookedNow) {
            change.status(Status.BOOKED).booking(creditable, booking.day(), booking.valueOn());
        } else if (booking.status() == Status.PENDING && entry.status() == Status.INFO) {
            change.status(Status.PENDING);
        } else if (part != null && !part.creditable() && booking.status() == Status.BOOKED) {
            // A later source knows that it is a return.
            change.booking(false, entry.bookedOn(), entry.valueOn());
        }
        boolean isCompleted = false;
        if (part != null) {
            var references = completed(entry.references(), part.references());
            var returnCode = entry.returnCode() == null ? part.returnCode() : entry.returnCode();
            isCompleted = !references.equals(entry.references()) || !Objects.equals(returnCode, entry.returnCode());
            change.content(references, completed(entry.content(), part.content()))
                    .returned(returnCode);
        }
        if (isBookedNow || (isCompleted && entry.match() == null)) {
            news.add(entry.id());
        }
        put(change.entry());
    }

    private Source source() {
        return new Source(kind, now, statement, file);
    }

    private static boolean isSame(Source one, Source other) {
        return one.kind().equals(other.kind()) && Objects.equals(one.statement(), other.statement());
    }

    private static EntryDetails.References completed(EntryDetails.References from, EntryDetails.References more) {
        return new EntryDetails.References(
                either(from.endToEndId(), more.endToEndId()),
                from.bank(),
                either(from.msgId(), more.msgId()),
                either(from.paymentInformationId(), more.paymentInformationId()),
                either(from.instructionId(), more.instructionId()),
                either(from.uetr(), more.uetr()));
    }

    private static Content completed(Content from, Content more) {
        return new Content(
                from.counterparty().label() == null ? more.counterparty() : from.counterparty(),
                from.remittance().text() == null ? more.remittance() : from.remittance(),
                either(from.ownAccount(), more.ownAccount()),
                from.text().isEmpty() ? more.text() : from.text(),
                either(from.charges(), more.charges()));
    }

    private static @Nullable String either(@Nullable String first, @Nullable String second) {
        return first == null ? second : first;
    }

    private void put(StoredEntry entry) {
        known.put(entry);
        named.put(entry.id(), entry);
        keys.add(entry.key());
    }

    /// Returns the key without its ordinal: the bank's reference, else that of the whole and the number of the part,
    /// else a fingerprint; with direction and amount.
    private static String base(Booking booking, int at) {
        var part = booking.parts().get(at);
        String name;
        if (part.reference() != null) {
            name = "ref:" + part.reference();
        } else if (booking.reference() != null) {
            name = "ref:" + booking.reference() + "." + at;
        } else {
            name = "day:" + booking.day() + ":" + hash(booking.fingerprint() + "\n" + at);
        }
        return name + ":" + (part.credit() ? "C" : "D") + part.amount().units();
    }

    /// Returns a new key, with the ordinal among equals.
    private String key(Booking booking, int at) {
        var base = base(booking, at);
        int ordinal = 1;
        while (keys.contains(base + ":" + ordinal)) {
            ordinal++;
        }
        return base + ":" + ordinal;
    }

    /// Returns the keys that bookings without a reference may get. An entry whose day changed since keeps its key,
    /// and is not related.
    private static Set<String> candidates(List<Page> pages) {
        var counts = new HashMap<String, Integer>();
        var candidates = new HashSet<String>();
        for (var page : pages) {
            for (var booking : page.bookings()) {
                for (int at = 0;
                        booking.hasNoReference() && at < booking.parts().size();
                        at++) {
                    var base = base(booking, at);
                    candidates.add(base + ":" + counts.merge(base, 1, Integer::sum));
                }
            }
        }
        return candidates;
    }

    private static String hash(String text) {
        return Sha256.hex(text.getBytes(StandardCharsets.UTF_8)).substring(0, HASH_LENGTH);
    }
}
