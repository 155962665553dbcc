package dev.sluice.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void each_figure_has_a_place_in_the_report() {
        var places = Figures.all().stream()
                .map(figure -> Figures.place(figure.heading().number()))
                .toList();
        assertThat(places).doesNotHaveDuplicates().doesNotContain(-1);
    }

    @Test
    void the_chart_has_room_for_their_titles() {
        assertThat(Figures.all()).allMatch(figure -> figure.heading().title().length() <= 46);
    }

    @Test
    void some_can_be_chosen_and_unknown_ones_are_refused() {
        assertThat(Figures.of(List.of("5", "1")))
                .extracting(figure -> figure.heading().number())
                .containsExactly("1", "5");
        assertThat(Figures.of(Figures.QUICK)).hasSameSizeAs(Figures.QUICK);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Figures.of(List.of("1", "99")))
                .withMessageContaining("unknown figure 99");
    }
}
