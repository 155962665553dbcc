package dev.sluice.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rate.Agreement.SourcePrice;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// The median of several sources, without outliers.
class AgreementTest {
    private static final BigDecimal FIVE = BigDecimal.valueOf(5);

    private static List<SourcePrice> prices(String... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> new SourcePrice("s" + i, new Price(new BigDecimal(values[i]), Instant.EPOCH)))
                .toList();
    }

    @Provide
    Arbitrary<List<SourcePrice>> some() {
        return Arbitraries.bigDecimals()
                .between(new BigDecimal("0.00000001"), new BigDecimal("99999999"))
                .ofScale(8)
                .list()
                .ofMinSize(1)
                .ofMaxSize(7)
                .map(values ->
                        prices(values.stream().map(BigDecimal::toPlainString).toArray(String[]::new)));
    }

    @Property
    void the_value_lies_between_its_members_and_nobody_is_lost(@ForAll("some") List<SourcePrice> prices) {
        var agreement = Agreement.of(prices, FIVE);
        assertThat(agreement.members().size() + agreement.outliers().size()).isEqualTo(prices.size());
        if (agreement.value().isPresent()) {
            var values = agreement.members().stream()
                    .map(sourcePrice -> sourcePrice.price().value())
                    .sorted()
                    .toList();
            assertThat(agreement.value().get()).isBetween(values.getFirst(), values.getLast());
        } else {
            assertThat(agreement.members()).isEmpty();
        }
    }

    @Property
    void the_order_of_the_sources_says_nothing(@ForAll("some") List<SourcePrice> prices, @ForAll long seed) {
        var shuffled = new ArrayList<>(prices);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(Agreement.of(shuffled, FIVE).value())
                .isEqualTo(Agreement.of(prices, FIVE).value());
    }

    @Property
    void an_odd_number_always_agrees_on_a_price_that_somebody_named(@ForAll("some") List<SourcePrice> prices) {
        if (prices.size() % 2 == 1) {
            assertThat(Agreement.of(prices, FIVE).value()).isPresent();
            var all = Agreement.of(prices, new BigDecimal("1e30"));
            assertThat(prices)
                    .extracting(sourcePrice -> sourcePrice.price().value())
                    .contains(all.value().orElseThrow());
        }
    }

    @Property
    void one_liar_among_three_moves_the_price_by_no_more_than_the_others_differ(
            @ForAll("some") List<SourcePrice> lies) {
        var honest = prices("100", "101");
        var all = new ArrayList<>(honest);
        all.add(lies.getFirst());
        assertThat(Agreement.of(all, FIVE).value().orElseThrow())
                .isBetween(new BigDecimal("100"), new BigDecimal("101"));
    }

    @Example
    void odd_takes_the_middle_and_even_the_mean_of_the_two_in_the_middle() {
        assertThat(Agreement.of(prices("103", "100", "101"), FIVE).value()).contains(new BigDecimal("101"));
        assertThat(Agreement.of(prices("103", "100", "101", "102"), FIVE)
                        .value()
                        .orElseThrow())
                .isEqualByComparingTo("101.5");
        assertThat(Agreement.of(prices("1.00000000000000001", "1.00000000000000002"), FIVE)
                        .value())
                .contains(new BigDecimal("1.00000000000000002"));
    }

    @Example
    void an_outlier_is_left_out_and_the_median_taken_of_the_rest() {
        var agreement = Agreement.of(prices("100", "101", "120"), FIVE);
        assertThat(agreement.value().orElseThrow()).isEqualByComparingTo("100.5");
        assertThat(agreement.outliers()).extracting(SourcePrice::source).containsExactly("s2");
        assertThat(Agreement.of(prices("100", "105"), FIVE).outliers()).isEmpty();
        assertThat(Agreement.of(prices("100", "100", "105"), FIVE).outliers()).isEmpty();
        assertThat(Agreement.of(prices("100", "100", "105.0001"), FIVE).outliers())
                .hasSize(1);
    }

    @Example
    void of_two_that_contradict_each_other_neither_is_believed() {
        var agreement = Agreement.of(prices("100", "120"), FIVE);
        assertThat(agreement.value()).isEmpty();
        assertThat(agreement.outliers()).hasSize(2);
    }
}
