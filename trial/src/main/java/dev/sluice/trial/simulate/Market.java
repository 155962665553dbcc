package dev.sluice.trial.simulate;

import dev.sluice.db.Database;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a token costs, and what it has cost. The world moves it as an operator does, in the table of prices, and every
/// node takes it over at once, so that there is one price at a time.
final class Market {
    private static final String TOKEN = "USDC";
    private static final BigDecimal FIRST = new BigDecimal("16650");

    private final WorldClock clock;
    private final ReferenceEdits table;
    private final Runnable moved;
    /// The latest one last. Who is held looks at it while another moves it.
    private final List<Price> prices = new ArrayList<>();

    /// @param database one that a node has filled
    /// @param moved has the nodes look at the table
    Market(Database database, WorldClock clock, Runnable moved) {
        this.clock = clock;
        this.table = new ReferenceEdits(database, new References(database, Served.everything()), clock);
        this.moved = moved;
        prices.add(new Price(FIRST, clock.instant()));
    }

    /// What it costs from a time on.
    private record Price(BigDecimal value, Instant since) {}

    void move(BigDecimal price) {
        if (!table.price(TOKEN, Model.IDR, price)) {
            throw new IllegalStateException("no price of " + TOKEN);
        }
        synchronized (prices) {
            prices.add(new Price(price, clock.instant()));
        }
        moved.run();
    }

    /// What it costs now.
    BigDecimal now() {
        synchronized (prices) {
            return prices.getLast().value();
        }
    }

    /// The number of the price that holds now.
    int mark() {
        synchronized (prices) {
            return prices.size() - 1;
        }
    }

    /// The prices that have held since a number was theirs.
    List<BigDecimal> since(int mark) {
        synchronized (prices) {
            return prices.subList(mark, prices.size()).stream()
                    .map(Price::value)
                    .toList();
        }
    }

    /// The prices that have held since a time, in their order. Of several at that very time any may have.
    Set<BigDecimal> since(Instant time) {
        synchronized (prices) {
            int at = prices.size() - 1;
            while (at > 0 && !prices.get(at).since().isBefore(time)) {
                at--;
            }
            return new TreeSet<>(since(at));
        }
    }
}
