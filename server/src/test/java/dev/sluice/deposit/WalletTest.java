package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestService;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The sandbox's e-wallet page, at the checkout address of a deposit.
class WalletTest {
    private static TestService service;
    private static Merchant merchant;
    private static TestClient payer;

    @BeforeAll
    static void start() {
        service = TestService.start();
        merchant = Merchant.at(service);
        payer = TestClient.anonymous(service.baseUrl());
    }

    @AfterAll
    static void stop() {
        payer.close();
        merchant.close();
        service.close();
    }

    private static String wallet(String id) {
        return URI.create(text(merchant.deposit(id).path("paymentFiat"), "checkoutUrl"))
                .getPath();
    }

    @Test
    void a_payer_presses_the_button_twice_and_pays_once() {
        var id = merchant.createDeposit("OVO", "100000");
        var page = payer.get(wallet(id)).expect(200);
        assertThat(page.text()).contains("OVO test wallet", "Acme", "100,000\u00a0IDR", "Pay now");
        assertThat(page.text()).contains("<time datetime=\"", " UTC</time>");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'")
                .doesNotContain("unsafe");
        assertThat(press(id)).contains("Payment sent").doesNotContain("Pay now");
        assertThat(press(id)).doesNotContain("Pay now");
        merchant.awaitDeposit(id, "completed");
        assertThat(payer.get(wallet(id)).expect(200).text()).contains("Paid").doesNotContain("Pay now");
        press(id);
        assertThat(merchant.deposit(id).path("payments")).hasSize(1);
        assertThat(service.audit().faults()).isEmpty();
    }

    /// The address contains the language of the page that linked to it; without it, the browser's language
    /// applies.
    @Test
    void it_speaks_the_payers_language() {
        var path = wallet(merchant.createDeposit("OVO", "100000"));
        var indonesian = Map.of("Accept-Language", "id-ID,id;q=0.9");
        assertThat(payer.send("GET", path, null, indonesian).expect(200).text())
                .contains("<html lang=\"id\"", "Bayar sekarang", "100.000\u00a0IDR")
                .doesNotContain("Pay now", "open until");
        assertThat(payer.send("GET", path + "?language=en", null, indonesian)
                        .expect(200)
                        .text())
                .contains("<html lang=\"en\"", "Pay now");
        var form = Map.of("Content-Type", "application/x-www-form-urlencoded");
        assertThat(payer.send("POST", path + "?language=id", null, form)
                        .expect(200)
                        .text())
                .contains("<html lang=\"id\"", "Pembayaran dikirim");
        assertThat(payer.get("/sandbox/wallet/IDR/OVO/NOBODYSBILL?language=id")
                        .expect(404)
                        .text())
                .contains("<html lang=\"id\"", "Tagihan tidak ditemukan");
    }

    @Test
    void a_cancelled_bill_cannot_be_paid() {
        var id = merchant.createDeposit("DANA", "100000");
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
        assertThat(press(id)).contains("cancelled").doesNotContain("Pay now");
    }

    @Test
    void another_bill_is_nobodys() {
        assertThat(payer.get("/sandbox/wallet/IDR/OVO/NOBODYSBILL").expect(404).text())
                .contains("Bill not found");
        payer.get("/sandbox/wallet/IDR/%3Cscript%3E/x").expect(404);
    }

    private static String press(String id) {
        return payer.send("POST", wallet(id), null, Map.of("Content-Type", "application/x-www-form-urlencoded"))
                .expect(200)
                .text();
    }
}
