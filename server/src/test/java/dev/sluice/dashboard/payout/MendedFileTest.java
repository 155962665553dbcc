package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.dashboard.SentFileCase;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A file that mends another one takes its place, also where it could not be read at first.
class MendedFileTest extends SentFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";
    private static final byte[] FAULTY = csv(
            TITLES,
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,10000.123,Siti Rahayu,1234567890,014,A-2"));
    private static final byte[] MENDED = csv(
            TITLES,
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,12000,Siti Rahayu,1234567890,014,A-2"));
    private static final byte[] UNREADABLE = csv("name,sum", List.of("Siti Rahayu,12000"));

    @Test
    void what_cannot_be_read_does_not_forget_which_file_it_mends() {
        var maker = person(Role.MAKER);
        var faulty = uploaded(maker, BULK, FAULTY);
        var id = faulty.substring(faulty.lastIndexOf('/') + 1);
        var refused = maker.upload(BULK, Map.of("replaces", id), "mended.csv", UNREADABLE);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains(
                        "id=\"file-wrong\"",
                        "name=\"replaces\" value=\"" + id + "\"",
                        "It takes the place of this file:");
        assertThat(maker.get(faulty).statusCode()).isEqualTo(200);

        var sent = maker.upload(BULK, Map.of("replaces", id), "mended.csv", MENDED);
        assertThat(sent.statusCode()).isEqualTo(303);
        assertThat(maker.get(faulty).statusCode()).isEqualTo(404);
        assertThat(maker.get(BULK).body())
                .contains("mended.csv")
                .doesNotContain("rows.csv")
                .doesNotContain("name=\"replaces\"");
    }

    @Test
    void no_file_is_mended_that_is_another_organizations_or_gone() {
        var maker = person(Role.MAKER);
        var theirs = uploaded(maker, BULK, FAULTY);
        var id = theirs.substring(theirs.lastIndexOf('/') + 1);
        assertThat(maker.post(theirs + "/discard", Map.of()).statusCode()).isEqualTo(303);
        assertThat(maker.upload(BULK, Map.of("replaces", id), "mended.csv", UNREADABLE)
                        .body())
                .doesNotContain("name=\"replaces\"");
        var kept = uploaded(maker, BULK, FAULTY);
        var mine = merchant;
        try (var other = Merchant.at(service)) {
            merchant = other;
            var foreign = kept.substring(kept.lastIndexOf('/') + 1);
            assertThat(person(Role.MAKER)
                            .upload(BULK, Map.of("replaces", foreign), "mended.csv", UNREADABLE)
                            .body())
                    .doesNotContain("name=\"replaces\"", "rows.csv");
        } finally {
            merchant = mine;
        }
    }
}
