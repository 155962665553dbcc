package dev.sluice.rail.evm.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/// Offered gas fees: never above the cap, and for a replacement always at least an eighth more.
class EvmFeesTest {
    @Test
    void twice_the_base_and_the_tip_are_offered() {
        assertThat(at(100, 3, 1_000)).contains(fees(3, 203));
        assertThat(at(100, 3, 150)).contains(fees(3, 150));
        assertThat(at(100, 3, 101)).contains(fees(1, 101));
        assertThat(at(100, 3, 99)).isEmpty();
    }

    @Test
    void a_replacement_takes_what_is_usual_now_where_that_is_more() {
        assertThat(fees(8, 80).raised(fees(20, 200), BigInteger.valueOf(1_000))).contains(fees(20, 200));
        assertThat(fees(8, 80).raised(fees(1, 2), BigInteger.valueOf(1_000))).contains(fees(9, 90));
        assertThat(fees(8, 80).raised(fees(20, 200), BigInteger.valueOf(95))).contains(fees(9, 95));
        assertThat(fees(8, 80).raised(fees(20, 200), BigInteger.valueOf(89))).isEmpty();
    }

    @Property
    void offers_stay_below_the_cap_and_pay_the_base(
            @ForAll @LongRange(max = 1_000_000) long base,
            @ForAll @LongRange(max = 1_000_000) long tip,
            @ForAll @LongRange(min = 1, max = 2_000_000) long cap) {
        at(base, tip, cap).ifPresent(offered -> {
            assertThat(offered.max()).isBetween(BigInteger.valueOf(base), BigInteger.valueOf(cap));
            assertThat(offered.tip()).isBetween(BigInteger.ZERO, BigInteger.valueOf(tip));
            assertThat(offered.tip().add(BigInteger.valueOf(base))).isLessThanOrEqualTo(offered.max());
        });
    }

    @Property
    void replacements_are_an_eighth_more_and_within_the_cap(
            @ForAll @LongRange(max = 1_000) long tip,
            @ForAll @LongRange(max = 1_000_000) long above,
            @ForAll @LongRange(min = 1, max = 2_000_000) long base,
            @ForAll @LongRange(min = 1, max = 3_000_000) long cap) {
        var old = fees(tip, tip + above);
        at(base, tip, cap)
                .flatMap(wanted -> old.raised(wanted, BigInteger.valueOf(cap)))
                .ifPresent(raised -> {
                    assertThat(raised.max()).isLessThanOrEqualTo(BigInteger.valueOf(cap));
                    assertThat(raised.tip()).isLessThanOrEqualTo(raised.max());
                    assertThat(raised.max().multiply(BigInteger.valueOf(8)))
                            .isGreaterThanOrEqualTo(old.max().multiply(BigInteger.valueOf(9)));
                    assertThat(raised.tip().multiply(BigInteger.valueOf(8)))
                            .isGreaterThanOrEqualTo(old.tip().multiply(BigInteger.valueOf(9)));
                    assertThat(raised.max()).isGreaterThan(old.max());
                });
    }

    private static Optional<Fees> at(long base, long tip, long cap) {
        return Fees.at(BigInteger.valueOf(base), BigInteger.valueOf(tip), BigInteger.valueOf(cap));
    }

    private static Fees fees(long tip, long max) {
        return new Fees(BigInteger.valueOf(tip), BigInteger.valueOf(max));
    }
}
