package dev.sluice.bench.micro;

import dev.sluice.bench.micro.HoldLane.Hold;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Audit;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/// One who waits for each of its transfers before it asks for the next, and remembers which were acknowledged.
final class Payer implements Runnable {
    static final Asset ASSET = Asset.fiat("IDR", 2);
    private static final int UNITS_MIN = 1_000_000;
    private static final int UNITS_SPAN = 9_000_000;
    private static final int PAGE = 1_000;

    private final HoldLane lane;
    private final UUID organizationId;
    private final AtomicBoolean going;
    private final LongAdder done;
    private final List<UUID> acknowledged = new ArrayList<>();

    /// @param going whether to ask for more
    /// @param done counts what all payers were told is committed
    Payer(HoldLane lane, UUID organizationId, AtomicBoolean going, LongAdder done) {
        this.lane = lane;
        this.organizationId = organizationId;
        this.going = going;
        this.done = done;
    }

    @Override
    public void run() {
        while (going.get()) {
            acknowledged.add(lane.hold(new Hold(organizationId, amount(acknowledged.size()))));
            done.increment();
        }
    }

    /// What its payments should have moved, a page at a time. Only once it has ended.
    void forEachPage(Consumer<List<Audit.Expected>> visitor) {
        for (int from = 0; from < acknowledged.size(); from += PAGE) {
            var page = new ArrayList<Audit.Expected>(PAGE);
            for (int i = from; i < Math.min(from + PAGE, acknowledged.size()); i++) {
                page.add(expected(acknowledged.get(i), amount(i).units()));
            }
            visitor.accept(page);
        }
    }

    private Audit.Expected expected(UUID paymentId, BigInteger units) {
        return new Audit.Expected(
                organizationId, paymentId, Map.of(Account.AVAILABLE, units.negate(), Account.HELD, units), 1);
    }

    /// The amount of the payer's n-th transfer.
    private static Money amount(int number) {
        return new Money(BigInteger.valueOf(UNITS_MIN + number % UNITS_SPAN), ASSET);
    }
}
