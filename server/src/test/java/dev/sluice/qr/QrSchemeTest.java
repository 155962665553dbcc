package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QrSchemeTest {
    /// Only Banxico issues its codes.
    private static final String CODI = "CODI";

    @Test
    void every_qr_method_is_a_scheme_of_its_currency() throws IOException {
        var schemes = new ArrayList<QrScheme>();
        for (var line : methods().lines().skip(1).toList()) {
            var fields = line.split(",", -1);
            if (fields[3].equals("QR") && !fields[4].equals(CODI)) {
                var scheme = QrScheme.of(fields[4]).orElseThrow();
                assertThat(scheme.currency()).isEqualTo(fields[0]);
                schemes.add(scheme);
            }
        }
        assertThat(schemes).containsExactlyInAnyOrder(QrScheme.values());
    }

    @Test
    void what_is_no_scheme_is_none() {
        assertThat(Set.of(CODI, "qris", "", "OVO"))
                .allSatisfy(code -> assertThat(QrScheme.of(code)).isEmpty());
    }

    private static String methods() throws IOException {
        try (var file = QrSchemeTest.class.getResourceAsStream("/reference/deposit_methods.csv")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
