package dev.sluice.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The published contract, checked with [Spectral](https://docs.stoplight.io/docs/spectral)'s built-in rules for
/// OpenAPI.
class ContractLintTest {
    private static final Path CONTRACT = Path.of("..", "api", "openapi.yaml");

    @TempDir
    Path folder;

    @Test
    void the_contract_breaks_no_rule_of_spectral() throws IOException {
        var rules = Files.writeString(folder.resolve("rules.yaml"), "extends: [\"spectral:oas\"]\n");
        var contract = CONTRACT.toAbsolutePath().normalize().toString();
        var linted = Command.run(
                folder,
                Map.of(),
                List.of(
                        NpmProgram.find("spectral").toString(),
                        "lint",
                        "--ruleset",
                        rules.toString(),
                        "--fail-severity",
                        "hint",
                        contract));
        assertThat(linted.out()).contains("No results with a severity of 'hint' or higher found!");
        linted.expect(true);
    }
}
