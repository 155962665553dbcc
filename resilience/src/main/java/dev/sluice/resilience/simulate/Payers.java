package dev.sluice.resilience.simulate;

import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Payers: they pay the right amount, a wrong one, twice, late, or to an unknown destination. Payments on a chain can
/// vanish in a reorg, and reappear. Payments and pending reports survive crashes of the service.
final class Payers {
    /// Every bank payer has this account, which receives refunds.
    static final String BANK = "008";

    static final String ACCOUNT = "1370012345678";
    private static final int NOTICE_BATCH_MAX = 50;

    private final WorldClock clock;
    private final List<Payment> payments = new ArrayList<>();
    private final Map<Destination, List<Payment>> byDestination = new HashMap<>();
    private final List<Telling> undelivered = new ArrayList<>();
    private final List<PaymentInstructions> bills = new ArrayList<>();
    private final Map<String, PaymentInstructions> byDeposit = new HashMap<>();
    private final Set<Destination> changed = new HashSet<>();

    Payers(WorldClock clock) {
        this.clock = clock;
    }

    /// A payment by a payer.
    static final class Payment {
        final String rail;
        final String key;
        final Destination destination;
        final Money amount;
        final Instant paidAt;
        boolean vanished;

        Payment(String rail, String key, Destination destination, Money amount, Instant paidAt) {
            this.rail = rail;
            this.key = key;
            this.destination = destination;
            this.amount = amount;
            this.paidAt = paidAt;
        }
    }

    /// Report of a payment, or of its disappearance.
    private record Telling(Payment payment, boolean gone) {}

    Payment pay(String rail, Destination destination, Money amount) {
        var payment = new Payment(rail, "P" + (payments.size() + 1), destination, amount, clock.instant());
        payments.add(payment);
        byDestination.computeIfAbsent(destination, _ -> new ArrayList<>()).add(payment);
        undelivered.add(new Telling(payment, false));
        changed.add(destination);
        return payment;
    }

    /// Returns all bills.
    List<PaymentInstructions> bills() {
        return bills;
    }

    /// Shows a bill to the payers, possibly repeatedly.
    void show(PaymentInstructions bill) {
        if (byDeposit.putIfAbsent(bill.depositId(), bill) == null) {
            bills.add(bill);
        }
    }

    /// Returns the bill of a deposit, if any.
    Optional<PaymentInstructions> bill(String depositId) {
        return Optional.ofNullable(byDeposit.get(depositId));
    }

    /// Returns all payments to a destination.
    List<Payment> paid(Destination destination) {
        return byDestination.getOrDefault(destination, List.of());
    }

    /// Returns the destinations whose payments have changed since the last call.
    Set<Destination> changed() {
        var some = Set.copyOf(changed);
        changed.clear();
        return some;
    }

    /// Returns the total of a wallet's remaining payments, in its smallest units.
    BigDecimal remaining(Destination destination) {
        return new BigDecimal(paid(destination).stream()
                .filter(payment -> !payment.vanished)
                .map(payment -> payment.amount.units())
                .reduce(BigInteger.ZERO, BigInteger::add));
    }

    /// Returns true if a bill was paid: a bank payment has to match exactly, and for tokens, any amount counts.
    boolean hasPaid(PaymentInstructions bill) {
        return paid(bill.destination()).stream()
                .anyMatch(payment -> bill.isOnChain() || payment.amount.equals(bill.amount()));
    }

    /// Repeats a report.
    void repeat(Payment payment) {
        undelivered.add(new Telling(payment, payment.vanished));
    }

    void vanish(Payment payment) {
        payment.vanished = true;
        changed.add(payment.destination);
        undelivered.add(new Telling(payment, true));
    }

    void reappear(Payment payment) {
        payment.vanished = false;
        changed.add(payment.destination);
        undelivered.add(new Telling(payment, false));
    }

    List<Payment> payments() {
        return payments;
    }

    boolean isAllTold() {
        return undelivered.isEmpty();
    }

    /// Worker step, like that of a rail's poller: reports pending payments, and removes them after the commit.
    boolean deliverReports(Database database, IncomingPayments receipts) {
        if (undelivered.isEmpty()) {
            return false;
        }
        var told = List.copyOf(undelivered.subList(0, Math.min(NOTICE_BATCH_MAX, undelivered.size())));
        for (var each : told) {
            var at = clock.moment();
            database.run(tx -> {
                if (each.gone()) {
                    receipts.reverse(tx, each.payment().rail, List.of(each.payment().key), at);
                } else {
                    receipts.add(tx, List.of(receipt(each.payment(), at)));
                }
            });
            undelivered.remove(each);
        }
        return true;
    }

    /// Returns the remaining payments of a rail, by asset.
    Map<Asset, BigInteger> remaining(String rail) {
        var sums = new LinkedHashMap<Asset, BigInteger>();
        payments.stream()
                .filter(payment -> payment.rail.equals(rail) && !payment.vanished)
                .forEach(payment -> sums.merge(payment.amount.asset(), payment.amount.units(), BigInteger::add));
        return sums;
    }

    private static IncomingPayment receipt(Payment payment, Instant now) {
        var payer = new Payer(payment.key, "Budi Santoso", "Bank Mandiri", BANK, ACCOUNT, null);
        return new IncomingPayment(
                payment.rail, payment.key, payment.destination, payment.amount, payer, null, payment.paidAt, now);
    }
}
