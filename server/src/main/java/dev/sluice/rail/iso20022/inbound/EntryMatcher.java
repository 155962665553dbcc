package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import dev.sluice.rail.iso20022.inbound.EntryImport.Changed;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Status;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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

/// Finds what entries are about, in this order: payouts and their returns, deposits, reversals of credits, and
/// entries of our own. Nothing is guessed: an entry with two explanations has none.
final class EntryMatcher {
    /// Days between the bookings of a notice and of a statement that names no reference.
    private static final int DAYS_APART_MAX = 7;

    private final EntryStore store;
    private final IncomingPayments payments;
    private final PayoutBook payouts;
    private final OpenDestinations destinations;
    private final Set<String> ownAccounts;

    EntryMatcher(
            EntryStore store,
            IncomingPayments payments,
            PayoutBook payouts,
            OpenDestinations destinations,
            Set<String> ownAccounts) {
        this.store = store;
        this.payments = payments;
        this.payouts = payouts;
        this.destinations = destinations;
        this.ownAccounts = ownAccounts.stream().map(Booking::plain).collect(Collectors.toUnmodifiableSet());
    }

    /// Matches entries that a file named.
    ///
    /// @param named the entries; matched ones replace them
    /// @param news ids of those whose booking or references are new
    /// @return entries of earlier files that changed
    List<Changed> match(Tx tx, BankProfile profile, Map<UUID, StoredEntry> named, Set<UUID> news, Instant now) {
        var earlier = new ArrayList<>(matchPayouts(tx, profile, named, news, now));
        matchDeposits(tx, profile, named, now);
        earlier.addAll(matchReversals(tx, profile, named, now));
        matchOwn(tx, profile, named);
        return earlier;
    }

    /// An entry that the bank calls a charge is none of a payout, even if it names one.
    ///
    /// @return returns of earlier files that these have completed
    private List<Changed> matchPayouts(
            Tx tx, BankProfile profile, Map<UUID, StoredEntry> named, Set<UUID> news, Instant now) {
        var asked = named.values().stream()
                .filter(each -> news.contains(each.id()))
                .filter(each -> each.credit() || !OwnEntries.isCost(each))
                .filter(each -> each.isBooked() || each.status() == Status.PENDING)
                .filter(each -> !isAmbiguous(each) && !each.isMatchedByHand() && each.creditedAt() == null)
                .toList();
        if (asked.isEmpty()) {
            return List.of();
        }
        var answers = payouts.apply(
                tx, profile, asked.stream().map(EntryMatcher::entry).toList(), now);
        if (answers.size() != asked.size()) {
            throw new IllegalStateException(answers.size() + " matches for " + asked.size() + " entries");
        }
        for (int at = 0; at < asked.size(); at++) {
            var answer = answers.get(at);
            var kind = switch (answer.kind()) {
                case PAYOUT -> Match.Kind.PAYOUT;
                case RETURN -> Match.Kind.RETURN;
                case NONE -> null;
            };
            var entry = asked.get(at);
            boolean wasMatched = entry.match() != null || entry.fault() != null;
            if (kind != null || answer.fault() != null || wasMatched) {
                put(named, entry.matched(kind == null ? null : new Match(kind, null), answer.fault()));
            }
        }
        var returns = asked.stream()
                .map(each -> Objects.requireNonNull(named.get(each.id())))
                .filter(each -> each.match() != null && each.match().kind() == Match.Kind.RETURN)
                .toList();
        return followReturns(tx, profile, named, returns);
    }

    /// Clears the fault of returns that further parts of the same payout have followed: the last one says what is
    /// missing.
    ///
    /// @param returns returns of the file in their order
    private List<Changed> followReturns(
            Tx tx, BankProfile profile, Map<UUID, StoredEntry> named, List<StoredEntry> returns) {
        var last = new HashMap<String, UUID>();
        returns.forEach(each -> last.put(String.valueOf(each.references().endToEndId()), each.id()));
        var earlier = new ArrayList<Changed>();
        for (var entry : store.shortReturns(tx, profile.id(), last.keySet())) {
            if (!named.containsKey(entry.id())) {
                earlier.add(new Changed(entry, entry.matched(entry.match(), null)));
            }
        }
        for (var entry : List.copyOf(named.values())) {
            var latest = last.get(String.valueOf(entry.references().endToEndId()));
            if (latest != null && !latest.equals(entry.id()) && isShort(entry)) {
                put(named, entry.matched(entry.match(), null));
            }
        }
        return earlier;
    }

    private static boolean isShort(StoredEntry entry) {
        return BreakKind.RETURN_SHORT.name().equals(entry.fault());
    }

    private void matchDeposits(Tx tx, BankProfile profile, Map<UUID, StoredEntry> named, Instant now) {
        var deposits = profile.deposits();
        if (deposits == null) {
            return;
        }
        var found = new HashMap<UUID, DepositReferences>();
        var asked = new LinkedHashSet<Destination>();
        var unstated = unstated(tx, profile, named);
        for (var entry : named.values()) {
            if (isToCredit(profile, entry, unstated)) {
                var references = DepositReferences.of(profile, deposits, entry.content());
                found.put(entry.id(), references);
                references.all().forEach(each -> asked.add(destination(profile, deposits.method(), each)));
            }
        }
        if (asked.isEmpty()) {
            return;
        }
        var used = destinations.inUse(tx, List.copyOf(asked)).stream()
                .map(Destination::number)
                .collect(Collectors.toSet());
        var receipts = new ArrayList<IncomingPayment>();
        for (var entry : List.copyOf(named.values())) {
            var references = found.get(entry.id());
            var number = references == null ? null : references.choose(used);
            if (number != null) {
                var destination = destination(profile, deposits.method(), number);
                receipts.add(receipt(profile, entry, destination, now));
                put(named, entry.credited(new Match(Match.Kind.DEPOSIT, destination.text()), now));
            }
        }
        payments.add(tx, receipts);
    }

    private static Destination destination(BankProfile profile, String method, String number) {
        return new Destination(profile.account().currency(), method, number);
    }

    /// Returns true for new money that the crediting source names. An entry without a reference of the bank is
    /// credited from a statement only, and not if a credit from a notice may be the same.
    private static boolean isToCredit(BankProfile profile, StoredEntry entry, List<StoredEntry> unstated) {
        if (!entry.isBooked()
                || !entry.credit()
                || !entry.creditable()
                || entry.match() != null
                || entry.fault() != null
                || entry.creditedAt() != null
                || entry.amount().isZero()) {
            return false;
        }
        var source = profile.in().creditsFrom();
        if (entry.hasReference() || SourceKind.isStatement(source)) {
            return entry.isNamedBy(source);
        }
        return entry.isStated()
                && unstated.stream()
                        .filter(each -> each.amount().equals(entry.amount()))
                        .noneMatch(each ->
                                Math.abs(ChronoUnit.DAYS.between(each.bookedOn(), entry.bookedOn())) < DAYS_APART_MAX);
    }

    /// Returns earlier credits that no statement has named, if any entry of the file has no reference.
    private List<StoredEntry> unstated(Tx tx, BankProfile profile, Map<UUID, StoredEntry> named) {
        var last = named.values().stream()
                .filter(each -> !each.hasReference() && each.credit())
                .map(StoredEntry::bookedOn)
                .max(Comparator.naturalOrder());
        return last.isEmpty()
                ? List.of()
                : store.unstated(tx, profile.id(), last.get().plusDays(DAYS_APART_MAX)).stream()
                        .filter(each -> !named.containsKey(each.id()))
                        .toList();
    }

    static IncomingPayment receipt(BankProfile profile, StoredEntry entry, Destination destination, Instant now) {
        var other = entry.content().counterparty();
        var zone = profile.windows().zone();
        boolean today = entry.bookedOn().equals(now.atZone(zone).toLocalDate());
        var paidAt = today ? now : entry.bookedOn().atStartOfDay(zone).toInstant();
        return new IncomingPayment(
                profile.rail(),
                entry.key(),
                destination,
                entry.amount(),
                new Payer(entry.bankReference(), other.name(), other.bank(), null, other.account(), null),
                text(entry),
                paidAt.isAfter(now) ? now : paidAt,
                now);
    }

    /// Takes credits back that reversals name, whichever of the two was known first.
    private List<Changed> matchReversals(Tx tx, BankProfile profile, Map<UUID, StoredEntry> named, Instant now) {
        var reversals = named.values().stream()
                .filter(each -> each.isBooked() && !each.credit() && each.returnCode() != null && each.match() == null)
                .collect(Collectors.toCollection(ArrayList::new));
        var credits = named.values().stream()
                .filter(each -> each.creditedAt() != null)
                .flatMap(each -> references(each).stream())
                .collect(Collectors.toSet());
        store.unmatchedReversals(tx, profile.id(), credits).stream()
                .filter(each -> !named.containsKey(each.id()))
                .forEach(reversals::add);
        var earlier = new LinkedHashMap<UUID, Changed>();
        for (var reversal : reversals) {
            var credited = credited(tx, named, reversal).stream()
                    .filter(each -> !earlier.containsKey(each.id()))
                    .toList();
            if (credited.size() == 1) {
                var original = credited.getFirst();
                payments.reverse(tx, profile.rail(), List.of(original.key()), now);
                var match = new Match(Match.Kind.REVERSAL, BankBreak.entry(original.id()));
                change(named, earlier, original, original.reversed(reversal.id()));
                change(named, earlier, reversal, reversal.matched(match, null));
            }
        }
        return List.copyOf(earlier.values());
    }

    private static void change(
            Map<UUID, StoredEntry> named, Map<UUID, Changed> earlier, StoredEntry before, StoredEntry after) {
        if (named.containsKey(after.id())) {
            put(named, after);
        } else {
            earlier.put(after.id(), new Changed(before, after));
        }
    }

    /// Returns the credits that a reversal may take back.
    private List<StoredEntry> credited(Tx tx, Map<UUID, StoredEntry> named, StoredEntry reversal) {
        var references = references(reversal);
        return Stream.concat(
                        store.credited(tx, reversal.account(), references).stream()
                                .filter(each -> !named.containsKey(each.id())),
                        named.values().stream()
                                .filter(each -> references(each).stream().anyMatch(references::contains)))
                .filter(each -> each.creditedAt() != null && each.reversedBy() == null)
                .filter(each -> each.amount().equals(reversal.amount()))
                .toList();
    }

    private static Set<String> references(StoredEntry entry) {
        return Stream.of(
                        entry.bankReference(),
                        entry.whole().reference(),
                        entry.references().endToEndId())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /// Matches transfers between accounts of ours, and posts charges and interest. A credit posts back: the bank pays
    /// interest, or takes a charge back.
    private void matchOwn(Tx tx, BankProfile profile, Map<UUID, StoredEntry> named) {
        for (var entry : List.copyOf(named.values())) {
            if (!entry.isBooked() || entry.match() != null || entry.fault() != null || entry.creditedAt() != null) {
                continue;
            }
            var kind = OwnEntries.kind(entry, ownAccounts);
            if (kind == null || (kind == Match.Kind.TRANSFER && entry.returnCode() != null)) {
                continue;
            }
            put(named, entry.matched(new Match(kind, null), null));
            if (kind != Match.Kind.TRANSFER && !entry.amount().isZero()) {
                var cause = kind == Match.Kind.INTEREST ? Charge.Kind.INTEREST : Charge.Kind.CHARGE;
                var at = entry.bookedOn().atStartOfDay(profile.windows().zone()).toInstant();
                var cost = Money.zero(entry.amount().asset()).minus(entry.signed());
                Charges.add(tx, new Charge(entry.id(), profile.rail(), entry.key(), cause, cost, at));
            }
        }
    }

    private static boolean isAmbiguous(StoredEntry entry) {
        return entry.match() != null && entry.match().kind() == Match.Kind.AMBIGUOUS;
    }

    private static void put(Map<UUID, StoredEntry> named, StoredEntry entry) {
        named.put(entry.id(), entry);
    }

    static BankEntry entry(StoredEntry entry) {
        return new BankEntry(
                entry.id(),
                entry.account(),
                entry.amount(),
                entry.credit(),
                entry.isBooked(),
                entry.creditable(),
                entry.returnCode(),
                entry.bookedOn(),
                entry.references(),
                entry.content().counterparty(),
                text(entry),
                entry.charges(),
                entry.details());
    }

    static @Nullable String text(StoredEntry entry) {
        var text = entry.content().remittance().text();
        return text != null
                ? text
                : entry.content().text().isBlank() ? null : entry.content().text();
    }
}
