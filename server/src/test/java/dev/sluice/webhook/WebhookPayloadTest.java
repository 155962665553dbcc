package dev.sluice.webhook;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.http.Contract;
import dev.sluice.http.MessageFields;
import dev.sluice.webhook.WebhookInbox.ReceivedMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The message of each type, as received: verified by its signature, against the contract, against the recorded
/// message, and for every recorded field.
class WebhookPayloadTest extends MerchantTest {
    private static final Contract CONTRACT = Contract.load();
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    private WebhookInbox inbox;
    private String endpointId;
    private String secret;

    @BeforeEach
    void register() throws IOException {
        inbox = new WebhookInbox();
        var endpoint = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"" + inbox.url() + "\",\"types\":[\"*\"]}")
                .expect(201)
                .data();
        endpointId = text(endpoint, "id");
        secret = text(endpoint, "secret");
    }

    @AfterEach
    void unregister() {
        inbox.close();
    }

    /// Waits for a message about a resource, and checks it in every way.
    private ReceivedMessage assertCame(String type, String about) throws GeneralSecurityException {
        return assertCame(type, about, type.replace('.', '-'));
    }

    private ReceivedMessage assertCame(String type, String about, String name) throws GeneralSecurityException {
        var delivery = assertDescribed(type, about);
        var golden = "webhook/" + name;
        Golden.onRecord(golden)
                .ifPresent(before -> assertThat(MessageFields.in(delivery.json()))
                        .as("a field that is on record never goes from " + golden)
                        .containsAll(MessageFields.in(before)));
        Golden.assertSame(golden, delivery.json());
        return delivery;
    }

    private ReceivedMessage assertDescribed(String type, String about) throws GeneralSecurityException {
        var delivery = inbox.await(type, about);
        assertProven(delivery);
        CONTRACT.checkMessage(type, delivery.body());
        assertThat(text(delivery.json(), "id")).isEqualTo(delivery.id());
        return delivery;
    }

    /// Verifies the signature as a receiver does, according to Standard Webhooks.
    private void assertProven(ReceivedMessage delivery) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
        mac.update((delivery.id() + "." + delivery.timestamp() + ".").getBytes(StandardCharsets.UTF_8));
        assertThat(delivery.signature())
                .isEqualTo("v1," + Base64.getEncoder().encodeToString(mac.doFinal(delivery.body())));
        assertThat(Instant.ofEpochSecond(Long.parseLong(delivery.timestamp())))
                .isBetween(Instant.now().minusSeconds(300), Instant.now().plusSeconds(300));
    }

    private void assertForced(String id, String status, String type) throws GeneralSecurityException {
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                .expect(200);
        assertCame(type, id);
    }

    @Test
    void deposits() throws GeneralSecurityException {
        var paid = merchant.createDeposit("014_VA", "100000", "\"reference\":\"order-1\"");
        assertCame("deposit.created", paid);
        merchant.payIn(paid, null).expect(200);
        var completed = assertCame("deposit.completed", paid);
        assertThat(completed.json().path("data")).isEqualTo(merchant.deposit(paid));
        var given = merchant.createDeposit("014_VA", "100000");
        merchant.client().patch("/v1/deposit/" + given + "/cancel", null).expect(200);
        assertCame("deposit.cancelled", given);
        assertForced(given, "pending", "deposit.updated");
        assertForced(given, "expired", "deposit.expired");
        assertThat(inbox.messages().stream()
                        .filter(delivery -> delivery.about().equals(given))
                        .map(delivery -> delivery.json().path("sequence").intValue()))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
    }

    @Test
    void a_refund_of_a_deposit_is_told() throws GeneralSecurityException {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        merchant.client()
                .post("/v1/deposit/" + id + "/refund", "{\"amount\":25000}")
                .expect(201);
        assertCame("deposit.updated", id, "deposit-updated-refund");
    }

    @Test
    void payouts() throws GeneralSecurityException {
        var id = merchant.paidBy(idr(item("1234567890", "10000", "\"reference\":\"invoice-1\"", "\"note\":\"May\"")));
        assertCame("disbursement.created", id);
        assertCame("disbursement.submitted", id);
        assertCame("disbursement.completed", id);
        merchant.force(id, "reversed").expect(200);
        assertCame("disbursement.reversed", id);
        merchant.force(id, "pending").expect(200);
        assertCame("disbursement.updated", id);
        var refused = merchant.paid("9999000009", "10000");
        var failed = assertCame("disbursement.failed", refused);
        assertThat(failed.json().path("data")).isEqualTo(merchant.payout(refused));
        var queued = merchant.paid("9999000032", "10000");
        merchant.cancel(queued).expect(200);
        assertCame("disbursement.cancelled", queued);
    }

    /// Gas, hashes and wallets differ from run to run, so only the contract can be checked.
    @Test
    void deposits_and_payouts_of_tokens() throws GeneralSecurityException {
        var payout = Merchant.id(merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":\"" + WALLET
                                + "\",\"amount\":25}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
        for (var step : List.of("created", "submitted", "completed")) {
            assertDescribed("disbursement." + step, payout);
        }
        var deposit = text(
                merchant.client()
                        .post("/v1/deposit/crypto", "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":100}")
                        .expect(201)
                        .data(),
                "depositId");
        assertDescribed("deposit.created", deposit);
        merchant.payIn(deposit, "{\"amount\":40}").expect(200);
        assertDescribed("deposit.updated", deposit);
        merchant.payIn(deposit, "{\"amount\":60}").expect(200);
        assertDescribed("deposit.completed", deposit);
    }

    @Test
    void conversions() throws GeneralSecurityException {
        var id = text(
                merchant.client()
                        .post(
                                "/v1/convert",
                                "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100},"
                                        + "\"output\":{\"currency\":\"IDR\"}}")
                        .expect(201)
                        .data(),
                "convertId");
        var told = assertCame("convert.completed", id);
        assertThat(told.json().path("data"))
                .isEqualTo(merchant.client().get("/v1/convert/" + id).data());
    }

    @Test
    void recipients() throws GeneralSecurityException {
        var id = merchant.storedInIndonesia();
        var created = assertCame("recipient.created", id);
        assertThat(created.json().path("data"))
                .isEqualTo(merchant.client().get("/v1/recipient/" + id).data());
        merchant.client().patch("/v1/recipient/" + id, """
                        {"name":"Siti R. Wulandari","email":"siti@example.org","address":"Jalan Asia Afrika 8",\
                        "city":"Bandung","postCode":"40112","bank":{"accountName":"Siti Rahayu"}}""").expect(200);
        assertCame("recipient.updated", id);
        merchant.client().delete("/v1/recipient/" + id).expect(200);
        assertCame("recipient.deleted", id);
    }

    @Test
    void a_test() throws GeneralSecurityException {
        merchant.client()
                .post("/v1/webhook/endpoint/" + endpointId + "/test", null)
                .expect(200);
        assertCame("webhook.test", endpointId);
    }

    /// An event that is fetched later has the content of its message.
    @ParameterizedTest
    @ValueSource(strings = {"", "application/json; amounts=string"})
    void an_event_is_read_again_as_it_was_told(String accept) {
        var id = merchant.paid("9999000032", "10001");
        var delivery = inbox.await("disbursement.created", id);
        var read = merchant.client()
                .send("GET", "/v1/event/" + delivery.id(), null, Map.of("Accept", accept))
                .expect(200)
                .data();
        if (accept.isEmpty()) {
            assertThat(read).isEqualTo(delivery.json());
        } else {
            assertThat(read.at("/data/amount").stringValue()).isEqualTo("10001");
            assertThat(read.path("sequence").intValue()).isEqualTo(1);
        }
    }
}
