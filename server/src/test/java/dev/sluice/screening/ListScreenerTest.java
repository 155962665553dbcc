package dev.sluice.screening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.screening.Screener.Finding;
import dev.sluice.screening.Screener.Question;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lists that replace each other.
class ListScreenerTest {
    private static final String HEADER = "id,schema,name,aliases\n";
    private static final Duration AGE_MAX = Duration.ofDays(3);
    private static final String LAST = "Viktor Morozhenko";

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-11-30T00:00:00Z");
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private ListScreener screener;

    @BeforeEach
    void open() {
        screener = new ListScreener(folder.resolve("list.csv"), AGE_MAX, 50, () -> now);
        screener.measure(meters);
    }

    private void replace(String csv) throws IOException {
        var file = folder.resolve("list.csv");
        Files.writeString(file, csv);
        Files.setLastModifiedTime(file, FileTime.from(now));
        screener.refresh();
    }

    /// Returns a list of `count` entries; the last one has the name `LAST`.
    private static String entries(int count) {
        return HEADER
                + IntStream.range(1, count)
                        .mapToObj(at -> "Q" + at + ",Person,Someone Number" + at + ",\n")
                        .collect(Collectors.joining())
                + "Q0,Person," + LAST + ",\n";
    }

    private Finding asked() {
        return screener.screen(new Question(CheckKind.PAYOUT, Party.named(null, LAST), "1"));
    }

    @Test
    void a_list_that_lost_more_than_a_fifth_is_refused_and_the_one_before_screens_until_it_is_too_old()
            throws IOException {
        replace(entries(2_000));
        assertThat(asked()).isInstanceOf(Finding.Hit.class);
        now = now.plusSeconds(60);
        replace(entries(2_000).lines().limit(1_500).collect(Collectors.joining("\n", "", "\n")));
        assertThat(screener.fault()).contains("1499 entries, less than 80 % of the 2000 before");
        assertThat(asked()).isInstanceOf(Finding.Hit.class);
        now = now.plus(AGE_MAX);
        assertThat(asked())
                .isInstanceOfSatisfying(
                        Finding.Unavailable.class,
                        away -> assertThat(away.reason()).contains("older than PT72H", "may be cut off"));
        replace(entries(1_700));
        assertThat(screener.fault()).isEmpty();
        assertThat(asked()).isInstanceOf(Finding.Hit.class);
    }

    private double metric(String name) {
        return meters.get(name).gauge().value();
    }

    @Test
    void metrics_tell_of_a_file_that_cannot_be_used_while_the_last_good_list_is() throws IOException {
        assertThat(metric("sluice.screening.list.age")).isNaN();
        replace(entries(3));
        now = now.plusSeconds(60);
        assertThat(metric("sluice.screening.list.age")).isEqualTo(60);
        assertThat(metric("sluice.screening.list.age.max")).isEqualTo(AGE_MAX.toSeconds());
        assertThat(metric("sluice.screening.list.faulty")).isZero();
        replace(HEADER + "Q1,Person,Someone Number,");
        assertThat(asked()).as("the last good list is in use").isInstanceOf(Finding.Hit.class);
        assertThat(metric("sluice.screening.list.age")).isEqualTo(60);
        assertThat(metric("sluice.screening.list.faulty")).isEqualTo(1);
        assertThat(meters.get("sluice.screening.list.failures")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        replace(entries(4));
        assertThat(metric("sluice.screening.list.faulty")).isZero();
        assertThat(metric("sluice.screening.list.age")).isZero();
    }

    @Test
    void a_list_that_ends_inside_of_a_line_is_refused_and_the_one_before_is_kept() throws IOException {
        replace(entries(3));
        now = now.plusSeconds(60);
        replace(HEADER + "Q1,Person,Someone Number,");
        assertThat(screener.fault()).contains("cut off");
        assertThat(asked()).isInstanceOf(Finding.Hit.class);
    }

    @Test
    void a_short_list_may_lose_most_of_its_entries() throws IOException {
        replace(entries(50));
        now = now.plusSeconds(60);
        replace(entries(2));
        assertThat(screener.fault()).isEmpty();
    }
}
