package dev.sluice.dashboard.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Tests of the receipt of a deposit: amount, payer and time, in the language of the page.
class ReceiptTest extends DashboardTest {
    private static final String PATH = "/dashboard/deposits/";

    private String paid(String... more) {
        var id = merchant.createDeposit("014_TRANSFER", "1250000", more);
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        return id;
    }

    private static String receipt(Person person, String id) throws IOException {
        return receipt(person, id, "en");
    }

    private static String receipt(Person person, String id, String language) throws IOException {
        var answer = person.bytes(PATH + id + "/receipt", Map.of("Accept-Language", language));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/pdf");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"receipt-" + id + ".pdf\"");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        try (var document = Loader.loadPDF(answer.body())) {
            return new PDFTextStripper().getText(document).replace('\u00a0', ' ');
        }
    }

    private String issuer() {
        return Organizations.wire(service.connections(), service.clocks())
                .get(merchant.organizationId())
                .name();
    }

    @Test
    void it_tells_every_fact() throws IOException {
        var id = paid("\"reference\":\"ORD-7\"", "\"note\":\"王小明 for ordering\"");
        var deposit = merchant.deposit(id);
        var payer = deposit.path("payerInfo");
        var person = person(Role.CHECKER);
        assertThat(receipt(person, id))
                .contains("Deposit receipt", issuer(), "Amount received", "Completed", "Paid by")
                .contains("1,250,000 IDR", "ORD-7", "王小明 for ordering", id)
                .contains(text(payer, "name"), text(payer, "bankName"), text(payer, "accountNumber"))
                .contains("Fee", "Credited", "Method", "Created", "UTC", "Page 1 of 1")
                .contains("SANDBOX — not a real payment")
                .doesNotContain("Rate", "Refunded", "Scan");
        assertThat(person.bytes(PATH + id + "/receipt").body())
                .isEqualTo(person.bytes(PATH + id + "/receipt").body());
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"MAKER", "CHECKER", "DEVELOPER", "VIEWER"})
    void a_payers_account_is_whole_on_it_on_the_page_and_in_the_file_for_who_needs_it(Role role) throws IOException {
        var id = paid();
        var number = text(merchant.deposit(id).path("payerInfo"), "accountNumber");
        var masked = "****" + number.substring(number.length() - 4);
        var person = person(role);
        boolean whole = role == Role.MAKER || role == Role.CHECKER;
        assertThat(List.of(
                        receipt(person, id),
                        person.get(PATH + id).body(),
                        person.get("/dashboard/deposits.csv").body()))
                .allSatisfy(text ->
                        assertThat(text).contains(whole ? number : masked).doesNotContain(whole ? masked : number));
    }

    @Test
    void it_is_in_the_language_of_the_pages() throws IOException {
        var id = paid();
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH + id, Map.of("Accept-Language", "id")).body())
                .contains("Unduh bukti setoran (PDF)");
        assertThat(receipt(person, id, "id"))
                .contains("Bukti setoran", "Jumlah diterima", "Selesai", "Dibayar oleh", "1.250.000 IDR")
                .contains("Halaman 1 dari 1", "bukan pembayaran sungguhan")
                .doesNotContain("receipt", "Paid");
    }

    /// Every PDF has times in UTC, so that all users get the same document.
    @Test
    void its_times_are_in_utc_wherever_somebody_is() throws IOException {
        var id = paid();
        var person = person(Role.VIEWER);
        assertThat(person.post("/dashboard/account/time-zone", Map.of("timeZone", "Asia/Jakarta"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(receipt(person, id)).contains(" UTC").doesNotContain("WIB");
    }

    @Test
    void what_went_back_is_on_it() throws IOException {
        var id = paid();
        merchant.client()
                .post("/v1/deposit/" + id + "/refund", "{\"amount\":50000}")
                .expect(201);
        assertThat(receipt(person(Role.VIEWER), id)).contains("Refunded", "50,000 IDR");
    }

    @Test
    void tokens_are_named_and_each_of_their_payments_is_on_it() throws IOException {
        var body = "{\"inputCurrency\":\"usdc-polygon\",\"outputCurrency\":\"IDR\",\"inputAmount\":100}";
        var id = text(
                merchant.client().post("/v1/deposit/crypto", body).expect(201).data(), "depositId");
        merchant.payIn(id, "{\"amount\":40}").expect(200);
        merchant.payIn(id, "{\"amount\":60}").expect(200);
        merchant.completedTokens(id);
        var told = receipt(person(Role.VIEWER), id);
        assertThat(told)
                .contains("USDC on Polygon", "1 USDC on Polygon = ", "40.00 USDC on Polygon", "60.00 USDC on Polygon");
        for (var payment : deposit(id).path("payments")) {
            assertThat(told.replaceAll("\\s", "")).contains(text(payment.path("payerInfo"), "transactionCode"));
        }
    }

    private JsonNode deposit(String id) {
        return merchant.client().get("/v1/deposit/" + id).expect(200).data();
    }

    @Test
    void a_deposit_that_nobody_paid_but_was_forced_names_no_payer() throws IOException {
        var id = merchant.createDeposit("014_VA", "150000");
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"completed\"}")
                .expect(200);
        assertThat(receipt(person(Role.VIEWER), id)).contains("150,000 IDR", "Not known");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "expired", "cancelled"})
    void a_deposit_that_is_not_completed_has_none(String status) {
        var id = merchant.createDeposit("014_VA", "150000");
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                .expect(200);
        var person = person(Role.OWNER);
        assertThat(person.get(PATH + id).body()).doesNotContain("/receipt");
        var answer = person.get(PATH + id + "/receipt");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("The receipt is available when the deposit is completed");
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OWNER", "ADMIN", "MAKER", "CHECKER", "DEVELOPER", "VIEWER"})
    void whoever_sees_the_deposit_takes_its_receipt_away(Role role) throws IOException {
        var id = merchant.createDeposit("014_VA", "150000");
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"completed\"}")
                .expect(200);
        var person = person(role);
        assertThat(person.get(PATH + id).body()).contains("href=\"" + PATH + id + "/receipt\"");
        assertThat(receipt(person, id)).contains(id);
    }

    @Test
    void nobody_takes_anothers() {
        try (var other = Merchant.at(service)) {
            var id = other.createDeposit("014_VA", "150000");
            other.client()
                    .patch("/v1/deposit/" + id, "{\"status\":\"completed\"}")
                    .expect(200);
            assertThat(person(Role.OWNER).get(PATH + id + "/receipt").statusCode())
                    .isEqualTo(404);
            assertThat(person(Role.OWNER).get(PATH + "nothing/receipt").statusCode())
                    .isEqualTo(404);
        }
    }
}
