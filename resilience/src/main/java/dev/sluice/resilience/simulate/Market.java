package dev.sluice.resilience.simulate;

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

/// Current and past prices of a token. The world changes the price in the operators' table, and every node reloads it
/// at once, so that only one price is in force at a time.
final class Market {
    private static final String TOKEN = "USDC";
    private static final BigDecimal FIRST = new BigDecimal("16650");

    private final WorldClock clock;
    private final ReferenceEdits table;
    private final Runnable moved;
    /// Prices, latest last. Synchronized, since a suspended node reads it while another one continues.
    private final List<Price> prices = new ArrayList<>();

    /// @param database database with initial data from a node
    /// @param moved makes the nodes reload the table
    Market(Database database, WorldClock clock, Runnable moved) {
        this.clock = clock;
        this.table = new ReferenceEdits(database, new References(database, Served.everything()), clock);
        this.moved = moved;
        prices.add(new Price(FIRST, clock.instant()));
    }

    /// A price and its start.
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

    /// Returns the current price.
    BigDecimal now() {
        synchronized (prices) {
            return prices.getLast().value();
        }
    }

    /// Returns the number of the current price.
    int mark() {
        synchronized (prices) {
            return prices.size() - 1;
        }
    }

    /// Returns the prices in force since a number.
    List<BigDecimal> since(int mark) {
        synchronized (prices) {
            return prices.subList(mark, prices.size()).stream()
                    .map(Price::value)
                    .toList();
        }
    }

    /// Returns the prices in force since a time, in order. Of several at exactly that time, each is included.
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
