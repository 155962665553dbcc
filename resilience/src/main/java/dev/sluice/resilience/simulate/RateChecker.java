package dev.sluice.resilience.simulate;

import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks the rates of conversions: that of a quote, or otherwise a price that was in force during the request. For
/// late or excess payments, it is a price since their arrival. A quote is used once, before it expires.
final class RateChecker {
    /// Precision of the reciprocal of a price.
    private static final MathContext NOW = new MathContext(18, RoundingMode.HALF_UP);
    /// Precision for a quote, rounded up so that the promised amount is reached.
    private static final MathContext QUOTED = new MathContext(24, RoundingMode.UP);

    private final World world;
    private final Market market;
    private final Programs programs;
    private final Model model;
    private final Map<String, RecordedRequest> uses = new HashMap<>();
    private int looked;

    RateChecker(World world, Market market, Programs programs, Model model) {
        this.world = world;
        this.market = market;
        this.programs = programs;
        this.model = model;
    }

    /// Checks a completed request.
    void take(RecordedRequest requested) {
        var promise = requested.promise;
        var rates = promise != null
                ? List.of(rate(requested.exchange, promise.price(), QUOTED))
                : requested.prices.stream()
                        .map(price -> rate(requested.exchange, price, NOW))
                        .toList();
        unless(
                rates.stream().anyMatch(rate -> rate.compareTo(requested.rate) == 0),
                "request %d is exchanged at %s, %s %s"
                        .formatted(
                                requested.number,
                                requested.rate,
                                promise == null ? "in force was" : "promised was",
                                rates));
        if (promise != null) {
            unless(
                    requested.at.isBefore(promise.until()),
                    "request %d has used a quote that was over".formatted(requested.number));
            var before = uses.putIfAbsent(promise.id(), requested);
            findings()
                    .unless(
                            before == null || before == requested,
                            Invariant.NOTHING_HAPPENS_TWICE,
                            "quote %s is used by request %d too".formatted(promise.id(), requested.number));
        }
    }

    /// Checks deposits with a conversion that are new, or whose payments have changed.
    void look(Life life) {
        var bills = world.payers().bills();
        var changed = new HashSet<>(world.payers().changed());
        for (int at = 0; at < bills.size(); at++) {
            var bill = bills.get(at);
            if (bill.exchange() != null && (at >= looked || changed.contains(bill.destination()))) {
                look(life, bill, bill.exchange());
            }
        }
        looked = bills.size();
    }

    private void look(Life life, PaymentInstructions bill, PaymentInstructions.Exchange exchange) {
        world.dice().turn();
        var deposit = programs.look(life, bill.organization(), bill.target());
        findings()
                .unless(
                        deposit != null,
                        Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                        "deposit %s is not there".formatted(bill.depositId()));
        if (deposit != null) {
            var rate = deposit.path("exchangeRate").decimalValue(BigDecimal.ZERO);
            model.exchanges(bill, rate);
            if (bill.isOnChain()) {
                tokens(bill, exchange, rate);
            } else {
                money(bill, exchange, rate);
            }
        }
    }

    /// A single payment of exactly the requested amount completes the deposit, whenever it arrives.
    private void money(PaymentInstructions bill, PaymentInstructions.Exchange exchange, BigDecimal rate) {
        var rates = world.payers().paid(bill.destination()).stream()
                .filter(payment -> payment.amount.equals(bill.amount()))
                .flatMap(payment -> exchange.holds(payment.paidAt)
                        ? Stream.of(exchange.rate())
                        : market.since(payment.paidAt).stream()
                                .map(price -> rate(RecordedRequest.Exchange.BUYS, price, NOW)))
                .collect(Collectors.toSet());
        if (rates.isEmpty()) {
            rates.add(exchange.rate());
        }
        unless(
                rates.stream().anyMatch(each -> each.compareTo(rate) == 0),
                "deposit %s is exchanged at %s, and could be at %s".formatted(bill.depositId(), rate, rates));
    }

    /// Token deposits may have several payments, each at its own rate, and some vanish in a reorg. Unless all of
    /// them were certainly in time and within the requested amount, the rate has to lie between the lowest and the
    /// highest possible rate.
    private void tokens(PaymentInstructions bill, PaymentInstructions.Exchange exchange, BigDecimal rate) {
        var payments = world.payers().paid(bill.destination());
        var came = payments.stream().map(payment -> payment.amount.decimal()).reduce(BigDecimal.ZERO, BigDecimal::add);
        boolean within = came.compareTo(bill.amount().decimal()) <= 0;
        var rates = new TreeSet<>(Set.of(exchange.rate()));
        payments.stream()
                .filter(payment -> !within || !exchange.holds(payment.paidAt))
                .map(payment -> market.since(payment.paidAt))
                .forEach(rates::addAll);
        unless(
                rate.compareTo(rates.first()) >= 0 && rate.compareTo(rates.last()) <= 0,
                "deposit %s is exchanged at %s, and could be at %s".formatted(bill.depositId(), rate, rates));
    }

    /// Returns the output per unit of input, given the token's price.
    private static BigDecimal rate(RecordedRequest.Exchange exchange, BigDecimal price, MathContext digits) {
        return switch (exchange) {
            case NONE -> throw new IllegalStateException("nothing is exchanged");
            case SELLS -> price;
            case BUYS -> BigDecimal.ONE.divide(price, digits);
        };
    }

    private void unless(boolean holds, String how) {
        findings().unless(holds, Invariant.EXCHANGED_AS_PROMISED, how);
    }

    private Findings findings() {
        return world.findings();
    }
}
