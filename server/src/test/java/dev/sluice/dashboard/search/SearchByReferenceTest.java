package dev.sluice.dashboard.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the search by a bank's reference, a file name or a customer's name.
class SearchByReferenceTest extends ImportFileCase {
    private static final String SEARCH = "/dashboard/search?q=";
    private static final byte[] PAYOUTS = csv(
            "currency,amount,account_name,account_number,bank_code,reference",
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1"));
    private static final byte[] DEPOSITS = csv(
            "Input Currency,amount,payment_method,output_currency,reference,note", List.of("IDR,150000,014_VA,,R-1,"));
    private static final byte[] PAYEES = csv(
            "name,Email,address,city,post code,currency,country,account_name,bank_name,account_number",
            List.of("Siti,siti@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,Bank Central Asia,1000000001"));

    private static String sent(Person person, String folder, String name, byte[] file) {
        var answer = person.upload(folder, Map.of(), name, file);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private static String numberAtTheBank(String payout) {
        return service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT rail_reference FROM disbursement_progress WHERE id = :id::uuid")
                        .bind("id", payout)
                        .mapTo(String.class)
                        .one());
    }

    @Test
    void a_payout_is_found_by_the_number_that_its_bank_gave_it() {
        var payout = merchant.paid("1234567890", "10000");
        var other = merchant.paid("1234567890", "10000");
        merchant.await(payout, "completed");
        var number = numberAtTheBank(payout);
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(SEARCH + number).body())
                .contains("href=\"/dashboard/payouts/" + payout)
                .doesNotContain(other);
        assertThat(viewer.get("/dashboard/payouts?bankReference=" + number).body())
                .contains("/dashboard/payouts/" + payout, "value=\"" + number)
                .doesNotContain("/dashboard/payouts/" + other);
        assertThat(viewer.get("/dashboard/payouts/" + payout).body()).contains("Bank reference", number);
        assertThat(person(Role.OPERATOR)
                        .get("/dashboard/operator/search?q=" + number)
                        .body())
                .contains("/dashboard/operator/payouts/" + merchant.organizationId() + "/" + payout)
                .doesNotContain(other, "Siti Rahayu");
        enter();
        assertThat(person(Role.OWNER).get(SEARCH + number).body()).contains("No results");
    }

    @Test
    void files_are_found_by_a_part_of_their_name_by_those_who_may_see_them() {
        var maker = person(Role.MAKER);
        var payouts = sent(maker, "/dashboard/payouts/bulk", "Gaji November_1.csv", PAYOUTS);
        var deposits = sent(maker, "/dashboard/deposits/import", "TAGIHAN-GAJI.csv", DEPOSITS);
        var payees = sent(maker, "/dashboard/recipients/import", "penerima gaji.csv", PAYEES);
        var viewer = person(Role.VIEWER);
        assertThat(maker.get(SEARCH + "gAJi").body()).contains(payouts, deposits, payees);
        assertThat(viewer.get(SEARCH + "gaji").body())
                .contains(payouts, deposits)
                .doesNotContain(payees, "penerima gaji");
        assertThat(viewer.get(SEARCH + "november").body()).contains(payouts).doesNotContain(deposits);
        enter();
        assertThat(person(Role.OWNER).get(SEARCH + "gaji").body()).contains("No results");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wages_1", "wages%25", "wages-2", "w", "wa"})
    void a_name_is_looked_for_as_it_stands_and_not_by_two_letters(String typed) {
        var file = sent(person(Role.MAKER), "/dashboard/payouts/bulk", "wages-1.csv", PAYOUTS);
        assertThat(person(Role.VIEWER).get(SEARCH + typed).body()).doesNotContain(file);
    }

    /// Some systems decompose accented letters.
    @Test
    void a_name_is_found_however_its_accents_are_written() {
        var file = sent(person(Role.MAKER), "/dashboard/payouts/bulk", "De\u0301cembre.csv", PAYOUTS);
        assertThat(person(Role.VIEWER).get(SEARCH + "d%C3%89c").body()).contains(file);
    }

    @Test
    void a_checkout_is_found_by_the_whole_name_of_its_customer() {
        var created = Merchant.text(
                merchant.client()
                        .post(
                                "/v1/checkout",
                                "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000,"
                                        + "\"customerName\":\"Dewi Lestari\"}")
                        .expect(200)
                        .data(),
                "id");
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(SEARCH + "dewi++LESTARI").body())
                .contains("href=\"/dashboard/checkouts/" + created + "\"", "Dewi Lestari");
        assertThat(viewer.get(SEARCH + "Dewi").body()).doesNotContain(created);
        enter();
        assertThat(person(Role.OWNER).get(SEARCH + "Dewi+Lestari").body()).contains("No results");
    }
}
