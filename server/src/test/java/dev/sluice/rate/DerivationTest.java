package dev.sluice.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rate.Feed.Pair;
import dev.sluice.rate.RateSource.Quoted;
import dev.sluice.rate.RateState.Current;
import dev.sluice.rate.RateState.Never;
import dev.sluice.rate.RateState.Unknown;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Derived prices, with fake sources.
class DerivationTest {
    private static final Instant NOW = RateFixture.NOW;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Quoted OLD =
            new Quoted.At(new Price(new BigDecimal("7"), NOW.minus(LIMIT).minusMillis(1)));

    /// A source with scripted answers.
    private record Scripted(String name, Map<Pair, Quoted> script) implements RateSource {
        @Override
        public Duration staleAfter() {
            return LIMIT;
        }

        @Override
        public Quoted price(String base, String quote, Moment now) {
            return script.getOrDefault(new Pair(base, quote), new Quoted.Never());
        }
    }

    /// A source with prices of a given day.
    private record Slow(Scripted told) implements RateSource {
        @Override
        public String name() {
            return told.name();
        }

        @Override
        public Duration staleAfter() {
            return Duration.ofDays(5);
        }

        @Override
        public boolean isSlow() {
            return true;
        }

        @Override
        public Quoted price(String base, String quote, Moment now) {
            return told.price(base, quote, now);
        }
    }

    private static Quoted at(String value) {
        return at(new BigDecimal(value));
    }

    private static Quoted at(BigDecimal value) {
        return new Quoted.At(new Price(value, NOW));
    }

    private static Pair pair(String pair) {
        return new Pair(pair.substring(0, pair.indexOf('/')), pair.substring(pair.indexOf('/') + 1));
    }

    private static Derivation derivation(Map<Pair, Quoted> market, Map<Pair, Quoted> lastResort) {
        return derivation(List.of(new Scripted("one", market)), lastResort);
    }

    private static Derivation derivation(List<RateSource> market, Map<Pair, Quoted> lastResort) {
        return derivation(market, lastResort, false);
    }

    private static Derivation derivation(List<RateSource> market, Map<Pair, Quoted> lastResort, boolean anyAge) {
        var spread = BigDecimal.valueOf(5);
        return new Derivation(
                new Market(market, spread),
                new Market(List.of(new Scripted("table", lastResort)), spread),
                new Moment(NOW, NOW),
                anyAge);
    }

    private static Quoted ago(Duration age, String value) {
        return new Quoted.At(new Price(new BigDecimal(value), NOW.minus(age)));
    }

    private static BigDecimal value(RateState state) {
        assertThat(state).isInstanceOf(Current.class);
        return ((Current) state).value();
    }

    @Provide
    Arbitrary<BigDecimal> prices() {
        return Arbitraries.bigDecimals()
                .between(new BigDecimal("0.000001"), new BigDecimal("99999999"))
                .ofScale(8)
                .filter(price -> price.signum() > 0);
    }

    @Provide
    Arbitrary<Quoted> quotes() {
        return Arbitraries.oneOf(
                Arbitraries.of(OLD, new Quoted.NotYet(), new Quoted.Never()), prices().map(DerivationTest::at));
    }

    @Provide
    Arbitrary<RateState> standings() {
        return Arbitraries.oneOf(
                Arbitraries.of(Unknown.OLD, Unknown.DISPUTED, new Never()),
                Combinators.combine(prices(), Arbitraries.of("a", "b"))
                        .as((price, name) -> new Current(price, java.util.Set.of(name), NOW)));
    }

    @Property
    void a_fresh_quote_is_taken_as_it_is(@ForAll("prices") BigDecimal price, @ForAll("quotes") Quoted other) {
        var derivation = derivation(
                Map.of(pair("ETH/IDR"), at(price), pair("ETH/USD"), other, pair("USD/IDR"), other),
                Map.of(pair("ETH/IDR"), other));
        assertThat(value(derivation.token("ETH", "IDR"))).isEqualByComparingTo(price);
    }

    @Property
    void a_token_goes_through_the_dollar_and_then_the_euro(
            @ForAll("prices") BigDecimal token, @ForAll("prices") BigDecimal fiat, @ForAll("quotes") Quoted euro) {
        var dollar = Map.of(
                pair("ETH/USD"), at(token), pair("USD/IDR"), at(fiat), pair("ETH/EUR"), euro, pair("EUR/IDR"), euro);
        assertThat(value(derivation(dollar, Map.of()).token("ETH", "IDR")))
                .isEqualByComparingTo(token.multiply(fiat, Price.PRECISE));
        var euroAlone = Map.of(pair("ETH/EUR"), at(token), pair("EUR/IDR"), at(fiat), pair("ETH/USD"), OLD);
        assertThat(value(derivation(euroAlone, Map.of()).token("ETH", "IDR")))
                .isEqualByComparingTo(token.multiply(fiat, Price.PRECISE));
    }

    @Property
    void two_currencies_go_through_a_dollar_token_there_and_back(
            @ForAll("prices") BigDecimal one, @ForAll("prices") BigDecimal other) {
        var derivation = derivation(Map.of(pair("USDC/PHP"), at(one), pair("USDC/IDR"), at(other)), Map.of());
        var there = value(derivation.fiat("PHP", "IDR"));
        assertThat(there).isEqualByComparingTo(other.divide(one, Price.PRECISE));
        assertThat(there.multiply(value(derivation.fiat("IDR", "PHP")))
                        .subtract(BigDecimal.ONE)
                        .abs())
                .isLessThan(new BigDecimal("1e-30"));
    }

    @Property
    void the_last_resort_is_asked_if_and_only_if_nobody_else_has_the_pair(@ForAll("quotes") Quoted quoted) {
        var state = derivation(Map.of(pair("ETH/IDR"), quoted), Map.of(pair("ETH/IDR"), at("3")))
                .token("ETH", "IDR");
        switch (quoted) {
            case Quoted.Never _ -> assertThat(value(state)).isEqualByComparingTo("3");
            case Quoted.NotYet _ -> assertThat(state).isEqualTo(Unknown.OLD);
            case Quoted.At at when at.equals(OLD) -> assertThat(state).isEqualTo(Unknown.OLD);
            case Quoted.At(var price) -> assertThat(value(state)).isEqualByComparingTo(price.value());
        }
    }

    @Example
    void a_token_of_the_market_meets_a_currency_of_the_last_resort() {
        var table = Map.of(pair("USD/NGN"), at("1448"), pair("ETH/NGN"), at("1"));
        assertThat(value(derivation(Map.of(pair("ETH/USD"), at("3000")), table).token("ETH", "NGN")))
                .isEqualByComparingTo("4344000");
        assertThat(derivation(Map.of(pair("ETH/USD"), OLD), table).token("ETH", "NGN"))
                .isEqualTo(Unknown.OLD);
        assertThat(value(derivation(Map.of(pair("ETH/USD"), OLD), Map.of(pair("ETH/NGN"), at("1")))
                        .token("ETH", "NGN")))
                .isEqualByComparingTo("1");
    }

    @Property
    void a_price_of_some_day_counts_if_and_only_if_nobody_who_tells_of_now_has_the_pair(
            @ForAll("quotes") Quoted quoted) {
        var fix = Map.of(pair("USD/IDR"), ago(Duration.ofDays(3), "16500"));
        var sources = List.<RateSource>of(
                new Scripted("live", Map.of(pair("USD/IDR"), quoted)), new Slow(new Scripted("slow", fix)));
        var state = derivation(sources, Map.of()).fiat("USD", "IDR");
        switch (quoted) {
            case Quoted.Never _ -> assertThat(value(state)).isEqualByComparingTo("16500");
            case Quoted.NotYet _ -> assertThat(state).isEqualTo(Unknown.OLD);
            case Quoted.At at when at.equals(OLD) -> assertThat(state).isEqualTo(Unknown.OLD);
            case Quoted.At(var price) -> assertThat(value(state)).isEqualByComparingTo(price.value());
        }
    }

    @Example
    void a_price_of_some_day_is_no_way_around_what_is_not_known_now() {
        var slow = new Slow(new Scripted("slow", Map.of(pair("USD/IDR"), ago(Duration.ofDays(3), "16500"))));
        var live = new Scripted("live", Map.of(pair("ETH/IDR"), OLD));
        var other = new Scripted("other", Map.of(pair("ETH/USD"), at("3000")));
        assertThat(derivation(List.<RateSource>of(live, other, slow), Map.of()).token("ETH", "IDR"))
                .isEqualTo(Unknown.OLD);
        assertThat(value(derivation(List.<RateSource>of(other, slow), Map.of()).token("ETH", "IDR")))
                .isEqualByComparingTo("49500000");
    }

    @Example
    void of_prices_of_any_age_only_those_near_the_newest_count() {
        var sources = List.<RateSource>of(
                new Scripted("gone", Map.of(pair("ETH/IDR"), ago(Duration.ofDays(30), "100"))),
                new Scripted("one", Map.of(pair("ETH/IDR"), ago(Duration.ofMinutes(9), "102"))),
                new Scripted("two", Map.of(pair("ETH/IDR"), ago(Duration.ofMinutes(10), "104"))));
        assertThat(value(derivation(sources, Map.of(), true).token("ETH", "IDR")))
                .isEqualByComparingTo("103");
    }

    @Example
    void of_any_age_the_newest_way_is_taken_whosever_it_is() {
        var fix = new Slow(new Scripted("slow", Map.of(pair("USD/IDR"), ago(Duration.ofDays(1), "16500"))));
        var live = new Scripted("live", Map.of(pair("ETH/USD"), at("2")));
        var minutes = new Scripted("old", Map.of(pair("ETH/IDR"), ago(Duration.ofMinutes(9), "33100")));
        var weeks = new Scripted("old", Map.of(pair("ETH/IDR"), ago(Duration.ofDays(30), "33100")));
        assertThat(value(derivation(List.<RateSource>of(minutes, live, fix), Map.of(), true)
                        .token("ETH", "IDR")))
                .isEqualByComparingTo("33100");
        assertThat(value(derivation(List.<RateSource>of(weeks, live, fix), Map.of(), true)
                        .token("ETH", "IDR")))
                .isEqualByComparingTo("33000");
    }

    @Example
    void there_is_no_way_around_a_dispute() {
        var rest = Map.of(pair("ETH/EUR"), at("2"), pair("EUR/USD"), at("2"), pair("EUR/IDR"), at("2"));
        var one = new java.util.HashMap<>(rest);
        one.put(pair("ETH/USD"), at("4"));
        var derivation = derivation(
                List.<RateSource>of(new Scripted("one", one), new Scripted("two", Map.of(pair("ETH/USD"), at("5")))),
                Map.of(pair("ETH/USD"), at("4")));
        assertThat(derivation.token("ETH", "USD")).isEqualTo(Unknown.DISPUTED);
    }

    @Property
    void what_is_never_exchanged_stays_so_and_nothing_becomes_current_of_what_is_not(
            @ForAll("standings") RateState one, @ForAll("standings") RateState other) {
        for (var both : List.of(one.times(other), one.dividedBy(other))) {
            boolean never = Stream.of(one, other).anyMatch(Never.class::isInstance);
            boolean current = Stream.of(one, other).allMatch(Current.class::isInstance);
            assertThat(both instanceof Never).isEqualTo(never);
            assertThat(both instanceof Current).isEqualTo(current);
        }
        assertThat(one.or(() -> other) instanceof Never).isEqualTo(one instanceof Never && other instanceof Never);
        assertThat(one.orElse(() -> other)).isEqualTo(one instanceof Never ? other : one);
        if (one instanceof Current || one.equals(Unknown.DISPUTED)) {
            assertThat(one.or(() -> other)).isEqualTo(one);
        } else if (other instanceof Current) {
            assertThat(one.or(() -> other)).isEqualTo(other);
        }
    }
}
