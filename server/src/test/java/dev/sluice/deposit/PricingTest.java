package dev.sluice.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class PricingTest {
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final Asset USD = Asset.fiat("USD", 2);
    private static final Asset YEN = Asset.fiat("JPY", 0);

    private static Money money(String amount, Asset asset) {
        return Money.exactly(new BigDecimal(amount), asset);
    }

    private static FeeSchedule fee(String flat, String percentage) {
        return new FeeSchedule(new BigDecimal(flat), new BigDecimal(percentage));
    }

    @Test
    void the_fee_is_taken_from_what_arrives() {
        var priced = new Pricing(fee("4000", "0.7"), BigDecimal.ONE, IDR).ofInput(money("100000", IDR));
        assertThat(priced.fee()).isEqualTo(money("4700", IDR));
        assertThat(priced.output()).isEqualTo(money("95300", IDR));
        assertThat(priced.isConverted()).isFalse();
    }

    @Test
    void the_rest_is_exchanged_and_rounded_down() {
        var priced = new Pricing(fee("4000", "0"), new BigDecimal("0.00006"), USD).ofInput(money("100000", IDR));
        assertThat(priced.output()).isEqualTo(money("5.76", USD));
        assertThat(new Pricing(fee("0", "0"), new BigDecimal("0.0667"), YEN)
                        .ofInput(money("29.99", IDR))
                        .output())
                .isEqualTo(money("2", YEN));
    }

    @Test
    void a_fee_can_eat_all_of_it() {
        assertThat(new Pricing(fee("4000", "0"), BigDecimal.ONE, IDR)
                        .ofInput(money("4000", IDR))
                        .output()
                        .isPositive())
                .isFalse();
    }

    @Test
    void why_nothing_arrives_is_said() {
        assertThat(new Pricing(fee("4000", "0"), BigDecimal.ONE, IDR)
                        .ofInput(money("4000", IDR))
                        .nothing())
                .isEqualTo("leaves nothing after the fee of 4000 IDR");
        assertThat(new Pricing(fee("0", "0"), new BigDecimal("0.006"), USD)
                        .ofInput(money("1", YEN))
                        .nothing())
                .isEqualTo("comes to less than 0.01 USD, the smallest unit of the output");
    }

    @Test
    void an_output_is_grossed_up() {
        var priced = new Pricing(fee("4000", "0.7"), BigDecimal.ONE, IDR).ofOutput(money("95300", IDR), IDR, 2);
        assertThat(priced.input()).isEqualTo(money("100000", IDR));
        assertThat(priced.output()).isEqualTo(money("95300", IDR));
    }

    @Test
    void an_input_is_as_coarse_as_its_method_takes_it() {
        var priced = new Pricing(fee("0", "0.7"), BigDecimal.ONE, IDR).ofOutput(money("1000.01", IDR), IDR, 0);
        assertThat(priced.input()).isEqualTo(money("1008", IDR));
        assertThat(priced.output()).isEqualTo(money("1000.94", IDR));
    }

    @Property
    void the_input_of_an_output_is_the_smallest_that_reaches_it(
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long wanted,
            @ForAll @LongRange(min = 0, max = 10_000) long flat,
            @ForAll @BigRange(min = "0", max = "99") @Scale(2) BigDecimal percentage,
            @ForAll @BigRange(min = "0.00001", max = "100000") @Scale(5) BigDecimal rate) {
        var pricing = new Pricing(new FeeSchedule(BigDecimal.valueOf(flat), percentage), rate, USD);
        var output = new Money(BigInteger.valueOf(wanted), USD);
        var priced = pricing.ofOutput(output, IDR, 2);
        assertThat(priced.output()).isGreaterThanOrEqualTo(output);
        var less = new Money(priced.input().units().subtract(BigInteger.ONE), IDR);
        assertThat(pricing.ofInput(less).output()).isLessThan(output);
    }
}
