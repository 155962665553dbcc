package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that an export contains each item once, even if items are created or drop out of the list during the export.
class KeysetPagerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant BEGINNING = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2999-12-31T23:59:59.999Z");
    private static final Comparator<UUID> ORDER = Comparator.comparing(UUID::toString);

    private final List<UUID> list = new ArrayList<>();
    private int pages;
    private int deepest;
    private long counted;

    /// @param atOnce number of items per millisecond
    @ParameterizedTest
    @CsvSource({"true,1", "true,7", "true,100", "true,350", "false,1", "false,7", "false,100", "false,350"})
    void each_is_there_once_while_more_are_made(boolean newestFirst, int atOnce) {
        fill(1_234, atOnce);
        var before = List.copyOf(list);
        var found = new ArrayList<UUID>();
        var pager = walk(newestFirst);
        while (pager.hasNext()) {
            found.add(pager.next());
            if (found.size() % 40 == 0 && list.size() < 1_400) {
                list.add(id(START.plusSeconds(3_600), list.size()));
            }
        }
        assertThat(found).doesNotHaveDuplicates().containsAll(before);
        assertThat(found).isSortedAccordingTo(newestFirst ? ORDER.reversed() : ORDER);
        assertThat(deepest).isLessThanOrEqualTo(1 + atOnce / KeysetPager.PAGE + 1);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void none_is_left_out_while_others_fall_out_of_the_list(boolean newestFirst) {
        fill(1_000, 3);
        var before = List.copyOf(list);
        var found = new HashSet<UUID>();
        var gone = new HashSet<UUID>();
        var pager = walk(newestFirst);
        while (pager.hasNext()) {
            var each = pager.next();
            found.add(each);
            // An item that was returned may be completed, and then leaves a list of pending ones.
            if (found.size() % 2 == 0) {
                list.remove(each);
                gone.add(each);
            }
        }
        assertThat(gone).isNotEmpty();
        assertThat(found).containsAll(before);
    }

    /// The items of one instant fill several pages, and those on the first pages drop out before the last ones are
    /// read.
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void none_of_one_instant_is_left_out_while_others_of_it_fall_out(boolean newestFirst) {
        fill(1_050, 350);
        var before = List.copyOf(list);
        var found = new ArrayList<UUID>();
        var pager = walk(newestFirst);
        while (pager.hasNext()) {
            var each = pager.next();
            found.add(each);
            list.remove(each);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(before);
    }

    /// Each page of a list counts all items of its span.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_long_list_is_not_counted_again_for_each_page(boolean newestFirst) {
        IntStream.range(0, 5_000).forEach(i -> list.add(id(START.plusSeconds(60L * i), i)));
        assertThat(walk(newestFirst).stream().toList())
                .isSortedAccordingTo(newestFirst ? ORDER.reversed() : ORDER)
                .containsExactlyInAnyOrderElementsOf(list);
        assertThat(counted).isLessThan(6L * list.size());
        assertThat(pages).isLessThan(100);
    }

    /// In periods with few items, the spans grow until they contain some.
    @ParameterizedTest
    @CsvSource({"true,1", "true,100", "true,250", "false,1", "false,100", "false,250"})
    void what_was_made_at_once_and_long_apart_is_there_once(boolean newestFirst, int atOnce) {
        IntStream.range(0, 1_000).forEach(i -> list.add(id(START.plus(Duration.ofDays(100L * (i / atOnce))), i)));
        assertThat(walk(newestFirst).stream().toList())
                .isSortedAccordingTo(newestFirst ? ORDER.reversed() : ORDER)
                .containsExactlyInAnyOrderElementsOf(list);
        assertThat(pages).isLessThan(300);
    }

    @Test
    void nothing_is_asked_before_it_is_wanted() {
        fill(500, 1);
        var pager = walk(true);
        assertThat(pages).isZero();
        IntStream.range(0, 100).forEach(_ -> pager.next());
        assertThat(pages).isEqualTo(1);
    }

    private KeysetPager<UUID> walk(boolean newestFirst) {
        return new KeysetPager<>(
                (from, to, number) -> {
                    pages++;
                    deepest = Math.max(deepest, number);
                    var within = list.stream()
                            .filter(each -> !Clocks.timeOf(each).isBefore(from)
                                    && !Clocks.timeOf(each).isAfter(to))
                            .toList();
                    counted += within.size();
                    return within.stream()
                            .sorted(newestFirst ? ORDER.reversed() : ORDER)
                            .skip((number - 1L) * KeysetPager.PAGE)
                            .limit(KeysetPager.PAGE)
                            .toList();
                },
                new KeysetPager.Identity<>(UUID::toString, Clocks::timeOf),
                newestFirst,
                BEGINNING,
                END);
    }

    private void fill(int count, int atOnce) {
        IntStream.range(0, count).forEach(i -> list.add(id(START.plusMillis(i / atOnce), i)));
    }

    private static UUID id(Instant at, int number) {
        var first = Clocks.firstIdOf(at);
        return new UUID(first.getMostSignificantBits() | 0x7000, 0x8000_0000_0000_0000L | number);
    }
}
