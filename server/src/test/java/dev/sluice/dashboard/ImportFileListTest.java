package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of the list of files that were sent before: it contains all of them, for every user with access to at least
/// one.
class ImportFileListTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final byte[] PAYOUTS = csv(
            "currency,amount,account_name,account_number,bank_code,reference",
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1"));
    private static final Pattern NAME = Pattern.compile("wages-\\d\\d\\.csv");
    private static final Pattern OLDER = Pattern.compile("rel=\"next\" href=\"([^\"]+)\"");

    private static List<String> names(String page) {
        return NAME.matcher(page).results().map(match -> match.group()).toList();
    }

    @Test
    void the_eleventh_is_found_behind_ten_newer_ones() {
        var maker = person(Role.MAKER);
        var sent = IntStream.rangeClosed(1, 12)
                .mapToObj("wages-%02d.csv"::formatted)
                .toList();
        for (var name : sent) {
            assertThat(maker.upload(BULK, Map.of(), name, PAYOUTS).statusCode()).isEqualTo(303);
        }
        var viewer = person(Role.VIEWER);
        var newest = viewer.get(BULK).body();
        assertThat(names(newest)).isEqualTo(sent.reversed().subList(0, 10));
        var link = OLDER.matcher(newest);
        assertThat(link.find()).isTrue();
        var older = viewer.get(link.group(1)).body();
        assertThat(names(older)).isEqualTo(sent.reversed().subList(10, 12));
        assertThat(older).contains("href=\"" + BULK + "\">Newest").doesNotContain("rel=\"next\"");
    }

    @Test
    void a_file_is_found_by_its_id() {
        var recipients = "/dashboard/recipients/import";
        var payouts = uploaded(person(Role.MAKER), BULK, PAYOUTS);
        var viewer = person(Role.VIEWER);
        assertThat(found(viewer, payouts)).isEqualTo(payouts);
        var deposits = uploaded(
                person(Role.MAKER),
                "/dashboard/deposits/import",
                csv(
                        "Input Currency,amount,payment_method,output_currency,reference,note",
                        List.of("IDR,150000,014_VA,,R-1,")));
        assertThat(found(viewer, deposits)).isEqualTo(deposits);
        var payees = uploaded(
                person(Role.MAKER),
                recipients,
                csv(
                        "name,Email,address,city,post code,currency,country,account_name,bank_name,account_number",
                        List.of("Siti,siti@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,"
                                + "Bank Central Asia,1000000001")));
        assertThat(found(person(Role.MAKER), payees)).isEqualTo(payees);
        assertThat(found(viewer, payees)).isEmpty();
    }

    private static String found(Person person, String page) {
        var id = page.substring(page.lastIndexOf('/') + 1);
        return person.get("/dashboard/search?q=" + id)
                .headers()
                .firstValue("Location")
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource({"/dashboard/payouts,/bulk", "/dashboard/deposits,/import"})
    void whoever_looks_finds_files_and_sends_none(String list, String files) {
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(list).body()).contains("href=\"" + list + files + "\"");
        var page = viewer.get(list + files);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("No files yet", "Your role can view files")
                .doesNotContain("type=\"file\"", "/template");
        assertThat(viewer.upload(list + files, Map.of(), "wages-01.csv", PAYOUTS)
                        .statusCode())
                .isEqualTo(403);
        assertThat(person(Role.MAKER).get(list + files).body()).contains("type=\"file\"", "/template");
    }
}
