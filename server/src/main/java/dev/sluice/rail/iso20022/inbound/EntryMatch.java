package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.http.Ids;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionEffect;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Match of an open entry by hand. The verdict is `payout:<id>` or `file:<MsgId>` for a debit, and `payout:<id>` (its
/// return) or `deposit:<reference>` for a credit. The entry has the same effect as if the bank had named the subject.
public final class EntryMatch implements DecisionEffect {
    private static final String PAYOUT = "payout";
    private static final String FILE = "file";
    private static final String DEPOSIT = "deposit";
    private static final String BEFORE = "before_match";
    private static final Set<BreakKind> EXPLAINED = EnumSet.of(
            BreakKind.CREDIT_OPEN,
            BreakKind.DEBIT_OPEN,
            BreakKind.CHARGE_UNEXPLAINED,
            BreakKind.AMOUNT_DIFFERS,
            BreakKind.LUMP_DIFFERS);

    private final Clocks clocks;
    private final EntryStore entries;
    private final PayoutBook payouts;
    private final IncomingPayments payments;
    private final OpenDestinations destinations;
    private final BankBreaks breaks;
    private final List<BankProfile> profiles;

    public EntryMatch(BankInbox.Dependencies dependencies, List<BankProfile> profiles) {
        this.clocks = dependencies.clocks();
        this.entries = new EntryStore(dependencies.vault());
        this.payouts = dependencies.payouts();
        this.payments = dependencies.payments();
        this.destinations = dependencies.destinations();
        this.breaks = new BankBreaks(dependencies.vault(), dependencies.clocks());
        this.profiles = List.copyOf(profiles);
    }

    /// Subject that a person names for an entry.
    public sealed interface Subject {
        record Payout(UUID id) implements Subject {}

        /// All transfers of a file in one sum.
        record File(String msgId) implements Subject {}

        /// @param reference number of the virtual account, or reference of the payment
        record Deposit(String reference) implements Subject {}

        /// Returns the text that a decision stores.
        default String verdict() {
            return switch (this) {
                case Payout(var id) -> PAYOUT + ":" + id;
                case File(var msgId) -> FILE + ":" + msgId;
                case Deposit(var reference) -> DEPOSIT + ":" + reference;
            };
        }

        /// Reads a text that a decision stores.
        ///
        /// @throws DecisionRefused if it is none
        static Subject of(String verdict) {
            int colon = verdict.indexOf(':');
            var kind = colon < 0 ? "" : verdict.substring(0, colon);
            var name = verdict.substring(colon + 1).strip();
            return switch (name.isEmpty() ? "" : kind) {
                case PAYOUT ->
                    new Payout(Ids.parse(name)
                            .orElseThrow(() -> DecisionRefused.notPossible("payout: must be the id of a payout")));
                case FILE -> new File(name.toUpperCase(Locale.ROOT));
                case DEPOSIT -> new Deposit(name.replaceAll("\\s", "").toUpperCase(Locale.ROOT));
                default ->
                    throw DecisionRefused.notPossible(
                            "subject: must be payout:<id>, file:<MsgId> or deposit:<reference>");
            };
        }
    }

    /// Carries the match out and takes it back, so that an impossible one is refused at its request.
    @Override
    public void check(Tx tx, DecisionRequest request) {
        var handle = tx.handle();
        handle.savepoint(BEFORE);
        match(tx, request, "");
        tx.handle().rollbackToSavepoint(BEFORE);
    }

    @Override
    public void apply(Tx tx, BankDecision decision) {
        var second = Objects.requireNonNull(decision.state().end()).by();
        match(
                tx,
                decision.request(),
                "matched by " + decision.requestedBy().name() + " and " + second.name() + ": "
                        + decision.request().evidence());
    }

    private void match(Tx tx, DecisionRequest request, String reason) {
        var profile = profiles.stream()
                .filter(each -> each.id().equals(request.account()))
                .findFirst()
                .orElseThrow(
                        () -> DecisionRefused.notPossible("the account " + request.account() + " has no profile here"));
        InboundFileStore.lockAccount(tx, profile.id(), clocks.instant());
        var entry = Ids.parse(request.subject())
                .flatMap(id -> entries.lock(tx, id))
                .filter(each -> each.account().equals(profile.id()))
                .orElseThrow(() -> DecisionRefused.notPossible(
                        "the account " + profile.id() + " has no entry " + request.subject()));
        if (!entry.isOpen()) {
            throw DecisionRefused.notPossible("the entry is explained by now");
        }
        var matched = switch (Subject.of(request.verdict())) {
            case Subject.Payout payout -> {
                var references = named(entry, EndToEndIds.of(payout.id()), null);
                yield ofPayouts(tx, profile, entry, payout, references, 1);
            }
            case Subject.File file -> {
                var references = named(entry, null, file.msgId());
                yield ofPayouts(tx, profile, entry, file, references, Math.max(2, entry.details()));
            }
            case Subject.Deposit(var reference) -> ofDeposit(tx, profile, entry, reference);
        };
        entries.update(tx, List.of(matched));
        breaks.close(tx, profile.id(), BankBreak.entry(entry.id()), EXPLAINED, reason);
    }

    private static EntryDetails.References named(
            StoredEntry entry, @Nullable String endToEndId, @Nullable String msgId) {
        return new EntryDetails.References(endToEndId, entry.references().bank(), msgId, null, null, null);
    }

    private StoredEntry ofPayouts(
            Tx tx,
            BankProfile profile,
            StoredEntry entry,
            Subject subject,
            EntryDetails.References references,
            int details) {
        var asked = EntryMatcher.entry(entry);
        var returned = entry.credit() && asked.returnCode() == null ? "" : asked.returnCode();
        var match = payouts.apply(
                        tx,
                        profile,
                        List.of(new BankEntry(
                                asked.id(),
                                asked.account(),
                                asked.amount(),
                                asked.credit(),
                                asked.booked(),
                                false,
                                returned,
                                asked.bookedOn(),
                                references,
                                asked.counterparty(),
                                asked.text(),
                                asked.charges(),
                                details)),
                        clocks.instant())
                .getFirst();
        if (match.fault() != null) {
            throw DecisionRefused.notPossible(fault(match.fault()));
        }
        return switch (match.kind()) {
            case PAYOUT -> entry.matched(new Match(Match.Kind.PAYOUT, subject.verdict()), null);
            case RETURN -> entry.matched(new Match(Match.Kind.RETURN, subject.verdict()), null);
            case NONE ->
                throw DecisionRefused.notPossible("the account " + profile.id() + " has no such "
                        + (references.msgId() == null ? "payout" : "file of payouts, or the entry is a credit"));
        };
    }

    private static String fault(String fault) {
        return switch (BreakKind.valueOf(fault)) {
            case AMOUNT_DIFFERS, RETURN_SHORT -> "the payout has another amount than the entry";
            case LUMP_DIFFERS -> "the transfers of the file do not add up to the amount of the entry";
            case BOOKED_TWICE -> "another entry is matched to it already";
            case BOOKED_NOT_INSTRUCTED -> "the payout is in no file, so the bank cannot have booked it";
            default -> "it does not fit the entry (" + fault + ")";
        };
    }

    private StoredEntry ofDeposit(Tx tx, BankProfile profile, StoredEntry entry, String reference) {
        var deposits = profile.deposits();
        if (deposits == null) {
            throw DecisionRefused.notPossible("the account " + profile.id() + " takes no deposits");
        }
        if (!entry.credit() || entry.creditedAt() != null || entry.amount().isZero()) {
            throw DecisionRefused.notPossible("only a credit can be matched to a deposit");
        }
        var destination = new Destination(profile.account().currency(), deposits.method(), reference);
        if (!destinations.inUse(tx, List.of(destination)).contains(destination)) {
            throw DecisionRefused.notPossible("no deposit has the payment reference " + reference);
        }
        var now = clocks.instant();
        payments.add(tx, List.of(EntryMatcher.receipt(profile, entry, destination, now)));
        return entry.credited(new Match(Match.Kind.DEPOSIT, destination.text()), now);
    }
}
