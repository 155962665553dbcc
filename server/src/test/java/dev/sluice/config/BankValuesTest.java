package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.rail.iso20022.profile.BankProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The setting `SLUICE_BANKS`.
class BankValuesTest {
    private static final Path EXAMPLES = Path.of("../deploy/banks");

    @TempDir
    Path dir;

    private Config load(Map<String, String> env) throws Config.Invalid {
        return Config.load(env, dir.resolve("sluice.yaml"));
    }

    private List<String> faults(Map<String, String> env) {
        return catchThrowableOfType(Config.Invalid.class, () -> load(env)).lines();
    }

    @Test
    void it_names_files_and_folders() throws Exception {
        var folder = Files.createDirectory(dir.resolve("my banks"));
        Files.copy(EXAMPLES.resolve("bi-fast.yaml"), folder.resolve("bi-fast.yaml"));
        assertThat(load(Map.of("SLUICE_BANKS", EXAMPLES.resolve("swiss-sps.yaml") + ", " + folder))
                        .banks())
                .extracting(BankProfile::id)
                .containsExactly("chf-main", "idr-fast");
        assertThat(load(Map.of()).banks()).isEmpty();
    }

    @Test
    void it_may_be_a_list_in_the_file() throws Exception {
        Files.writeString(
                dir.resolve("sluice.yaml"),
                "banks:\n  - %s\n  - %s\n"
                        .formatted(EXAMPLES.resolve("bi-rtgs.yaml"), EXAMPLES.resolve("mt940-only.yaml")));
        assertThat(load(Map.of()).banks()).extracting(BankProfile::id).containsExactly("idr-rtgs", "eur-mt940");
    }

    @Test
    void each_fault_of_a_profile_is_a_line_beside_those_of_other_settings() throws Exception {
        var example = Files.readString(EXAMPLES.resolve("sepa-credit-transfer.yaml"));
        Files.writeString(
                dir.resolve("eur-main.yaml"),
                example.replace("DE89", "DE88").replace("charset: sepa-latin", "chraset: sepa-latin"));
        assertThat(faults(Map.of("SLUICE_BANKS", dir.toString(), "SLUICE_PORT", "x")))
                .containsExactlyInAnyOrder(
                        "SLUICE_PORT must be a port number from 0 to 65535, not 'x'",
                        "eur-main.yaml: account.iban: check digits are wrong",
                        "eur-main.yaml: out.chraset: unknown key; did you mean charset?");
        assertThat(faults(Map.of("SLUICE_BANKS", "nowhere.yaml")))
                .containsExactly("nowhere.yaml: is no file or folder");
    }
}
