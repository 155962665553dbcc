package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestService;
import dev.sluice.qr.Camera;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The transfer proof and the public page behind its QR code.
class ReportTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String report(String id) {
        return "/v1/disbursement/fiat/" + id + "/report";
    }

    private static URI code(byte[] pdf) throws Exception {
        return URI.create(Camera.read(pdf));
    }

    private static String text(byte[] pdf) throws Exception {
        try (var document = Loader.loadPDF(pdf)) {
            return new PDFTextStripper().getText(document);
        }
    }

    @Test
    void a_completed_payout_has_a_proof_and_its_code_leads_to_a_page_that_masks_the_account() throws Exception {
        try (var merchant = Merchant.at(service);
                var anybody = TestClient.anonymous(service.baseUrl())) {
            var id = merchant.paidItem(item("1234567890", "150000", "\"reference\":\"INV-7\",\"note\":\"Thanks\""));
            merchant.await(id, "completed");
            var reply =
                    merchant.client().get(report(id.toUpperCase(Locale.ROOT))).expect(200);
            assertThat(reply.header("Content-Type")).isEqualTo("application/pdf");
            assertThat(reply.header("Content-Disposition"))
                    .isEqualTo("attachment; filename=\"disbursement-" + id + ".pdf\"");
            assertThat(reply.text()).startsWith("%PDF-");
            assertThat(text(reply.body()))
                    .contains(
                            "Siti Rahayu", "1234567890", "Bank Central Asia", "Acme", id, "INV-7", "Thanks", "SANDBOX")
                    .contains("150,000 IDR", "2,000 IDR", "152,000 IDR");

            var link = code(reply.body());
            assertThat(link.toString()).startsWith(service.baseUrl() + "/proof/");
            var page = anybody.get(link.getRawPath()).expect(200);
            assertThat(page.header("Content-Type")).startsWith("text/html");
            assertThat(page.text()).contains("•••• 7890", id).doesNotContain("1234567890", "Siti Rahayu", "siti@");
            assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
            assertThat(page.header("Cache-Control")).isEqualTo("no-store");
            assertThat(page.text()).contains("<html lang=\"en\">");
            var indonesian = Map.of("Accept-Language", "id-ID,id;q=0.9,en;q=0.8");
            assertThat(anybody.send("GET", link.getRawPath(), null, indonesian)
                            .expect(200)
                            .text())
                    .contains("<html lang=\"id\">", "Transfer terverifikasi", "150.000");
            var inIndonesian = merchant.client()
                    .send("GET", report(id), null, indonesian)
                    .expect(200)
                    .body();
            assertThat(text(inIndonesian))
                    .contains("Bukti transfer", "Validasi sistem selesai", "Transfer selesai")
                    .doesNotContain("System", "Sent to");
        }
    }

    @Test
    void the_page_stays_when_the_money_comes_back_and_goes_when_it_never_arrived() throws Exception {
        try (var merchant = Merchant.at(service);
                var anybody = TestClient.anonymous(service.baseUrl())) {
            var id = merchant.paid("9999000032", "10000");
            merchant.force(id, "completed").expect(200);
            var path =
                    code(merchant.client().get(report(id)).expect(200).body()).getRawPath();
            merchant.force(id, "reversed").expect(200);
            assertThat(anybody.get(path).expect(200).text()).containsIgnoringCase("reversed");
            merchant.force(id, "failed").expect(200);
            assertThat(anybody.get(path).expect(404).text()).doesNotContain(id);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "failed", "cancelled", "reversed"})
    void only_a_completed_payout_has_a_proof(String status) {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            merchant.force(id, status).expect(200);
            var reply = merchant.client().get(report(id)).expect(409);
            assertThat(reply.message()).isEqualTo("Disbursement is not completed");
            Golden.assertSame("error/disbursement-not-completed", reply.json());
        }
    }

    @Test
    void the_proof_of_an_unknown_payout_is_not_found() {
        try (var merchant = Merchant.at(service);
                var other = Merchant.at(service)) {
            var theirs = other.paid("9999000032", "10000");
            other.force(theirs, "completed").expect(200);
            for (var id : new String[] {UUID.randomUUID().toString(), "x", theirs}) {
                var reply = merchant.client().get(report(id)).expect(404);
                assertThat(reply.message()).isEqualTo("Disbursement not found");
                Golden.assertSame("error/disbursement-not-found", reply.json());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "..%2Fhealth",
            })
    void a_link_that_is_not_ours_leads_nowhere(String token) {
        try (var anybody = TestClient.anonymous(service.baseUrl())) {
            assertThat(anybody.get("/proof/" + token).status()).isEqualTo(404);
        }
    }
}
