package dev.sluice.trial.simulate;

import dev.sluice.merchant.Organization;
import dev.sluice.money.Asset;
import dev.sluice.trial.proof.FactStore;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.simulate.Asked.Kind;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Compares what the service says with what the world knows.
final class Judge {
    private final World world;
    private final FactStore facts;
    private final Programs programs;
    private final Listener listener;
    private final List<Organization> merchants;
    /// Up to which position all events of a merchant have arrived.
    private final Map<UUID, Long> arrived = new HashMap<>();

    Judge(World world, FactStore facts, Programs programs, Listener listener, List<Organization> merchants) {
        this.world = world;
        this.facts = facts;
        this.programs = programs;
        this.listener = listener;
        this.merchants = merchants;
    }

    /// What must hold after each step, whatever is under way.
    void always() {
        var unbalanced = facts.unbalanced();
        findings().unless(unbalanced.isEmpty(), Invariant.BOOKS_SUM_TO_ZERO, unbalanced.toString());
        long overdrawn = facts.overdrawn();
        findings().unless(overdrawn == 0, Invariant.NO_OVERDRAFT, overdrawn + " accounts are below zero");
    }

    /// Whether nothing is under way, as far as can be seen at a glance.
    boolean isQuiet() {
        return facts.pendingPayouts() == 0 && facts.openDeposits() == 0;
    }

    /// Whether every event has arrived where it is to arrive.
    boolean isAllHeard() {
        return merchants.stream().allMatch(merchant -> missed(merchant).isEmpty());
    }

    String figures() {
        return "";
    }

    /// What must hold once nothing is under way any more.
    void atRest() {
        var report = facts.prove();
        findings()
                .unless(
                        report.isClean(),
                        Invariant.BOOKS_PROVED,
                        report.faults().toString());
        var held = facts.held();
        findings().unless(held.isEmpty(), Invariant.NOTHING_STAYS_HELD, held.toString());
        var payouts = payouts();
        world.banks().forEach(bank -> clearing(bank, payouts));
        deposits();
        events();
    }

    private Findings findings() {
        return world.findings();
    }

    private Map<UUID, FactStore.Payout> payouts() {
        var byId = facts.payouts().stream().collect(Collectors.toMap(FactStore.Payout::id, Function.identity()));
        var known = byId.keySet().stream().map(UUID::toString).collect(Collectors.toSet());
        var asked = programs.done(Kind.PAYOUT, Kind.WALLET_PAYOUT, Kind.REFUND).stream()
                .flatMap(each -> each.ids.stream())
                .collect(Collectors.toCollection(HashSet::new));
        for (var id : asked) {
            findings().unless(known.contains(id), Invariant.NOTHING_ACKNOWLEDGED_IS_LOST, "payout " + id);
        }
        findings()
                .unless(
                        byId.size() == asked.size(),
                        Invariant.NOTHING_HAPPENS_TWICE,
                        "%d payouts were asked for, and there are %d".formatted(asked.size(), byId.size()));
        var paid = new HashMap<String, Bank.Payment>();
        for (var bank : world.banks()) {
            bank.payments().forEach((ref, payment) -> {
                paid.put(ref.payoutId().toString(), payment);
                var payout = byId.get(ref.payoutId());
                findings()
                        .unless(
                                payout != null
                                        && payout.units()
                                                .equals(payment.amount().units())
                                        && payout.asset()
                                                .equals(payment.amount().asset().code()),
                                Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                                "%s was paid for %s".formatted(payment.amount(), payout));
            });
        }
        var contradicted = facts.discrepancies();
        byId.values().forEach(payout -> agree(payout, paid.get(payout.id().toString()), contradicted));
        return byId;
    }

    private void agree(FactStore.Payout payout, Bank.@Nullable Payment payment, Set<UUID> contradicted) {
        findings()
                .unless(!payout.status().equals("pending"), Invariant.EVERYTHING_ENDS, payout + " is still under way");
        var truth = payment == null ? "not paid" : fate(payment);
        boolean denied = payment != null && payment.isContradicted();
        findings()
                .unless(
                        denied == contradicted.contains(payout.id()),
                        Invariant.CONTRADICTIONS_ARE_KEPT,
                        "%s; %s at the rail".formatted(payout, denied ? "denied" : "never denied"));
        boolean agrees = switch (payout.status()) {
            case "completed" -> truth.equals("PAID");
            case "reversed" -> truth.equals("RETURNED");
            case "failed" -> truth.equals("not paid") || truth.equals("REFUSED") || denied;
            case "cancelled" -> truth.equals("not paid") || truth.equals("REFUSED");
            default -> true;
        };
        findings().unless(agrees, Invariant.PAYOUTS_AGREE_WITH_RAIL, "%s; at the rail: %s".formatted(payout, truth));
    }

    private String fate(Bank.Payment payment) {
        return world.bank().fateOf(payment).name();
    }

    /// What went out by a rail less what came in is what its account in the books says, but for what it has denied.
    private void clearing(Bank bank, Map<UUID, FactStore.Payout> payouts) {
        var truth = new HashMap<String, BigInteger>();
        bank.payments().values().stream()
                .filter(payment -> bank.fateOf(payment) == Bank.Fate.PAID && !isBelieved(payment, payouts))
                .forEach(payment -> truth.merge(
                        payment.amount().asset().code(), payment.amount().units(), BigInteger::add));
        world.payers()
                .standing(bank.name())
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

    /// Whether the bank was believed when it said that it had not paid what it has.
    private static boolean isBelieved(Bank.Payment payment, Map<UUID, FactStore.Payout> payouts) {
        var payout = payouts.get(payment.instruction.payout().payoutId());
        return payment.isContradicted() && payout != null && payout.status().equals("failed");
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        var all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }

    private void deposits() {
        counted(
                facts.deposits(),
                programs.done(Kind.DEPOSIT, Kind.WALLET_DEPOSIT).size() + programs.chosen(),
                "deposits");
        counted(facts.conversions(), programs.done(Kind.CONVERSION).size(), "conversions");
        paidDeposits();
        long open = facts.openDeposits();
        findings().unless(open == 0, Invariant.EVERYTHING_ENDS, open + " deposits are still awaited");
    }

    /// What is completed, somebody has paid.
    private void paidDeposits() {
        var completed = facts.completedDeposits();
        for (var bill : world.payers().bills()) {
            findings()
                    .unless(
                            !completed.contains(UUID.fromString(bill.depositId()))
                                    || world.payers().hasPaid(bill),
                            Invariant.DEPOSITS_AGREE_WITH_PAYERS,
                            "deposit %s is completed".formatted(bill.depositId()));
        }
    }

    private void counted(long made, long asked, String what) {
        findings()
                .unless(
                        made == asked,
                        Invariant.NOTHING_HAPPENS_TWICE,
                        "%d %s were asked for, and there are %d".formatted(asked, what, made));
    }

    private void events() {
        long gaps = facts.feedsWithGaps();
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
