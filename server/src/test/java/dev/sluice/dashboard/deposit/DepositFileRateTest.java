package dev.sluice.dashboard.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests of confirmed deposit files at a node without exchange rates, because its only source is unavailable.
class DepositFileRateTest extends DepositFileCase {
    /// More rows than a batch.
    private static final int WITHOUT_RATE = 120;

    private static final int OTHERS = 3;

    @BeforeAll
    static void withoutRates() {
        service.close();
        service = TestService.start(
                Map.of("SLUICE_RATE_SOURCES", "coinbase", "SLUICE_RATE_COINBASE_URL", "http://127.0.0.1:1"));
    }

    @Test
    void rows_that_wait_for_a_rate_hold_up_none_behind_them_and_are_made_once_there_is_one() {
        var person = person(Role.MAKER);
        var lines = Stream.concat(
                        Collections.nCopies(WITHOUT_RATE, "IDR,1665000,014_VA,usdc-polygon,,").stream(),
                        rows(OTHERS).stream())
                .toList();
        String file;
        try (var priced = service.sibling()) {
            file = uploaded(new Person(priced.baseUrl(), person.user(), person.token()), lines);
        }
        assertThat(person.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        await(() -> made() == OTHERS);
        loseLeases("fileimport_file");
        pause(1_000);
        assertThat(made()).isEqualTo(OTHERS);
        assertThat(person.get(file).body()).doesNotContain("Done:");
        try (var _ = service.sibling()) {
            await(() -> {
                loseLeases("fileimport_file");
                return person.get(file).body().contains("Done:");
            });
        }
        assertThat(made()).isEqualTo(WITHOUT_RATE + OTHERS);
        assertThat(result(person, file).stream().map(row -> row.get("result")))
                .isEqualTo(Collections.nCopies(WITHOUT_RATE + OTHERS, "created"));
    }
}
