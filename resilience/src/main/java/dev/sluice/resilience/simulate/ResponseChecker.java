package dev.sluice.resilience.simulate;

import dev.sluice.clock.Clocks;
import dev.sluice.merchant.Organization;
import dev.sluice.money.Asset;
import dev.sluice.resilience.proof.FactStore;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import dev.sluice.resilience.simulate.RecordedRequest.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Compares the service's state with the world's.
final class ResponseChecker {
    private final World world;
    private final FactStore facts;
    private final StateStore state;
    private final Model model;
    private final RateChecker rateChecker;
    private final Programs programs;
    private final Listener listener;
    private final InvariantChecker invariantChecker;
    private final List<Organization> merchants;
    /// Last position up to which all events of a merchant have arrived.
    private final Map<UUID, Long> arrived = new HashMap<>();
    /// Last position up to which events had been checked at the last rest.
    private final Map<UUID, Long> watchedAtRest = new HashMap<>();
    /// Number of checked payments by rail.
    private final Map<String, Integer> seen = new HashMap<>();
    /// Final payments by rail and asset.
    private final Map<String, Map<String, BigInteger>> wentOut = new HashMap<>();

    private final byte[] masterKey;
    private final List<String> shown = new ArrayList<>();
    private int judged;
    private UUID last = StateStore.FIRST;
    private UUID beforeLast = StateStore.FIRST;

    ResponseChecker(
            World world,
            TempPostgres postgres,
            Model model,
            RateChecker rateChecker,
            Programs programs,
            Listener listener,
            InvariantChecker invariantChecker,
            List<Organization> merchants) {
        this.world = world;
        this.masterKey = postgres.masterKey();
        this.facts = new FactStore(postgres.database());
        this.state = new StateStore(postgres.database());
        this.model = model;
        this.rateChecker = rateChecker;
        this.programs = programs;
        this.listener = listener;
        this.invariantChecker = invariantChecker;
        this.merchants = merchants;
    }

    /// Returns true if nothing is in progress, by a cheap check.
    boolean isQuiet() {
        return facts.pendingPayouts() == 0 && facts.openDeposits() == 0;
    }

    /// Returns true if every event has been delivered.
    boolean isAllHeard() {
        return merchants.stream().allMatch(merchant -> missed(merchant).isEmpty());
    }

    /// Verifies all invariants of a system at rest.
    ///
    /// @param whole true to verify all books, and not only changes since the last time; that takes longer with
    ///     every step
    /// @param now time at which everything came to rest
    void atRest(boolean whole, Instant now) {
        invariantChecker.look();
        findings()
                .unless(
                        programs.open().isEmpty(),
                        Invariant.EVERYTHING_ENDS,
                        programs.open().size() + " requests get no answer");
        if (whole) {
            var report = facts.prove(masterKey);
            findings()
                    .unless(
                            report.isClean(),
                            Invariant.BOOKS_PROVED,
                            report.faults().toString());
        }
        payouts(whole);
        var held = facts.held();
        findings().unless(held.isEmpty(), Invariant.NOTHING_STAYS_HELD, held.toString());
        world.banks().forEach(this::clearing);
        deposits(whole);
        balances();
        events(whole);
        told(whole);
        beforeLast = last;
        last = Clocks.firstIdOf(now);
        judged = programs.all().size();
    }

    /// Verifies that each object has as many events as it states, and that every event has its object.
    private void told(boolean whole) {
        for (var merchant : merchants) {
            var untold = state.withWrongEventCount(merchant.id(), whole ? StateStore.FIRST : beforeLast);
            var groundless = state.groundless(merchant.id(), watchedAtRest.getOrDefault(merchant.id(), 0L));
            watchedAtRest.put(merchant.id(), invariantChecker.watched(merchant.id()));
            findings()
                    .unless(
                            untold.isEmpty() && groundless.isEmpty(),
                            Invariant.EVENTS_TELL_WHAT_IS,
                            "%s; events of what is not there: %s".formatted(untold, groundless));
            var mistold = new ArrayList<>(state.misnamed(merchant.id(), whole ? StateStore.FIRST : beforeLast));
            mistold.addAll(state.mistold(merchant.id(), world.news().of(merchant.id())));
            findings().unless(mistold.isEmpty(), Invariant.EVENTS_TELL_WHAT_IS, mistold.toString());
        }
    }

    /// Returns all balances, for the trace.
    String figures() {
        return shown.toString();
    }

    private Findings findings() {
        return world.findings();
    }

    private Map<UUID, String> statuses(boolean whole, BiFunction<UUID, UUID, Map<UUID, String>> of) {
        var all = new HashMap<UUID, String>();
        merchants.forEach(each -> all.putAll(of.apply(each.id(), whole ? StateStore.FIRST : beforeLast)));
        return all;
    }

    private List<RecordedRequest> fresh() {
        return programs.all().subList(judged, programs.all().size()).stream()
                .filter(each -> each.state == RecordedRequest.State.DONE)
                .toList();
    }

    private void payouts(boolean whole) {
        var statuses = statuses(whole, state::payouts);
        var counts = state.payoutStatuses();
        fresh().forEach(this::take);
        counted(counts.values().stream().mapToLong(each -> each).sum(), model.payouts(), "payouts");
        var payments = new HashMap<UUID, Bank.Payment>();
        for (var bank : world.banks()) {
            for (var payment : bank.since(seen.getOrDefault(bank.name(), 0))) {
                var wanted = model.wanted().get(payment.instruction.payout().payoutId());
                findings()
                        .unless(
                                wanted != null && wanted.isSame(payment.amount(), payment.beneficiary()),
                                Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                                "%s was paid to %s, asked for was %s"
                                        .formatted(payment.amount(), payment.beneficiary(), wanted));
                payments.put(payment.instruction.payout().payoutId(), payment);
            }
        }
        var contradicted = facts.discrepancies();
        for (var id : List.copyOf(model.wanted().keySet())) {
            var status = statuses.get(id);
            findings().unless(status != null, Invariant.NOTHING_ACKNOWLEDGED_IS_LOST, "payout " + id);
            if (status != null) {
                agree(id, status, payments.get(id), contradicted);
            }
        }
        // Payouts that ended before the last rest are compared only by count.
        findings()
                .unless(
                        counts.equals(model.outcomes()),
                        Invariant.PAYOUTS_AGREE_WITH_RAIL,
                        "%s by now, %s when they ended".formatted(counts, model.outcomes()));
        cancels(Kind.CANCEL_PAYOUT, statuses, Set.of("cancelled"));
        world.banks().forEach(bank -> seen.put(bank.name(), bank.payments().size()));
    }

    private void take(RecordedRequest requested) {
        var refundable = programs.bill(requested).map(model::refundable).orElse(BigDecimal.ZERO);
        model.take(requested, refundable);
        if (requested.kind == Kind.REFUND) {
            findings()
                    .unless(
                            refundable.compareTo(requested.shown) == 0,
                            Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                            "refund %s is %s, due is %s".formatted(requested.ids, requested.shown, refundable));
        }
        if (requested.exchange != RecordedRequest.Exchange.NONE) {
            rateChecker.take(requested);
        }
        if (requested.kind == Kind.CONVERSION) {
            var due = Model.converted(requested);
            findings()
                    .unless(
                            due.compareTo(requested.shown) == 0,
                            Invariant.BALANCES_AGREE_WITH_MODEL,
                            "conversion %s brings %s, due is %s".formatted(requested.ids, requested.shown, due));
        }
    }

    /// Verifies that acknowledged cancellations persist.
    private void cancels(Kind kind, Map<UUID, String> statuses, Set<String> ends) {
        for (var requested : fresh()) {
            if (requested.kind == kind && requested.status.equals("cancelled")) {
                var status = statuses.get(UUID.fromString(requested.ids.getFirst()));
                findings()
                        .unless(
                                status == null || ends.contains(status),
                                Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                                "%s was cancelled and is %s".formatted(requested.ids, status));
            }
        }
    }

    private void agree(UUID id, String status, Bank.@Nullable Payment payment, Set<UUID> contradicted) {
        findings().unless(!status.equals("pending"), Invariant.EVERYTHING_ENDS, "payout " + id + " is still under way");
        var truth =
                payment == null ? "not paid" : world.bank().outcomeOf(payment).name();
        boolean denied = payment != null && payment.isContradicted();
        findings()
                .unless(
                        denied == contradicted.contains(id),
                        Invariant.CONTRADICTIONS_ARE_KEPT,
                        "%s is %s; %s at the rail".formatted(id, status, denied ? "denied" : "never denied"));
        boolean agrees = switch (status) {
            case "completed" -> truth.equals("PAID");
            case "reversed" -> truth.equals("RETURNED");
            case "failed" -> truth.equals("REFUSED") || denied;
            case "cancelled" -> programs.isUnwanted(id) && (truth.equals("not paid") || truth.equals("TAKEN_BACK"));
            default -> true;
        };
        findings()
                .unless(
                        agrees,
                        Invariant.PAYOUTS_AGREE_WITH_RAIL,
                        "%s is %s; at the rail: %s".formatted(id, status, truth));
        // If a rail denied a payment and the service believed it, operators have to resolve it.
        boolean believed = denied && status.equals("failed");
        boolean paid = truth.equals("PAID") && !believed;
        model.settle(id, status, paid, truth.equals("RETURNED"));
        if (paid && payment != null) {
            wentOut.computeIfAbsent(payment.rail(), _ -> new HashMap<>())
                    .merge(payment.amount().asset().code(), payment.amount().units(), BigInteger::add);
        }
    }

    /// Verifies that a rail's clearing account equals its outgoing minus incoming money, except for denied
    /// payments.
    private void clearing(Bank bank) {
        var truth = new HashMap<>(wentOut.getOrDefault(bank.name(), Map.of()));
        world.payers()
                .remaining(bank.name())
                .forEach((Asset asset, BigInteger units) -> truth.merge(asset.code(), units.negate(), BigInteger::add));
        var books = facts.clearing(bank.name());
        for (var asset : union(truth.keySet(), books.keySet())) {
            var ours = books.getOrDefault(asset, BigInteger.ZERO);
            var theirs = truth.getOrDefault(asset, BigInteger.ZERO);
            findings()
                    .unless(
                            ours.equals(theirs),
                            Invariant.BOOKS_AGREE_WITH_RAIL,
                            "%s at %s: %s in the books, %s in truth".formatted(asset, bank.name(), ours, theirs));
        }
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        var all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }

    private void deposits(boolean whole) {
        counted(
                facts.deposits(),
                programs.count(Kind.DEPOSIT) + programs.count(Kind.WALLET_DEPOSIT) + programs.chosen(),
                "deposits");
        counted(facts.conversions(), model.conversions(), "conversions");
        var statuses = statuses(whole, state::deposits);
        for (var requested : fresh()) {
            boolean created = requested.kind == Kind.DEPOSIT
                    || requested.kind == Kind.WALLET_DEPOSIT
                    || (requested.kind == Kind.CHECKOUT && programs.wasChosen(requested));
            findings()
                    .unless(
                            !created || statuses.containsKey(UUID.fromString(requested.ids.getFirst())),
                            Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                            "deposit " + requested.ids);
        }
        cancels(Kind.CANCEL_DEPOSIT, statuses, Set.of("cancelled", "completed"));
        world.payers().bills().forEach(bill -> agree(bill, statuses.get(UUID.fromString(bill.depositId()))));
        long open = facts.openDeposits();
        findings().unless(open == 0, Invariant.EVERYTHING_ENDS, open + " deposits are still awaited");
    }

    /// Verifies that a deposit is completed if and only if it was paid. If tokens have vanished, it may be either.
    private void agree(PaymentInstructions bill, @Nullable String status) {
        if (status == null) {
            return;
        }
        findings()
                .unless(
                        !model.isRefundedTooMuch(bill),
                        Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                        "more of %s went back than came for deposit %s".formatted(bill.amount(), bill.depositId()));
        boolean completed = status.equals("completed");
        boolean paid = world.payers().hasPaid(bill);
        boolean stands = !bill.isOnChain()
                || world.payers().remaining(bill.destination()).signum() > 0;
        findings()
                .unless(
                        completed ? paid : !(paid && stands),
                        Invariant.DEPOSITS_AGREE_WITH_PAYERS,
                        "deposit %s is %s, and was %s"
                                .formatted(bill.depositId(), status, paid ? "paid" : "never paid"));
    }

    /// Verifies that every merchant has the model's balances.
    private void balances() {
        shown.clear();
        for (var merchant : merchants) {
            var due = model.balances(merchant, world.payers().bills(), world.payers());
            var net = state.net(merchant.id());
            for (var currency : List.of(Model.IDR, Model.USDC)) {
                var has = net.getOrDefault(currency, BigDecimal.ZERO);
                var should = due.getOrDefault(currency, BigDecimal.ZERO);
                shown.add(has.stripTrailingZeros().toPlainString() + " " + currency);
                findings()
                        .unless(
                                has.compareTo(should) == 0,
                                Invariant.BALANCES_AGREE_WITH_MODEL,
                                "%s has %s %s, and should have %s"
                                        .formatted(
                                                merchant.name(),
                                                has.stripTrailingZeros().toPlainString(),
                                                currency,
                                                should.stripTrailingZeros().toPlainString()));
            }
        }
    }

    private void counted(long created, long asked, String what) {
        findings()
                .unless(
                        created == asked,
                        Invariant.NOTHING_HAPPENS_TWICE,
                        "%d %s were asked for, and there are %d".formatted(asked, what, created));
    }

    private void events(boolean whole) {
        long gaps = whole ? facts.feedsWithGaps() : 0;
        findings().unless(gaps == 0, Invariant.FEED_HAS_NO_GAPS, gaps + " feeds have gaps");
        for (var merchant : merchants) {
            var missed = missed(merchant);
            findings()
                    .unless(
                            missed.isEmpty(),
                            Invariant.EVERY_EVENT_DELIVERED,
                            "%d events never arrived, such as number %s"
                                    .formatted(
                                            missed.size(),
                                            missed.stream().sorted().findFirst().orElse(0L)));
        }
    }

    private List<Long> missed(Organization merchant) {
        var since = facts.events(merchant.id(), arrived.getOrDefault(merchant.id(), 0L));
        var heard = listener.heardBy(merchant.id().toString());
        var missed =
                since.stream().filter(position -> !heard.contains(position)).toList();
        if (missed.isEmpty()) {
            since.forEach(position -> arrived.merge(merchant.id(), position, Math::max));
        }
        return missed;
    }
}
