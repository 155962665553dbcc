package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the receipt of a payout to a wallet: amounts, addresses and transaction.
@Tag("slow")
class PayoutReceiptTest extends DashboardTest {
    private static final String PATH = "/dashboard/payouts/";
    private static final String WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";

    private static String made(Merchant merchant, String more) {
        var body = "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":\"" + WALLET
                + "\",\"amount\":1250.5" + more + "}]}";
        return text(
                merchant.client()
                        .post("/v1/disbursement/crypto", body)
                        .expect(201)
                        .data()
                        .path("disburseData")
                        .get(0),
                "disbursementId");
    }

    private String completed(String more) {
        var id = made(merchant, more);
        merchant.awaitTokenPayout(id, "completed");
        return id;
    }

    private static String receipt(Person person, String id, String language) throws IOException {
        var answer = person.bytes(PATH + id + "/proof", Map.of("Accept-Language", language));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/pdf");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"receipt-" + id + ".pdf\"");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        try (var document = Loader.loadPDF(answer.body())) {
            assertThat(document.getDocumentCatalog().getLanguage()).isEqualTo(language);
            return new PDFTextStripper().getText(document).replace('\u00a0', ' ');
        }
    }

    @Test
    void it_tells_every_fact() throws IOException {
        var id = completed(",\"reference\":\"WD-7\",\"note\":\"王小明 for winnings\"");
        var payout = merchant.tokenPayout(id);
        var person = person(Role.VIEWER);
        var told = receipt(person, id, "en");
        var issuer = Organizations.wire(service.connections(), service.clocks())
                .get(merchant.organizationId())
                .name();
        assertThat(told)
                .contains("Payout receipt", issuer, "Amount paid", "Completed", "Paid to", "Polygon")
                .contains("1,250.50 USDC on Polygon", "usdc-polygon", "WD-7", "王小明 for winnings", id)
                .contains("Fee", "Total debit", "Created", "UTC", "Page 1 of 1")
                .contains("SANDBOX — not a real payment")
                .doesNotContain("Memo", "Scan", "receipt.");
        // A long address continues on the next line.
        assertThat(told.replaceAll("\\s", ""))
                .contains(WALLET)
                .contains(text(payout, "tokenAddress"), text(payout, "senderAddress"), text(payout, "groupId"))
                .contains(text(payout.path("transactionData"), "txHash"));
        assertThat(person.bytes(PATH + id + "/proof").body())
                .isEqualTo(person.bytes(PATH + id + "/proof").body());
    }

    @Test
    void it_is_in_the_language_of_the_pages() throws IOException {
        var id = completed("");
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH + id, Map.of("Accept-Language", "id")).body())
                .contains("Unduh bukti pembayaran (PDF)");
        assertThat(receipt(person, id, "id"))
                .contains("Bukti pembayaran keluar", "Jumlah dibayarkan", "Selesai", "Dibayarkan kepada")
                .contains("1.250,50 USDC", "Halaman 1 dari 1", "bukan pembayaran sungguhan")
                .doesNotContain("receipt", "Paid");
    }

    /// Every PDF has times in UTC, so that all users get the same document.
    @Test
    void its_times_are_in_utc_wherever_somebody_is() throws IOException {
        var id = completed("");
        var person = person(Role.VIEWER);
        assertThat(person.post("/dashboard/account/time-zone", Map.of("timeZone", "Asia/Jakarta"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(receipt(person, id, "en")).contains(" UTC").doesNotContain("WIB");
    }

    @Test
    void a_payout_that_was_completed_by_force_has_no_transaction() throws IOException {
        var id = made(merchant, "");
        merchant.force(id, "completed").expect(200);
        assertThat(receipt(person(Role.VIEWER), id, "en")).contains("1,250.50 USDC on Polygon");
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed", "cancelled", "reversed"})
    void a_payout_that_is_not_completed_has_none(String status) {
        var id = completed("");
        merchant.force(id, status).expect(200);
        var person = person(Role.OWNER);
        assertThat(person.get(PATH + id).body()).doesNotContain("/proof");
        var answer = person.get(PATH + id + "/proof");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("The receipt is available when the payout is completed");
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OWNER", "ADMIN", "MAKER", "CHECKER", "DEVELOPER", "VIEWER"})
    void whoever_sees_the_payout_takes_its_receipt_away(Role role) throws IOException {
        var id = completed("");
        var person = person(role);
        assertThat(person.get(PATH + id).body()).contains("href=\"" + PATH + id + "/proof\"", "Download receipt (PDF)");
        assertThat(receipt(person, id, "en")).contains(id);
    }

    @Test
    void nobody_takes_anothers() {
        try (var other = Merchant.at(service)) {
            var id = made(other, "");
            other.awaitTokenPayout(id, "completed");
            assertThat(person(Role.OWNER).get(PATH + id + "/proof").statusCode())
                    .isEqualTo(404);
            assertThat(person(Role.OWNER).get(PATH + "nothing/proof").statusCode())
                    .isEqualTo(404);
        }
    }
}
