package dev.sluice.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// Amounts of an exchange.
class ExchangeTest {
    private static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    private static final Asset ETH = Asset.crypto("eth-base", 18);
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final Asset JPY = Asset.fiat("JPY", 0);
    private static final FeeSchedule FEE = new FeeSchedule(new BigDecimal("5000"), new BigDecimal("0.25"));
    private static final FeeSchedule FREE = new FeeSchedule(BigDecimal.ZERO, BigDecimal.ZERO);

    private static Exchange selling(String markup) {
        return new Exchange(USDC, IDR, new BigDecimal("16650"), FEE, new BigDecimal(markup));
    }

    private static Money money(String amount, Asset asset) {
        return Money.exactly(new BigDecimal(amount), asset);
    }

    @Test
    void a_token_brings_its_price_less_the_fee() {
        var figures = selling("0").ofInput(money("100", USDC));
        assertThat(figures.converted()).isEqualTo(money("1665000", IDR));
        assertThat(figures.fee()).isEqualTo(money("9162.5", IDR));
        assertThat(figures.total()).isEqualTo(money("1655837.5", IDR));
        assertThat(figures.markupAmount().isZero()).isTrue();
    }

    @Test
    void a_markup_lowers_the_price_and_is_told_apart() {
        var figures = selling("1.5").ofInput(money("100", USDC));
        assertThat(figures.price()).isEqualByComparingTo("16400.25");
        assertThat(figures.converted()).isEqualTo(money("1640025", IDR));
        assertThat(figures.markupAmount()).isEqualTo(money("24975", IDR));
    }

    @Test
    void a_token_is_bought_at_the_same_price() {
        var exchange = new Exchange(IDR, USDC, new BigDecimal("16650"), FREE, BigDecimal.ZERO);
        assertThat(exchange.ofInput(money("1000000", IDR)).total()).isEqualTo(money("60.060060", USDC));
        assertThat(exchange.ofTotal(money("60.060061", USDC)).input()).isEqualTo(money("1000000.02", IDR));
    }

    @Test
    void a_markup_makes_a_bought_token_dearer() {
        var exchange = new Exchange(IDR, USDC, new BigDecimal("16650"), FREE, BigDecimal.TEN);
        var figures = exchange.ofInput(money("1665000", IDR));
        assertThat(figures.price()).isEqualByComparingTo("18500");
        assertThat(figures.converted()).isEqualTo(money("90", USDC));
        assertThat(figures.markupAmount()).isEqualTo(money("10", USDC));
    }

    /// Otherwise an organization would exchange for almost no fee, because the markup is its own.
    @Property(tries = 400)
    void a_markup_makes_the_fee_no_smaller(
            @ForAll @LongRange(min = 1, max = 10_000_000_000_000L) long units,
            @ForAll @BigRange(min = "0.000001", max = "2000000000") @Scale(6) BigDecimal price,
            @ForAll @IntRange(min = 1, max = 9_999) int markup,
            @ForAll boolean buys) {
        var input = buys ? IDR : USDC;
        var output = buys ? USDC : IDR;
        var amount = new Money(BigInteger.valueOf(units), input);
        var plain = new Exchange(input, output, price, FEE, BigDecimal.ZERO).ofInput(amount);
        var marked = new Exchange(input, output, price, FEE, BigDecimal.valueOf(markup, 2)).ofInput(amount);
        assertThat(marked.fee()).isEqualTo(plain.fee());
        assertThat(marked.total().plus(marked.markupAmount())).isEqualTo(plain.total());
    }

    @Test
    void nor_does_it_where_what_is_left_is_given() {
        var figures = selling("99").ofTotal(money("1000000", IDR));
        assertThat(figures.total()).isEqualTo(money("1000000", IDR));
        var whole = figures.converted().plus(figures.markupAmount());
        assertThat(figures.fee().decimal()).isCloseTo(FEE.fee(whole).decimal(), Offset.offset(new BigDecimal("0.1")));
        assertThat(selling("99").leavesAnything()).isTrue();
        assertThat(selling("99.74").leavesAnything()).isTrue();
        assertThat(selling("99.75").leavesAnything()).isFalse();
    }

    /// The requested total is the remaining amount, and the smallest possible input is taken for it.
    @Property(tries = 400)
    void what_is_wanted_is_what_is_left(
            @ForAll @LongRange(min = 1, max = 10_000_000_000L) long units,
            @ForAll @BigRange(min = "0.000001", max = "2000000000") @Scale(6) BigDecimal price,
            @ForAll @IntRange(max = 9_900) int markup,
            @ForAll boolean native18) {
        var exchange =
                new Exchange(native18 ? ETH : USDC, native18 ? JPY : IDR, price, FEE, BigDecimal.valueOf(markup, 2));
        var wanted = new Money(BigInteger.valueOf(units), exchange.output());
        var figures = exchange.ofTotal(wanted);
        assertThat(figures.total()).isEqualTo(wanted);
        var worth = figures.input().decimal().multiply(figures.price());
        assertThat(worth).isGreaterThanOrEqualTo(figures.converted().decimal());
        var oneLess = new Money(
                figures.input().units().subtract(BigInteger.ONE),
                figures.input().asset());
        assertThat(oneLess.decimal().multiply(figures.price()))
                .isLessThan(figures.converted().decimal());
    }

    /// The house never pays more than the market value, markup included.
    @Property(tries = 400)
    void nothing_is_given_away(
            @ForAll @LongRange(min = 1, max = 10_000_000_000L) long units,
            @ForAll @BigRange(min = "0.000001", max = "2000000000") @Scale(6) BigDecimal price,
            @ForAll @IntRange(max = 9_900) int markup,
            @ForAll boolean buys) {
        var input = buys ? IDR : USDC;
        var exchange = new Exchange(input, buys ? USDC : IDR, price, FREE, BigDecimal.valueOf(markup, 2));
        var figures = exchange.ofInput(new Money(BigInteger.valueOf(units), input));
        var given = figures.converted().plus(figures.markupAmount()).decimal();
        var worth = buys
                ? figures.input().decimal().divide(price, 30, RoundingMode.UP)
                : figures.input().decimal().multiply(price);
        assertThat(given).isLessThanOrEqualTo(worth);
        assertThat(figures.markupAmount().isNegative()).isFalse();
        assertThat(figures.converted().isNegative()).isFalse();
    }
}
