package dev.sluice.rate;

import dev.sluice.http.Fetch;
import dev.sluice.rate.Feed.Declined;
import dev.sluice.rate.Feed.Inquiry;
import dev.sluice.rate.Feed.Pair;
import dev.sluice.rate.Feed.Unreadable;
import dev.sluice.refusal.Refused;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A public source over HTTP. Each node keeps the latest prices in memory. One worker polls the source; all others
/// read the cached prices. A pair keeps its price until a newer one comes, and goes stale: no other source is asked
/// in its place.
final class HttpSource implements RateSource {
    private static final Logger LOG = LoggerFactory.getLogger(HttpSource.class);
    private static final String ACCEPTED = "application/json, application/xml, text/xml";
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int SERVER_FAULT = 500;

    private final Feed feed;
    private final URI address;
    private final Fetch fetch;
    private final InstantSource clock;
    private final Counter failures;
    private volatile KnownPrices known = new KnownPrices(Map.of(), Set.of(), Set.of());
    private Instant next = Instant.MIN;
    private Instant lookedAt = Instant.MIN;
    private String trouble = "";
    private Set<String> lacked = Set.of();

    /// @param clock real time
    HttpSource(Feed feed, URI address, Fetch fetch, InstantSource clock, MeterRegistry meters) {
        this.feed = feed;
        this.address = address;
        this.fetch = fetch;
        this.clock = clock;
        this.failures = Counter.builder("sluice.rate.failures")
                .description("Looks at a source of rates that failed, wholly or in part")
                .tag("source", name())
                .register(meters);
        Gauge.builder("sluice.rate.age", this::ageSeconds)
                .description("Age of the youngest price of a source")
                .baseUnit("seconds")
                .tag("source", name())
                .strongReference(true)
                .register(meters);
    }

    /// @param answered the bases for which the source has answered
    /// @param vanished pairs that were quoted before, but were missing in the latest answer
    private record KnownPrices(Map<Pair, Price> prices, Set<String> answered, Set<Pair> vanished) {
        KnownPrices {
            prices = Map.copyOf(prices);
            answered = Set.copyOf(answered);
            vanished = Set.copyOf(vanished);
        }
    }

    @Override
    public String name() {
        return feed.source().wire();
    }

    @Override
    public Duration staleAfter() {
        return feed.staleAfter();
    }

    @Override
    public boolean isSlow() {
        return feed.isSlow();
    }

    @Override
    public Quoted price(String base, String quote, Moment now) {
        var known = this.known;
        var price = known.prices().get(new Pair(base, quote));
        if (price != null) {
            return new Quoted.At(price);
        }
        return known.answered().contains(base) || !feed.mayQuote(base, quote)
                ? new Quoted.Never()
                : new Quoted.NotYet();
    }

    /// Polls the source if the interval has passed, or if the clock was set back. Runs in one thread only.
    void step() {
        var now = clock.instant();
        if (!now.isBefore(next) || now.isBefore(lookedAt)) {
            lookedAt = now;
            next = now.plus(AFTER_FAILURE.compareTo(feed.every()) < 0 ? AFTER_FAILURE : feed.every());
            if (poll()) {
                next = now.plus(feed.every());
            }
        }
    }

    private boolean poll() {
        var faults = new LinkedHashSet<String>();
        var lacking = new TreeSet<String>();
        for (var inquiry : feed.inquiries()) {
            try {
                take(inquiry, answer(inquiry, lacking, faults));
            } catch (Unreadable | Refused unreadable) {
                faults.add(String.valueOf(unreadable.getMessage()));
            } catch (IOException away) {
                faults.add(String.valueOf(away.getMessage()));
                // The source is down, so the remaining requests would only run into time-outs.
                break;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        if (faults.isEmpty()
                && age().filter(age -> age.compareTo(staleAfter()) > 0).isPresent()) {
            faults.add("its prices are older than " + staleAfter());
        }
        report(String.join("; ", faults));
        if (!lacking.equals(lacked)) {
            LOG.info("rate source {} does not serve: {}", name(), lacking);
            lacked = lacking;
        }
        return faults.isEmpty();
    }

    /// Requests the prices of an inquiry. If the source declines the whole inquiry, it is repeated pair by pair
    /// where possible. Then only pairs that are declined alone count as lacking, and a failed pair does not affect
    /// the others.
    private InquiryResult answer(Inquiry inquiry, Set<String> lacking, Set<String> faults)
            throws IOException, InterruptedException, Unreadable {
        try {
            return new InquiryResult(ask(inquiry), true);
        } catch (Declined declined) {
            var apart = feed.apart(inquiry);
            if (apart.isEmpty()) {
                lacking.addAll(inquiry.bases());
            }
            var prices = new HashMap<Pair, Price>();
            boolean whole = true;
            for (var each : apart.entrySet()) {
                try {
                    prices.putAll(ask(each.getValue()));
                } catch (Declined alone) {
                    lacking.add(named(each.getKey()));
                } catch (Unreadable | Refused unreadable) {
                    faults.add(String.valueOf(unreadable.getMessage()));
                    whole = false;
                } catch (IOException away) {
                    faults.add(String.valueOf(away.getMessage()));
                    return new InquiryResult(prices, false);
                }
            }
            return new InquiryResult(prices, whole);
        }
    }

    /// Result of an inquiry.
    ///
    /// @param whole true if all of the inquiry was answered; a declined inquiry counts as answered
    private record InquiryResult(Map<Pair, Price> prices, boolean whole) {}

    private Map<Pair, Price> ask(Inquiry inquiry) throws IOException, InterruptedException, Unreadable, Declined {
        var reply = fetch.get(URI.create(address + inquiry.target()), "Accept", ACCEPTED);
        if (reply.status() != OK) {
            feed.readRefusal(reply.body());
            if (reply.status() >= SERVER_FAULT || reply.status() == TOO_MANY) {
                throw new IOException("HTTP " + reply.status());
            }
            throw new Unreadable("HTTP " + reply.status());
        }
        return feed.read(inquiry, reply.body(), reply.from());
    }

    /// Stores the result of an inquiry. A pair that is missing or declined this time keeps its last price, and no
    /// other source is asked instead; the change is logged once.
    private void take(Inquiry inquiry, InquiryResult result) {
        var answer = result.prices();
        var prices = new HashMap<>(known.prices());
        if (!result.whole()) {
            prices.putAll(answer);
            known = new KnownPrices(prices, known.answered(), known.vanished());
            return;
        }
        var silent = prices.keySet().stream()
                .filter(pair -> inquiry.bases().contains(pair.base()) && !answer.containsKey(pair))
                .collect(Collectors.toSet());
        prices.putAll(answer);
        var answered = new HashSet<>(known.answered());
        answered.addAll(inquiry.bases());
        var vanished = new HashSet<>(known.vanished());
        if (!vanished.containsAll(silent)) {
            LOG.warn("rate source {} no longer serves {}", name(), named(silent, answer));
        }
        boolean lacked = vanished.removeIf(pair -> inquiry.bases().contains(pair.base()));
        vanished.addAll(silent);
        if (lacked && vanished.isEmpty()) {
            LOG.info("rate source {} serves all pairs again", name());
        }
        known = new KnownPrices(prices, answered, vanished);
    }

    /// Formats pairs for the log, by their base alone if that has no price at all.
    private static Set<String> named(Set<Pair> silent, Map<Pair, Price> answer) {
        var told = answer.keySet().stream().map(Pair::base).collect(Collectors.toSet());
        return silent.stream()
                .map(pair -> told.contains(pair.base()) ? named(pair) : pair.base())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String named(Pair pair) {
        return pair.base() + "/" + pair.quote();
    }

    /// Counts every failure, and logs only the beginning and the end of a series of failures.
    private void report(String now) {
        if (!now.isEmpty() || !known.vanished().isEmpty()) {
            failures.increment();
        }
        if (!now.isEmpty() && trouble.isEmpty()) {
            LOG.warn("rate source {} failed: {}", name(), now);
        } else if (now.isEmpty() && !trouble.isEmpty()) {
            LOG.info("rate source {} recovered", name());
        }
        trouble = now;
    }

    private Optional<Duration> age() {
        return known.prices().values().stream()
                .map(Price::from)
                .max(Instant::compareTo)
                .map(youngest -> Duration.between(youngest, clock.instant()));
    }

    private Number ageSeconds() {
        return age().<Number>map(Duration::toSeconds).orElse(Double.NaN);
    }
}
