package dev.sluice.rate;

import static dev.sluice.rate.RateFixture.BNB;
import static dev.sluice.rate.RateFixture.ETH;
import static dev.sluice.rate.RateFixture.EUR;
import static dev.sluice.rate.RateFixture.IDR;
import static dev.sluice.rate.RateFixture.NGN;
import static dev.sluice.rate.RateFixture.USD;
import static dev.sluice.rate.RateFixture.USDC;
import static dev.sluice.rate.RateSettings.Source.COINBASE;
import static dev.sluice.rate.RateSettings.Source.COINGECKO;
import static dev.sluice.rate.RateSettings.Source.ECB;
import static dev.sluice.rate.RateSettings.Source.KRAKEN;
import static dev.sluice.rate.RateSettings.Source.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.money.Asset;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rates of several sources: their consensus, derived rates, and missing rates.
class RatesTest {
    private static final Asset OTHER_USDC = Asset.crypto("usdc-bsc", 18);
    private static final Asset UNKNOWN = Asset.fiat("XXX", 2);

    private final RateFixture fixture = new RateFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static void assertRate(Rates rates, Asset from, Asset to, String rate) {
        assertThat(rates.rate(from, to).orElseThrow()).isEqualByComparingTo(rate);
        assertThat(rates.require(from, to)).isEqualByComparingTo(rate);
    }

    private static void assertUnavailable(Rates rates, Asset from, Asset to) {
        assertThat(rates.rate(from, to)).isEmpty();
        assertThat(rates.isKnown(from, to)).isTrue();
        assertThatThrownBy(() -> rates.require(from, to))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.RATE_UNAVAILABLE));
    }

    private static void assertNoSuchPair(Rates rates, Asset from, Asset to) {
        assertThat(rates.rate(from, to)).isEmpty();
        assertThat(rates.isKnown(from, to)).isFalse();
        assertThatThrownBy(() -> rates.require(from, to))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Refusal.CONVERSION_NOT_ENABLED));
    }

    @Test
    void what_is_off_has_a_price_still_for_money_that_is_on_its_way() {
        try (var rates = fixture.rates(COINBASE)) {
            var before = rates.require(USDC, IDR);
            assertThat(fixture.edits.offerToken(USDC.code(), false)).isTrue();
            assertThat(fixture.edits.offerCurrency(IDR.code(), false)).isTrue();
            assertThat(fixture.references.refresh()).isTrue();
            assertThat(fixture.references.token(USDC.code())).isEmpty();
            assertThat(fixture.references.currency(IDR.code())).isEmpty();
            rates.poll();
            assertThat(rates.latest(USDC, IDR)).contains(before);
        }
    }

    @Test
    void what_a_source_quotes_no_more_is_unknown_and_not_the_last_resorts_to_say() {
        try (var rates = fixture.rates(COINBASE, ECB, TABLE)) {
            assertRate(rates, USDC, NGN, "1453.27");
            fixture.server(COINBASE).answer(target -> Loopback.without("NGN", target, fixture.now.get()));
            fixture.pass(Duration.ofMinutes(1));
            rates.poll();
            assertRate(rates, USDC, NGN, "1453.27");
            fixture.pass(Duration.ofMinutes(2));
            rates.poll();
            assertUnavailable(rates, USDC, NGN);
            assertThat(rates.rate(USDC, IDR)).isPresent();
        }
    }

    @Test
    void the_table_alone_gives_its_own_prices() {
        try (var rates = Rates.wire(fixture.references, fixture.clocks)) {
            assertRate(rates, USDC, IDR, "16650");
            assertRate(rates, IDR, USDC, "0.0000600600600600600601");
            assertRate(rates, USD, IDR, "16650");
            assertRate(rates, IDR, USD, "0.0000600600600600600601");
            assertRate(rates, EUR, IDR, "19270.8333333333333");
            assertRate(rates, ETH, USDC, "3050");
            assertRate(rates, USDC, OTHER_USDC, "1");
            assertRate(rates, UNKNOWN, UNKNOWN, "1");
            assertNoSuchPair(rates, USDC, UNKNOWN);
            assertNoSuchPair(rates, Asset.crypto("doge-ethereum", 8), IDR);
            assertThat(rates.polls()).isEmpty();
            fixture.pass(Duration.ofDays(365));
            assertRate(rates, USDC, IDR, "16650");
        }
    }

    @Test
    void with_an_age_limit_samples_are_no_prices_and_an_operators_price_expires() {
        var day = Duration.ofHours(24);
        try (var rates = fixture.aged(day, TABLE)) {
            assertNoSuchPair(rates, USDC, IDR);
            assertNoSuchPair(rates, USD, IDR);
            assertThat(rates.latest(USDC, IDR)).isEmpty();
            set("USDC", "IDR", "16700");
            assertRate(rates, USDC, IDR, "16700");
            assertRate(rates, IDR, USDC, "0.0000598802395209580838");
            assertNoSuchPair(rates, ETH, IDR);
            assertNoSuchPair(rates, USDC, EUR);
            fixture.pass(day);
            assertRate(rates, USDC, IDR, "16700");
            fixture.pass(Duration.ofSeconds(1));
            assertUnavailable(rates, USDC, IDR);
            assertThat(rates.latest(USDC, IDR))
                    .hasValueSatisfying(rate -> assertThat(rate).isEqualByComparingTo("16700"));
            set("USDC", "IDR", "16700");
            assertRate(rates, USDC, IDR, "16700");
        }
    }

    @Test
    void a_price_that_follows_from_two_of_the_table_is_as_old_as_the_older() {
        try (var rates = fixture.aged(Duration.ofHours(24), TABLE)) {
            set("USD", "IDR", "16700");
            fixture.pass(Duration.ofHours(20));
            set("USD", "EUR", "0.8");
            assertRate(rates, EUR, IDR, "20875");
            fixture.pass(Duration.ofHours(5));
            assertUnavailable(rates, EUR, IDR);
        }
    }

    @Test
    void a_sample_completes_no_price_of_a_market_where_prices_have_an_age_limit() {
        try (var rates = fixture.aged(Duration.ofHours(24), KRAKEN, TABLE)) {
            rates.poll();
            assertThat(rates.rate(USDC, USD)).isPresent();
            assertNoSuchPair(rates, USDC, IDR);
            set("USD", "IDR", "16700");
            assertThat(rates.rate(USDC, IDR)).isPresent();
        }
    }

    private void set(String base, String quote, String price) {
        assertThat(fixture.edits.price(base, quote, new BigDecimal(price))).isTrue();
        fixture.references.refresh();
    }

    @Test
    void what_operators_set_is_in_effect() {
        try (var rates = Rates.wire(fixture.references, fixture.clocks)) {
            assertThat(fixture.edits.price("USDC", "IDR", new BigDecimal("17000.5")))
                    .isTrue();
            assertThat(fixture.edits.price("EUR", "IDR", new BigDecimal("20000")))
                    .isTrue();
            assertThat(fixture.references.refresh()).isTrue();
            assertRate(rates, USDC, IDR, "17000.5");
            assertRate(rates, EUR, IDR, "20000");
            assertRate(rates, IDR, EUR, "0.00005");
        }
    }

    @Test
    void a_walk_moves_the_table_alike_on_all_nodes_and_by_the_business_clock() {
        var settings = new RateSettings(
                List.of(TABLE),
                Optional.of(new PriceNoise(3_000_000, 0)),
                BigDecimal.valueOf(5),
                Duration.ofMinutes(2),
                Optional.empty(),
                Map.of());
        try (var here = Rates.wire(fixture.references, fixture.clocks, settings, new SimpleMeterRegistry());
                var there = Rates.wire(fixture.references, fixture.clocks, settings, new SimpleMeterRegistry())) {
            var first = here.require(USDC, IDR);
            assertThat(first).isBetween(new BigDecimal("16600.05"), new BigDecimal("16699.95"));
            assertThat(there.require(USDC, IDR)).isEqualTo(first);
            fixture.clocks.advance(fixture.database.database(), Duration.ofHours(1));
            assertThat(here.require(USDC, IDR)).isNotEqualTo(first).isEqualTo(there.require(USDC, IDR));
            assertRate(here, USDC, OTHER_USDC, "1");
        }
    }

    @Test
    void several_sources_come_to_their_median() {
        try (var rates = fixture.rates(COINBASE, KRAKEN, COINGECKO)) {
            // 1, 1.00005 and 0.999871
            assertRate(rates, USDC, USD, "1");
            // Two sources have the rupiah: 16702.5 and 16690.12.
            assertRate(rates, USDC, IDR, "16696.31");
            assertThat(rates.price("USDC", "EUR"))
                    .isEqualTo(new RateState.Current(
                            new BigDecimal("0.8687"),
                            new java.util.LinkedHashSet<>(List.of("coinbase", "kraken", "coingecko")),
                            Instant.parse("2025-11-21T02:29:31Z")));
        }
    }

    @Test
    void a_pair_that_nobody_quotes_goes_through_the_dollar() {
        try (var rates = fixture.rates(KRAKEN, ECB)) {
            // 1.00005 dollars at 19240.13 / 1.1519 rupiah
            assertRate(rates, USDC, IDR, "16703.7867926903377");
            assertRate(rates, EUR, IDR, "19240.13");
            assertThat(rates.price("USDC", "IDR")).isInstanceOfSatisfying(RateState.Current.class, current -> {
                assertThat(current.sources()).containsExactly("kraken", "ecb");
                assertThat(current.from()).isEqualTo("2025-11-20T15:00:00Z");
            });
            assertNoSuchPair(rates, USDC, NGN);
        }
        try (var rates = fixture.rates(KRAKEN)) {
            // Two currencies through a dollar token: 1.00005 / 0.8688
            assertRate(rates, EUR, USD, "1.15107044198895028");
            assertNoSuchPair(rates, USDC, IDR);
        }
    }

    @Test
    void the_last_resort_is_asked_for_what_nobody_else_has() {
        try (var rates = fixture.rates(KRAKEN, ECB, TABLE)) {
            assertRate(rates, USDC, USD, "1.00005");
            // Kraken's dollar price at the table's 1448 naira.
            assertRate(rates, USDC, NGN, "1448.0724");
            assertRate(rates, EUR, IDR, "19240.13");
        }
        try (var rates = fixture.rates(COINBASE, TABLE)) {
            // Coinbase reports that it has no BNB.
            assertThat(rates.price("BNB", "USD"))
                    .isInstanceOfSatisfying(
                            RateState.Current.class,
                            current -> assertThat(current.sources()).containsExactly("table"));
        }
    }

    @Test
    void elsewhere_than_last_the_table_is_a_source_like_the_others() {
        try (var rates = fixture.rates(TABLE, COINBASE)) {
            // 16650 and 16702.5
            assertRate(rates, USDC, IDR, "16676.25");
        }
    }

    @Test
    void who_has_not_answered_yet_is_not_replaced_by_the_table() {
        fixture.server(COINBASE).answer(_ -> Loopback.status(500, ""));
        try (var rates = fixture.unasked(COINBASE, ECB, TABLE)) {
            assertUnavailable(rates, USDC, IDR);
            rates.poll();
            assertUnavailable(rates, USDC, IDR);
            fixture.replay();
            fixture.pass(Duration.ofMinutes(1));
            rates.poll();
            assertRate(rates, USDC, IDR, "16702.5");
        }
    }

    @Test
    void old_prices_stop_the_quoting_and_not_for_the_table_to_step_in() {
        try (var rates = fixture.rates(COINBASE, TABLE)) {
            fixture.pass(Duration.ofMinutes(2));
            assertRate(rates, USDC, IDR, "16702.5");
            fixture.pass(Duration.ofSeconds(1));
            assertUnavailable(rates, USDC, IDR);
            assertThat(rates.latest(USDC, IDR).orElseThrow()).isEqualByComparingTo("16702.5");
            assertRate(rates, USDC, USDC, "1");
            fixture.replay();
            rates.poll();
            assertRate(rates, USDC, IDR, "16702.5");
        }
    }

    @Test
    void a_source_that_is_too_old_leaves_the_others_to_speak() {
        try (var rates = fixture.rates(COINBASE, KRAKEN)) {
            fixture.pass(Duration.ofMinutes(3));
            fixture.server(KRAKEN).replay(fixture.now.get());
            fixture.server(COINBASE).answer(_ -> Loopback.status(503, ""));
            rates.poll();
            assertRate(rates, USDC, USD, "1.00005");
            assertUnavailable(rates, USDC, IDR);
        }
    }

    @Test
    void the_central_bank_does_not_speak_where_an_exchange_has_the_pair() {
        try (var alone = fixture.rates(COINBASE);
                var both = fixture.rates(COINBASE, ECB)) {
            assertThat(both.require(EUR, IDR)).isEqualTo(alone.require(EUR, IDR));
        }
        try (var rates = fixture.rates(COINBASE, KRAKEN, COINGECKO, ECB, TABLE)) {
            fixture.pass(Duration.ofMinutes(3));
            fixture.server(KRAKEN).replay(fixture.now.get());
            fixture.server(COINBASE).answer(_ -> Loopback.status(503, ""));
            fixture.server(COINGECKO).answer(_ -> Loopback.status(503, ""));
            rates.poll();
            assertRate(rates, USDC, USD, "1.00005");
            assertUnavailable(rates, USDC, IDR);
            assertUnavailable(rates, USD, IDR);
            // Kraken's dollars, at Coinbase's last rate of the dollar.
            assertThat(rates.latest(USDC, IDR).orElseThrow()).isEqualByComparingTo("16703.335125");
        }
    }

    @Test
    void an_advanced_sandbox_clock_makes_no_price_old() {
        try (var rates = fixture.rates(COINBASE)) {
            fixture.clocks.advance(fixture.database.database(), Duration.ofDays(30));
            assertRate(rates, USDC, IDR, "16702.5");
        }
    }

    @Test
    void the_ecb_rates_carry_over_the_longest_weekend_and_no_further() {
        var ecb = Loopback.text("ecb.xml");
        // Maundy Thursday 2026; the next rates are of Easter Tuesday, the 7th.
        fixture.now.set(Instant.parse("2026-04-02T15:00:00Z"));
        fixture.server(ECB).answer(_ -> Loopback.ok(ecb.replace("2025-11-20", "2026-04-02"), fixture.now.get()));
        try (var rates = fixture.rates(ECB)) {
            assertRate(rates, EUR, IDR, "19240.13");
            fixture.now.set(Instant.parse("2026-04-07T15:00:00Z"));
            assertRate(rates, EUR, IDR, "19240.13");
            fixture.now.set(Instant.parse("2026-04-07T22:00:01Z"));
            assertUnavailable(rates, EUR, IDR);
        }
    }

    @Test
    void two_sources_in_dispute_give_no_rate_and_a_third_settles_it() {
        fixture.server(KRAKEN)
                .answer(target -> new String(
                                Loopback.recorded(target, fixture.now.get()), java.nio.charset.StandardCharsets.UTF_8)
                        .replace("1.0001", "1.2001")
                        .replace("1.0000", "1.2000")
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        try (var rates = fixture.rates(COINBASE, KRAKEN)) {
            assertUnavailable(rates, USDC, USD);
        }
        try (var rates = fixture.rates(COINBASE, KRAKEN, COINGECKO)) {
            // The mean of 1 and 0.999871.
            assertRate(rates, USDC, USD, "0.9999355");
        }
    }

    @Test
    void there_and_back_is_one() {
        try (var rates = fixture.rates(COINBASE, KRAKEN, COINGECKO, ECB, TABLE)) {
            for (var from : List.of(USDC, ETH, BNB, IDR, USD, EUR, NGN)) {
                for (var to : List.of(USDC, ETH, BNB, IDR, USD, EUR, NGN)) {
                    var error = rates.require(from, to)
                            .multiply(rates.require(to, from))
                            .subtract(BigDecimal.ONE)
                            .abs();
                    // Two currencies may be quoted in both directions, by sources with medians
                    // that are not quite inverse.
                    assertThat(error).as("%s %s", from, to).isLessThan(new BigDecimal("0.001"));
                    assertThat(rates.require(from, to).precision()).isLessThanOrEqualTo(18);
                }
            }
        }
    }
}
