package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.model.EventTypes;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypesTest {
    @Test
    void all_types_are_those_that_have_a_name() {
        var named = Arrays.stream(EventTypes.class.getFields())
                .filter(each -> Modifier.isStatic(each.getModifiers()) && each.getType() == String.class)
                .map(each -> each.getName().toLowerCase(Locale.ROOT).replace('_', '.'));
        assertThat(named).containsExactlyElementsOf(EventTypes.ALL);
    }

    @Test
    void a_pattern_stands_for_a_type_a_kind_or_everything() {
        assertThat(matching("deposit.created")).containsExactly("deposit.created");
        assertThat(matching("recipient.*"))
                .containsExactly("recipient.created", "recipient.updated", "recipient.deleted");
        assertThat(matching("*")).isEqualTo(EventTypes.ALL);
        assertThat(matching("deposit.expired", "convert.*", "deposit.expired"))
                .containsExactly("deposit.expired", "convert.completed");
        assertThat(matching()).isEmpty();
    }

    @Test
    void types_that_are_newer_belong_to_their_kinds() {
        assertThat(EventTypes.match(List.of("deposit.*"), "deposit.disputed")).isTrue();
        assertThat(EventTypes.match(List.of("deposit.*"), "deposits.disputed")).isFalse();
        assertThat(EventTypes.match(List.of("*"), "dispute.opened")).isTrue();
        assertThat(EventTypes.match(List.of("*.*", "dep.*", "deposit", "DEPOSIT.*"), "deposit.created"))
                .isFalse();
    }

    @Test
    void every_type_is_a_pattern_and_every_pattern_stands_for_something() {
        assertThat(EventTypes.PATTERNS).containsAll(EventTypes.ALL).doesNotHaveDuplicates();
        assertThat(EventTypes.PATTERNS).allSatisfy(pattern -> {
            assertThat(EventTypes.isPattern(pattern)).isTrue();
            assertThat(matching(pattern)).isNotEmpty();
        });
        assertThat(EventTypes.PATTERNS)
                .startsWith("*", "deposit.*", "disbursement.*", "convert.*", "recipient.*", "deposit.created");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".*", "**", "*.*", "deposit", "deposit.", "deposit*", "deposit.c*", "payout.*"})
    void what_stands_for_nothing_is_no_pattern(String text) {
        assertThat(EventTypes.isPattern(text)).isFalse();
        assertThat(matching(text)).isEmpty();
    }

    private static List<String> matching(String... patterns) {
        return EventTypes.ALL.stream()
                .filter(type -> EventTypes.match(List.of(patterns), type))
                .toList();
    }
}
