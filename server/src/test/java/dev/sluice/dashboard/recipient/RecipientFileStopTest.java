package dev.sluice.dashboard.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that no further recipients are stored from a file if its confirmer loses the permission, or after it was
/// stopped.
class RecipientFileStopTest extends ImportFileCase {
    private static final String IMPORT = "/dashboard/recipients/import";
    private static final String TABLE = "fileimport_file";
    private static final byte[] ROWS = csv(
            "name,Email,address,city,post code,currency,country,account_name,bank_name,account_number",
            List.of("Siti,siti@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,Bank Central Asia,1234567890"));

    private static String id(String file) {
        return file.substring(IMPORT.length() + 1);
    }

    private void assertLeftOut(Person person, String file, String reason) {
        awaitEnd(person, file);
        assertThat(person.get(file + "/result").body()).contains("2,refused,", reason);
        assertThat(merchant.client()
                        .get("/v1/recipient")
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isZero();
    }

    @Test
    void none_is_stored_in_the_name_of_somebody_whose_access_was_taken() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, IMPORT, ROWS);
        confirmAndHold(TABLE, id(file));
        team(maker, "end", Map.of());
        loseLeases(TABLE);
        assertLeftOut(person(Role.MAKER), file, "the user who confirmed the file no longer has access");
    }

    @Test
    void whoever_stores_payees_stops_the_rest() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, IMPORT, ROWS);
        assertThat(maker.post(file + "/stop", Map.of()).statusCode()).isEqualTo(409);
        confirmAndHold(TABLE, id(file));
        assertThat(person(Role.VIEWER).post(file + "/stop", Map.of()).statusCode())
                .isEqualTo(403);
        assertThat(maker.get(file).body())
                .contains("Stop the remaining rows", "Stop saving recipients from this file?");
        assertThat(maker.post(file + "/stop", Map.of()).statusCode()).isEqualTo(303);
        assertLeftOut(maker, file, "the rest of the file was stopped");
        assertThat(maker.get(file).body()).contains("stopped the remaining rows of this file.");
    }
}
