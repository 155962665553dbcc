package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests that a corrected file replaces the faulty one, even after an unreadable upload, and that problems are
/// listed.
class CorrectedFileTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";
    private static final byte[] FAULTY = csv(
            TITLES,
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,10000.123,Siti Rahayu,1234567890,014,A-2"));
    private static final byte[] MENDED = csv(
            TITLES, List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,12000,Siti Rahayu,1234567890,014,A-2"));
    private static final byte[] UNREADABLE = csv("name,sum", List.of("Siti Rahayu,12000"));

    @Test
    void what_cannot_be_read_does_not_forget_which_file_it_mends() {
        var maker = person(Role.MAKER);
        var faulty = uploaded(maker, BULK, FAULTY);
        var id = faulty.substring(faulty.lastIndexOf('/') + 1);
        var refused = maker.upload(BULK, Map.of("replaces", id), "corrected.csv", UNREADABLE);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("id=\"file-wrong\"", "name=\"replaces\" value=\"" + id + "\"", "It replaces this file:");
        assertThat(maker.get(faulty).statusCode()).isEqualTo(200);

        var sent = maker.upload(BULK, Map.of("replaces", id), "corrected.csv", MENDED);
        assertThat(sent.statusCode()).isEqualTo(303);
        assertThat(maker.get(faulty).statusCode()).isEqualTo(404);
        assertThat(maker.get(BULK).body())
                .contains("corrected.csv")
                .doesNotContain("rows.csv")
                .doesNotContain("name=\"replaces\"");
    }

    @Test
    void rows_that_were_refused_when_they_were_to_be_paid_are_listed_with_the_faulty_ones() {
        var maker = person(Role.MAKER);
        var american = merchant.storedInAmerica("000123456789");
        var rows = List.of(
                "IDR,10000," + merchant.storedInIndonesia() + ",RETURNED",
                "USD,15," + american + ",GOING",
                "USD,0," + american + ",NOTHING");
        var file = uploaded(maker, BULK, csv("currency,amount,recipient_id,reference", rows));
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "REFUSE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        assertThat(maker.post(file + "/confirm", Map.of("skipFaulty", "true")).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, file);
        var wrong = "href=\"" + file + "?show=faulty\"";
        assertThat(maker.get(file).body())
                .contains("RETURNED", "GOING", "NOTHING", "1–3 of 3")
                .containsPattern("Refused</dt><dd [^>]+><a " + Pattern.quote(wrong) + ">1</a>");
        assertThat(maker.get(file + "?show=faulty").body())
                .contains("RETURNED", "NOTHING", "1–2 of 2")
                .doesNotContain("GOING");
    }

    @Test
    void no_file_is_mended_that_is_another_organizations_or_gone() {
        var maker = person(Role.MAKER);
        var gone = uploaded(maker, BULK, FAULTY);
        assertThat(maker.post(gone + "/discard", Map.of()).statusCode()).isEqualTo(303);
        assertThat(refused(maker, gone)).contains("id=\"file-wrong\"").doesNotContain("name=\"replaces\"");
        var stored = uploaded(maker, BULK, FAULTY);
        enter();
        assertThat(refused(person(Role.MAKER), stored))
                .contains("id=\"file-wrong\"")
                .doesNotContain("name=\"replaces\"", "rows.csv");
    }

    private static String refused(Person person, String mended) {
        var id = mended.substring(mended.lastIndexOf('/') + 1);
        return person.upload(BULK, Map.of("replaces", id), "corrected.csv", UNREADABLE)
                .body();
    }
}
