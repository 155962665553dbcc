package dev.sluice.rate;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The shipped reference data in a real database, a clock that tests set, and a server for every source.
public final class RateFixture implements AutoCloseable {
    /// A Friday; the recorded replies are from about this time.
    static final Instant NOW = Instant.parse("2025-11-21T02:30:00Z");

    public static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    static final Asset ETH = Asset.crypto("eth-ethereum", 18);
    static final Asset BNB = Asset.crypto("bnb-bsc", 18);
    public static final Asset IDR = Asset.fiat("IDR", 2);
    public static final Asset USD = Asset.fiat("USD", 2);
    static final Asset EUR = Asset.fiat("EUR", 2);
    static final Asset NGN = Asset.fiat("NGN", 2);

    final TestDatabase database = TestDatabase.create();
    final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    final Clocks clocks = new Clocks(now::get);
    final References references;
    final ReferenceEdits edits;
    final Map<Source, Loopback> servers =
            Arrays.stream(Source.values()).collect(Collectors.toMap(Function.identity(), _ -> new Loopback()));

    public RateFixture() {
        new ReferenceLoader(database.database(), clocks).load();
        references = new References(database.database(), Served.everything());
        edits = new ReferenceEdits(database.database(), references, clocks);
        replay();
    }

    /// Returns rates of some sources after one poll.
    Rates rates(Source... sources) {
        var rates = unasked(sources);
        rates.poll();
        return rates;
    }

    public Rates unasked(Source... sources) {
        return Rates.wire(references, clocks, settings(sources), new SimpleMeterRegistry());
    }

    /// Returns rates as in `live`, with an age limit for prices of the table.
    Rates aged(Duration tableAge, Source... sources) {
        return Rates.wire(references, clocks, settings(Optional.of(tableAge), sources), new SimpleMeterRegistry());
    }

    RateSettings settings(Source... sources) {
        return settings(Optional.empty(), sources);
    }

    private RateSettings settings(Optional<Duration> tableAge, Source... sources) {
        return new RateSettings(
                List.of(sources),
                Optional.empty(),
                BigDecimal.valueOf(5),
                Duration.ofMinutes(2),
                tableAge,
                servers.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, server -> server.getValue().address())));
    }

    /// Lets all servers answer with their recorded replies, dated now.
    void replay() {
        servers.values().forEach(server -> server.replay(now.get()));
    }

    public Loopback server(Source source) {
        return java.util.Objects.requireNonNull(servers.get(source));
    }

    public void pass(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }

    @Override
    public void close() {
        servers.values().forEach(Loopback::close);
        database.close();
    }
}
