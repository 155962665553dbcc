package dev.sluice.bench.micro;

import dev.sluice.bench.micro.HoldLane.Hold;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A payer that waits for each of its transfers before it requests the next, and records the acknowledged ones.
final class Payer implements Runnable {
    static final Asset ASSET = Asset.fiat("IDR", 2);
    private static final int UNITS_MIN = 1_000_000;
    private static final int UNITS_SPAN = 9_000_000;

    private final HoldLane lane;
    private final UUID organizationId;
    private final AtomicBoolean going;
    private final LongAdder done;
    private final List<UUID> acknowledged = new ArrayList<>();

    /// @param going false to stop
    /// @param done counts the acknowledged transfers of all payers
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

    /// An acknowledged transfer of a payer.
    record Paid(Payer payer, int number) {
        /// Order of verification.
        static final Comparator<Paid> IN_ORDER =
                Comparator.comparing((Paid paid) -> paid.payer.organizationId).thenComparing(Paid::id);

        private UUID id() {
            return payer.acknowledged.get(number);
        }

        /// Returns the expected entries.
        LedgerVerifier.Expected expected() {
            var units = amount(number).units();
            return new LedgerVerifier.Expected(
                    payer.organizationId,
                    id(),
                    Map.of(
                            new LedgerVerifier.Place(ASSET.code(), Account.AVAILABLE),
                            units.negate(),
                            new LedgerVerifier.Place(ASSET.code(), Account.HELD),
                            units),
                    1);
        }
    }

    /// Returns all transfers, once the payer has ended.
    Stream<Paid> paid() {
        return IntStream.range(0, acknowledged.size()).mapToObj(number -> new Paid(this, number));
    }

    /// Returns the amount of the payer's n-th transfer.
    private static Money amount(int number) {
        return new Money(BigInteger.valueOf(UNITS_MIN + number % UNITS_SPAN), ASSET);
    }
}
