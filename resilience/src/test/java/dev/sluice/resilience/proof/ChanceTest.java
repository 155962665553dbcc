package dev.sluice.resilience.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChanceTest {
    private static final int DRAWS = 200_000;
    private static final int USUAL = 4;
    private static final int FAR = 60;

    @Test
    void a_deep_number_is_mostly_a_usual_one_and_can_be_any() {
        var chance = Chance.of(1);
        var drawn = IntStream.generate(() -> chance.deep(USUAL)).limit(DRAWS).toArray();
        assertThat(IntStream.of(drawn).filter(each -> each <= USUAL).count())
                .isBetween(DRAWS * 75L / 100, DRAWS * 90L / 100);
        assertThat(IntStream.of(drawn).min()).hasValue(1);
        assertThat(IntStream.of(drawn).filter(each -> each <= FAR).distinct().count())
                .isEqualTo(FAR);
    }
}
