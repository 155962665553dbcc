package dev.sluice.disbursement.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The published page about a payout's states matches the code.
class StatesDocTest {
    private static final Path PAGE = Path.of("..", "docs", "states", "disbursement.md");

    /// Run with `-Dsluice.docs.write=true` to generate the page again.
    @Test
    void the_page_about_the_states_is_what_the_code_does() throws IOException {
        var drawn = StatesDoc.text();
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, drawn);
        }
        assertThat(PAGE).hasContent(drawn);
    }
}
