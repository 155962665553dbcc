package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColourTest {
    private static final int STEP = 15;

    /// Returns colours from all corners of the cube.
    private static List<Colour> all() {
        var all = new ArrayList<Colour>();
        for (int red = 0; red <= 255; red += STEP) {
            for (int green = 0; green <= 255; green += STEP) {
                for (int blue = 0; blue <= 255; blue += STEP) {
                    all.add(new Colour(red, green, blue));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"#0b57d0,#0b57d0", "#0B57D0,#0b57d0", "' #fff ',#ffffff", "#1a2,#11aa22"})
    void a_colour_is_read_and_written(String text, String written) {
        assertThat(Colour.of(text).orElseThrow()).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "0b57d0", "#0b57d", "#0b57d00", "#gggggg", "red", "#fff;}", "rgb(1,2,3)", "#١٢٣"})
    void anything_else_is_none(String text) {
        assertThat(Colour.of(text)).isEmpty();
    }

    @Test
    void a_channel_has_eight_bits() {
        assertThatThrownBy(() -> new Colour(0, 256, 0)).hasMessageContaining("256");
        assertThatThrownBy(() -> new Colour(0, 0, -1)).hasMessageContaining("-1");
    }

    /// The values are those of the WebAIM contrast checker.
    @ParameterizedTest
    @CsvSource({"#000000,#ffffff,21", "#777777,#ffffff,4.48", "#0b57d0,#ffffff,6.39", "#ff0000,#000000,5.25"})
    void contrast_is_that_of_the_guidelines(String one, String other, double expected) {
        var first = Colour.of(one).orElseThrow();
        var second = Colour.of(other).orElseThrow();
        assertThat(first.contrast(second)).isCloseTo(expected, within(0.01));
        assertThat(second.contrast(first)).isEqualTo(first.contrast(second));
    }

    @Test
    void a_ratio_is_never_said_to_be_more_than_it_is() {
        assertThat(Colour.of("#777777").orElseThrow().ratio(Colour.WHITE)).isEqualByComparingTo("4.4");
    }

    @Test
    void text_on_any_colour_can_be_read() {
        assertThat(all())
                .allSatisfy(colour -> assertThat(colour.contrast(colour.text()))
                        .as(colour.toString())
                        .isGreaterThanOrEqualTo(Colour.READABLE));
        assertThat(Colour.of("#ffff00").orElseThrow().text()).isEqualTo(Colour.BLACK);
        assertThat(Colour.of("#0b57d0").orElseThrow().text()).isEqualTo(Colour.WHITE);
    }

    @Test
    void any_colour_becomes_one_that_can_be_read_on_the_ground() {
        var night = new Colour(0x1a, 0x21, 0x33);
        assertThat(all()).allSatisfy(colour -> {
            assertThat(colour.readableOn(Colour.WHITE).contrast(Colour.WHITE)).isGreaterThanOrEqualTo(Colour.READABLE);
            assertThat(colour.readableOn(night).contrast(night)).isGreaterThanOrEqualTo(Colour.READABLE);
        });
    }

    @Test
    void a_colour_that_can_be_read_stays_as_it_is() {
        var blue = Colour.of("#0b57d0").orElseThrow();
        assertThat(blue.readableOn(Colour.WHITE)).isEqualTo(blue);
    }
}
