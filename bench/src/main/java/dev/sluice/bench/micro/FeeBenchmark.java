package dev.sluice.bench.micro;

import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Arithmetic of one payout: its fee alone, and all conversions of its amount from the request to the balance.
@State(Scope.Benchmark)
public class FeeBenchmark {
    private Asset asset = Asset.fiat("IDR", 2);
    private FeeSchedule schedule = new FeeSchedule(new BigDecimal("2500"), new BigDecimal("0.7"));
    private BigDecimal decimal = new BigDecimal("150000.50");
    private Money amount = Money.exactly(decimal, asset);
    private Money balance = Money.exactly(new BigDecimal("900000000"), asset);

    @Benchmark
    public Money fee() {
        return schedule.fee(amount);
    }

    @Benchmark
    public BigDecimal balanceAfter() {
        var requested = Money.exactly(decimal, asset);
        return balance.minus(requested.plus(schedule.fee(requested))).decimal();
    }
}
