package dev.sluice.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/// The simulated prices of the sandbox: pseudo-random, and identical on every node.
class PriceNoiseTest {
    private static final long AMPLITUDE = 3_000_000;
    private static final PriceNoise NOISE = new PriceNoise(AMPLITUDE, 0);
    private static final BigDecimal PRICE = new BigDecimal("16650");

    @Property
    void it_never_strays_further_than_its_amplitude(
            @ForAll @LongRange(max = 4_000_000_000L) long second,
            @ForAll @LongRange(min = 1, max = PriceNoise.AMPLITUDE_MAX) long amplitude,
            @ForAll long seed) {
        var noise = new PriceNoise(amplitude, seed);
        assertThat(noise.offset("USDC/IDR", Instant.ofEpochSecond(second))).isBetween(-amplitude, amplitude);
        var excess = noise.at(PRICE, "USDC", "IDR", Instant.ofEpochSecond(second))
                .subtract(PRICE)
                .abs();
        // The rounding to ten digits may add half of the last one.
        assertThat(excess)
                .isLessThanOrEqualTo(
                        PRICE.multiply(BigDecimal.valueOf(amplitude, 9)).add(new BigDecimal("0.000005")));
    }

    @Property
    void two_nodes_agree_and_a_step_is_still(@ForAll @LongRange(max = 4_000_000_000L) long second, @ForAll long seed) {
        var time = Instant.ofEpochSecond(second);
        long offset = new PriceNoise(AMPLITUDE, seed).offset("ETH/EUR", time);
        assertThat(new PriceNoise(AMPLITUDE, seed).offset("ETH/EUR", time)).isEqualTo(offset);
        long begin = second - second % PriceNoise.STEP.toSeconds();
        for (long at = begin; at < begin + PriceNoise.STEP.toSeconds(); at++) {
            assertThat(new PriceNoise(AMPLITUDE, seed).offset("ETH/EUR", Instant.ofEpochSecond(at, 999_999_999)))
                    .isEqualTo(offset);
        }
    }

    @Property
    void from_step_to_step_it_goes_and_does_not_jump(
            @ForAll @LongRange(max = 4_000_000_000L) long second, @ForAll long seed) {
        var noise = new PriceNoise(AMPLITUDE, seed);
        var now = Instant.ofEpochSecond(second);
        assertThat(Math.abs(noise.offset("USDC/IDR", now.plus(PriceNoise.STEP)) - noise.offset("USDC/IDR", now)))
                .isLessThanOrEqualTo(AMPLITUDE / 10);
    }

    @Example
    void it_moves_nearly_every_step_and_uses_its_room() {
        var seen = new HashSet<Long>();
        long least = 0;
        long most = 0;
        for (int step = 0; step < 20_000; step++) {
            long offset = NOISE.offset("USDC/IDR", Instant.ofEpochSecond(1_763_692_200L + 3L * step));
            seen.add(offset);
            least = Math.min(least, offset);
            most = Math.max(most, offset);
        }
        assertThat(seen).hasSizeGreaterThan(19_000);
        assertThat(least).isLessThan(-AMPLITUDE / 4);
        assertThat(most).isGreaterThan(AMPLITUDE / 4);
    }

    @Example
    void pairs_and_seeds_walk_by_themselves() {
        var now = Instant.parse("2026-11-21T02:30:00Z");
        var offsets = new HashSet<Long>();
        for (var pair : new String[] {"USDC/IDR", "USDC/PHP", "USDT/IDR", "USD/IDR", "IDR/USD"}) {
            offsets.add(NOISE.offset(pair, now));
        }
        offsets.add(new PriceNoise(AMPLITUDE, 1).offset("USDC/IDR", now));
        assertThat(offsets).hasSize(6);
    }

    @Example
    void the_price_is_rounded_half_up_to_ten_digits_or_its_own() {
        var now = Instant.parse("2026-11-21T02:30:00Z");
        var offset = BigDecimal.valueOf(NOISE.offset("USDC/IDR", now), 9).add(BigDecimal.ONE);
        assertThat(NOISE.at(PRICE, "USDC", "IDR", now).precision()).isLessThanOrEqualTo(10);
        var long17 = new BigDecimal("1.2345678901234567");
        assertThat(NOISE.at(long17, "USDC", "IDR", now))
                .isEqualByComparingTo(long17.multiply(offset).setScale(16, java.math.RoundingMode.HALF_UP));
    }

    @Example
    void an_amplitude_has_bounds() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PriceNoise(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new PriceNoise(PriceNoise.AMPLITUDE_MAX + 1, 0));
    }
}
