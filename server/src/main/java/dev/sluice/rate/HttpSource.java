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

/// A public source over HTTP, as this node knows it: what it last said is kept in memory. One worker looks again now
/// and then; everybody else reads. A pair that was quoted once keeps its price until a newer one comes, and grows old:
/// nobody is asked in its place.
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
    private volatile Known known = new Known(Map.of(), Set.of(), Set.of());
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

    /// @param answered the bases that the source has said something of
    /// @param vanished what was quoted, and was not any more when the source was last asked for it
    private record Known(Map<Pair, Price> prices, Set<String> answered, Set<Pair> vanished) {
        Known {
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

    /// Looks, where it is time, or the clock was put back meanwhile; only one thread does.
    void step() {
        var now = clock.instant();
        if (!now.isBefore(next) || now.isBefore(lookedAt)) {
            lookedAt = now;
            next = now.plus(AFTER_FAILURE.compareTo(feed.every()) < 0 ? AFTER_FAILURE : feed.every());
            if (look()) {
                next = now.plus(feed.every());
            }
        }
    }

    private boolean look() {
        var faults = new LinkedHashSet<String>();
        var lacking = new TreeSet<String>();
        for (var inquiry : feed.inquiries()) {
            try {
                take(inquiry, answer(inquiry, lacking, faults));
            } catch (Unreadable | Refused unreadable) {
                faults.add(String.valueOf(unreadable.getMessage()));
            } catch (IOException away) {
                faults.add(String.valueOf(away.getMessage()));
                // The other requests would only wait as long for nothing.
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
            LOG.info("what rate source {} says that it does not have: {}", name(), lacking);
            lacked = lacking;
        }
        return faults.isEmpty();
    }

    /// The prices that an inquiry brings. One that is declined as a whole is made again pair by pair, where it can be:
    /// only what is declined alone is lacking, and one that fails takes no other with it.
    private Told answer(Inquiry inquiry, Set<String> lacking, Set<String> faults)
            throws IOException, InterruptedException, Unreadable {
        try {
            return new Told(ask(inquiry), true);
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
                    return new Told(prices, false);
                }
            }
            return new Told(prices, whole);
        }
    }

    /// What an inquiry brought.
    ///
    /// @param whole whether all that it asks for was answered, if only by being declined
    private record Told(Map<Pair, Price> prices, boolean whole) {}

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

    /// Takes what an inquiry brought. That a pair is left out this time, or declined, is no word that anybody else
    /// knows better: it is said, once.
    private void take(Inquiry inquiry, Told told) {
        var answer = told.prices();
        var prices = new HashMap<>(known.prices());
        if (!told.whole()) {
            prices.putAll(answer);
            known = new Known(prices, known.answered(), known.vanished());
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
            LOG.warn("rate source {} says nothing any more of {}", name(), named(silent, answer));
        }
        boolean lacked = vanished.removeIf(pair -> inquiry.bases().contains(pair.base()));
        vanished.addAll(silent);
        if (lacked && vanished.isEmpty()) {
            LOG.info("rate source {} tells of everything again", name());
        }
        known = new Known(prices, answered, vanished);
    }

    /// Pairs, by their bases alone where those have no price at all.
    private static Set<String> named(Set<Pair> silent, Map<Pair, Price> answer) {
        var told = answer.keySet().stream().map(Pair::base).collect(Collectors.toSet());
        return silent.stream()
                .map(pair -> told.contains(pair.base()) ? named(pair) : pair.base())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String named(Pair pair) {
        return pair.base() + "/" + pair.quote();
    }

    /// Counts every failure, and says once what it is, and once that it is over.
    private void report(String now) {
        if (!now.isEmpty() || !known.vanished().isEmpty()) {
            failures.increment();
        }
        if (!now.isEmpty() && trouble.isEmpty()) {
            LOG.warn("rate source {} fails: {}", name(), now);
        } else if (now.isEmpty() && !trouble.isEmpty()) {
            LOG.info("rate source {} answers again", name());
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
