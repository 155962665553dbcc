package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShortcutTest {
    @ParameterizedTest
    @EnumSource(Role.class)
    void each_page_of_a_menu_has_a_key_of_its_own(Role role) {
        var keys = Arrays.stream(Section.values())
                .filter(section -> role.may(section.permission()))
                .map(Section::key)
                .toList();
        assertThat(keys)
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(key -> assertThat(key).matches("[a-z]"));
    }
}
