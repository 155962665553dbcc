package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwitchTest {
    private static final Path PAGE = Path.of("..", "docs", "operations", "administration.md");

    @ParameterizedTest
    @EnumSource
    void every_switch_is_explained_to_operators(Switch which) throws IOException {
        assertThat(Files.readString(PAGE)).contains("\n| `" + which.wire() + "` | ");
    }
}
