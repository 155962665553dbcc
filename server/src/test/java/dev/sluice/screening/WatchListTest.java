package dev.sluice.screening;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names on a list, and names that are not on it.
class WatchListTest {
    private static final int SCORE_MIN = 50;

    private static ListEntry entry(String id, String... names) {
        return new ListEntry(
                id, "Person", List.of(names), List.of(), List.of(), List.of("0xAbC1"), "", "Test list", null);
    }

    private static boolean isHit(String listed, String name) {
        var list = WatchList.of(List.of(entry("Q1", listed)));
        return !list.find(Party.named(null, name), SCORE_MIN).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Viktor Morozhenko, Morozhenko Viktor",
        "Viktor Morozhenko, Віктор Мороженко",
        "Виктор Мороженко, Viktor Morozhenko",
        "Viktor Morozhenko, Wiktor Moroshenko",
        "Viktor Andreevich Morozhenko, Viktor Morozhenko",
        "Muhammad Karim Hassan, Mohammed Kareem Hasan",
        "محمد كريم حسن, Mohammed Karim Hassan",
        "Abdul Rahman Karimi, عبد الرحمن كريمي",
        "Müller Jürgen, Jurgen Muller",
        "PT Maju Jaya Sentosa, Maju Jaya Sentosa",
        "Γιώργος Παπάς, Giorgos Papas"
    })
    void a_name_on_the_list_is_found_however_it_is_written(String listed, String name) {
        assertThat(isHit(listed, name)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "Viktor Morozhenko, Viktor Petrov",
        "Viktor Morozhenko, Anna Morozhenko",
        "Hassan Karimi, Hussein Karimi",
        "Muhammad Karim Hassan, Muhammad",
        "Budi Santoso, Budi Setiawan",
        "Maria Garcia Lopez, Maria Garcia Perez"
    })
    void a_name_that_is_only_near_is_not(String listed, String name) {
        assertThat(isHit(listed, name)).isFalse();
    }

    @Test
    void a_wallet_is_found_by_its_address_in_any_case() {
        var list = WatchList.of(List.of(entry("Q1", "Nobody Known")));
        assertThat(list.find(Party.wallet("0xABC1"), SCORE_MIN)).singleElement().satisfies(match -> {
            assertThat(match.score()).isEqualTo(100);
            assertThat(match.name()).isEqualTo("Nobody Known · 0xABC1");
        });
        assertThat(list.find(Party.wallet("0xABC2"), SCORE_MIN)).isEmpty();
    }

    @Test
    void a_look_up_in_a_hundred_thousand_entries_compares_few_names() {
        var random = new Random(7);
        var syllables = List.of("ba", "ko", "ri", "ma", "sen", "tu", "la", "dor", "vi", "net", "ju", "ha", "pel", "go");
        var entries = new ArrayList<ListEntry>();
        for (int at = 0; at < 100_000; at++) {
            var name = new StringBuilder(at % 20 == 0 ? "Muhammad" : word(random, syllables));
            entries.add(entry(
                    "Q" + at, name.append(' ').append(word(random, syllables)).toString()));
        }
        var list = WatchList.of(entries);
        assertThat(list.work("Bakori Senlator")).isLessThan(100);
        assertThat(list.work("Muhammad Senlator")).isLessThan(2_000);
    }

    private static String word(Random random, List<String> syllables) {
        var word = new StringBuilder();
        for (int times = 0; times < 3; times++) {
            word.append(syllables.get(random.nextInt(syllables.size())));
        }
        return word.toString();
    }
}
