package dev.sluice.disbursement.create;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.http.Fields;
import dev.sluice.http.JsonObject;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.refusal.Detail;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Payouts of tokens to wallets, from the request to the chain's final report.
class CryptoTest extends MerchantTest {
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    private static final String OTHER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

    private static String receiver(String address, String amount, String... more) {
        return "{\"receiverWalletAddress\":\"" + address + "\",\"amount\":" + amount
                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}";
    }

    private Reply pay(String token, String... receivers) {
        return merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"" + token + "\",\"receivers\":[" + String.join(",", receivers) + "]}");
    }

    private String paid(String address, String amount, String... more) {
        return Merchant.id(pay("usdc-polygon", receiver(address, amount, more))
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
    }

    private JsonNode payout(String idOrReference) {
        return merchant.client()
                .get("/v1/disbursement/crypto/" + idOrReference)
                .expect(200)
                .data();
    }

    private List<String> found(String query) {
        return merchant.payoutIds("/v1/disbursement/crypto?" + query);
    }

    private List<String> fields(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field"))
                .toList();
    }

    @Test
    void a_payout_is_sent_and_becomes_final() {
        var created = pay("usdc-polygon", receiver(WALLET, "25", "\"reference\":\"c-1\",\"note\":\"for you\""))
                .expect(201);
        assertThat(created.message()).isEqualTo("Crypto disbursement created");
        var first = created.data().path("disburseData").get(0);
        assertThat(text(first, "status")).isEqualTo("pending");
        assertThat(text(first, "receiverAddress")).isEqualTo(WALLET);
        assertThat(text(first, "senderAddress")).startsWith("0x");
        assertThat(first.path("feeAmount").decimalValue()).isEqualByComparingTo("0.2");
        assertThat(merchant.held("usdc-polygon")).isEqualByComparingTo("25.2");
        var id = Merchant.id(first);
        var done = merchant.awaitTokenPayout(id, "completed");
        assertThat(done.path("activityHistory")
                        .valueStream()
                        .map(each -> text(each, "activity") + " " + text(each, "status")))
                .containsExactly("Sent to recipient wallet completed", "Received by recipient completed");
        var transaction = done.path("transactionData");
        assertThat(text(transaction, "txHash")).matches("0x[0-9a-f]{64}");
        assertThat(transaction.path("gasFeeActual").decimalValue()).isPositive();
        assertThat(text(payout("c-1"), "disbursementId")).isEqualTo(id);
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999974.8");
        assertThat(merchant.held("usdc-polygon")).isEqualByComparingTo("0");
        assertThat(merchant.eventTypes(id))
                .startsWith("disbursement.created", "disbursement.submitted")
                .endsWith("disbursement.completed");
    }

    /// The query plan differs if they are few among many.
    @Test
    void a_few_among_many_to_bank_accounts_are_in_the_same_order() {
        var ids = Stream.of("25", "30", "35")
                .map(amount -> paid(WALLET, amount, "\"reference\":\"few-" + amount + "\""))
                .toList();
        ids.forEach(id -> merchant.awaitTokenPayout(id, "completed"));
        var queries = Stream.of("updatedAt", "-updatedAt")
                .flatMap(sort -> Stream.of("", "&limit=1&page=2", "&reference=few-30", "&status=completed&limit=2")
                        .map(more -> "sort=" + sort + more))
                .toList();
        var alone = queries.stream().map(this::found).toList();
        assertThat(alone.getFirst()).containsExactlyInAnyOrderElementsOf(ids);
        var many = IntStream.range(0, 31)
                .mapToObj(_ -> Merchant.item("1234567890", "10000"))
                .toArray(String[]::new);
        merchant.pay(Merchant.idr(many)).expect(201);
        assertThat(queries.stream().map(this::found).toList()).isEqualTo(alone);
        assertThat(found("sort=-updatedAt&status=failed")).isEmpty();
    }

    @Test
    void fiat_and_crypto_do_not_see_each_other() {
        var crypto = paid(WALLET, "25");
        var fiat = merchant.paid("1234567890", "10000");
        merchant.client().get("/v1/disbursement/fiat/" + crypto).expect(404);
        var refused = merchant.client().get("/v1/disbursement/crypto/" + fiat).expect(404);
        assertThat(refused.message()).isEqualTo("Crypto disbursement not found");
        assertThat(merchant.payouts()).isEqualTo(1);
        assertThat(found("limit=10")).containsExactly(crypto);
        var day = "startDate=2020-01-01&endDate=2099-01-01&status=";
        for (var status : List.of("pending", "completed")) {
            assertThat(merchant.client()
                            .get("/v1/disbursement/fiat?" + day + status)
                            .expect(200)
                            .data()
                            .path("docs"))
                    .allSatisfy(each -> assertThat(text(each, "currency")).isEqualTo("IDR"));
        }
        merchant.awaitTokenPayout(crypto, "completed");
        merchant.await(fiat, "completed");
        assertThat(merchant.client()
                        .get("/v1/disbursement/fiat?" + day + "completed")
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .longValue())
                .isEqualTo(1);
    }

    @Test
    void all_twelve_filters_narrow_the_list() {
        var first = paid(WALLET, "25", "\"reference\":\"r-1\"");
        var second = paid(OTHER, "30.5");
        var hash = text(merchant.awaitTokenPayout(first, "completed").path("transactionData"), "txHash");
        merchant.awaitTokenPayout(second, "completed");
        assertThat(found("sort=createdAt")).containsExactly(first, second);
        assertThat(found("")).containsExactly(second, first);
        assertThat(found("limit=1&page=2")).containsExactly(first);
        assertThat(found("status=completed")).containsExactly(second, first);
        assertThat(found("status=failed")).isEmpty();
        assertThat(found("reference=r-1")).containsExactly(first);
        assertThat(found("disbursementId=" + second)).containsExactly(second);
        assertThat(found("disbursementId=nope")).isEmpty();
        assertThat(found("amount=30.5")).containsExactly(second);
        assertThat(found("amount=30.50")).containsExactly(second);
        assertThat(found("startDate=2020-01-01&endDate=2020-01-02")).isEmpty();
        assertThat(found("startDate=2020-01-01&endDate=2099-01-02")).containsExactly(second, first);
        assertThat(found("token=usdc-polygon")).containsExactly(second, first);
        assertThat(found("token=usdt-polygon")).isEmpty();
        assertThat(found("tokenAddress=0x3C499C542CEF5E3811E1192CE70D8CC03D5C3359"))
                .containsExactly(second, first);
        assertThat(found("tokenAddress=" + OTHER)).isEmpty();
        assertThat(found("receiverAddress=" + WALLET)).containsExactly(first);
        assertThat(found("receiverAddress=" + WALLET.toLowerCase(Locale.ROOT))).containsExactly(first);
        assertThat(found("txHash=" + hash)).containsExactly(first);
        assertThat(found("txHash=0xabc")).isEmpty();
        merchant.client().get("/v1/disbursement/crypto?startDate=2020-01-01").expect(400);
        merchant.client().get("/v1/disbursement/crypto?status=lost").expect(400);
        merchant.client().get("/v1/disbursement/crypto?amount=-1").expect(400);
    }

    @Test
    void many_at_once_are_all_sent_with_nonces_of_their_own() {
        var receivers = IntStream.range(0, 60)
                .mapToObj(i -> receiver(i % 2 == 0 ? WALLET : OTHER, "1." + (100 + i)))
                .toArray(String[]::new);
        var data = pay("usdc-polygon", receivers).expect(201).data();
        assertThat(data.path("totalReceiver").intValue()).isEqualTo(60);
        assertThat(data.path("sumFees").decimalValue()).isEqualByComparingTo("12");
        var hashes = new HashSet<String>();
        for (var each : data.path("disburseData")) {
            var done = merchant.awaitTokenPayout(Merchant.id(each), "completed");
            hashes.add(text(done.path("transactionData"), "txHash"));
        }
        assertThat(hashes).hasSize(60);
        assertThat(merchant.held("usdc-polygon")).isEqualByComparingTo("0");
    }

    @Test
    void an_estimate_is_what_is_charged() {
        var estimate = merchant.client()
                .get("/v1/disbursement/crypto/estimate?token=usdc-polygon&amount=25")
                .expect(200)
                .data();
        assertThat(estimate.path("fee").decimalValue()).isEqualByComparingTo("0.2");
        for (var query : List.of("", "token=usdc-polygon", "token=nope-x&amount=1", "token=usdc-polygon&amount=0")) {
            merchant.client().get("/v1/disbursement/crypto/estimate?" + query).expect(400);
        }
    }

    @Test
    void what_an_estimate_has_twice_is_not_called_missing() {
        var refused = merchant.client()
                .get("/v1/disbursement/crypto/estimate?token=usdc-polygon&amount=1&amount=2")
                .expect(400);
        assertThat(refused.message()).isEqualTo("amount was given more than once");
        assertThat(fields(refused)).containsExactly("amount");
    }

    @Test
    void the_zero_address_is_called_by_its_name() {
        var refused = pay("usdc-polygon", receiver("0x" + "0".repeat(40), "25")).expect(400);
        assertThat(refused.message())
                .isEqualTo("receivers[0].receiverWalletAddress is the zero address, which no one owns");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD|25|receiverWalletAddress",
                "0x0000000000000000000000000000000000000000|25|receiverWalletAddress",
                "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ|25|receiverWalletAddress",
                "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359|25|receiverWalletAddress",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed|0|amount",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed|0.5|amount",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed|1.0000001|amount",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed|\"5\"|amount"
            })
    void what_is_wrong_is_named(String address, String amount, String field) {
        assertThat(fields(pay("usdc-polygon", receiver(address, amount)).expect(400)))
                .containsExactly("receivers[0]." + field);
    }

    @Test
    void an_unknown_token_is_refused_by_name() {
        var refused = pay("doge-polygon", receiver(WALLET, "25")).expect(400);
        assertThat(refused.message()).isEqualTo("Crypto not found");
        assertThat(fields(
                        merchant.client().post("/v1/disbursement/crypto", "{}").expect(400)))
                .containsExactlyInAnyOrder("token", "receivers");
    }

    /// The test base verifies the ledger at the end.
    @ParameterizedTest
    @CsvSource({
        "0x0000000000000000000000000000000000999001, failed",
        "0x0000000000000000000000000000000000999051, completed",
        "0x0000000000000000000000000000000000999052, completed",
        "0x0000000000000000000000000000000000999053, completed",
        "0x0000000000000000000000000000000000999054, completed"
    })
    void whatever_the_chain_does_its_gas_is_booked_once(String address, String status) {
        merchant.awaitTokenPayout(paid(address, "25"), status);
    }

    @ParameterizedTest
    @CsvSource({
        "hash:zz",
        "id:-1",
        "id:99999999999999999999999",
        "18446744073709551616",
        "text:",
        "a text of one byte more than 28 has"
    })
    void a_memo_that_is_none_is_refused(String memo) {
        var account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
        assertThat(fields(pay("usdc-stellar", receiver(account, "25", "\"memo\":\"" + memo + "\""))
                        .expect(400)))
                .containsExactly("receivers[0].memo");
    }

    @Test
    void a_memo_is_for_networks_that_know_it() {
        assertThat(fields(pay("usdc-polygon", receiver(WALLET, "25", "\"memo\":\"7\""))
                        .expect(400)))
                .containsExactly("receivers[0].memo");
        var muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
        assertThat(fields(pay("usdc-stellar", receiver(muxed, "25", "\"memo\":\"7\""))
                        .expect(400)))
                .containsExactly("receivers[0].memo");
        // No other memo would be valid either, and the message says so.
        assertThat(pay("usdc-stellar", receiver(muxed, "25", "\"memo\":\"id:-1\""))
                        .expect(400)
                        .text())
                .contains("muxed address")
                .doesNotContain("64 hex digits");
        assertThat(fields(pay("usdc-stellar", receiver(WALLET, "25")).expect(400)))
                .containsExactly("receivers[0].receiverWalletAddress");
    }

    @Test
    void a_muxed_address_of_the_issuer_or_of_the_sender_is_refused_as_theirs() {
        var issuer = "MA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KAAAAAAAAAAAA6JHA";
        assertThat(pay("usdc-stellar", receiver(issuer, "25")).expect(400).message())
                .isEqualTo("receivers[0].receiverWalletAddress is the issuer of the asset usdc-stellar:"
                        + " tokens sent there are destroyed");
        var references = new References(service.connections(), Served.everything());
        var token = references.token("usdc-stellar").orElseThrow();
        var sender = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
        var muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
        var fields = Fields.of(new JsonObject().put("receiverWalletAddress", muxed));
        WalletFields.required(fields, references, token, sender);
        assertThat(fields.findings().details())
                .extracting(Detail::message)
                .containsExactly("is the wallet that sends the payout");
    }

    @Test
    void an_address_without_a_checksum_is_written_with_one() {
        assertThat(text(payout(paid(WALLET.toLowerCase(Locale.ROOT), "25")), "receiverAddress"))
                .isEqualTo(WALLET);
    }

    @Test
    void one_refused_item_refuses_all_and_nothing_is_held() {
        assertThat(fields(pay("usdc-polygon", receiver(WALLET, "25"), receiver(WALLET, "999975"))
                        .expect(400)))
                .containsExactly("receivers[1].amount");
        assertThat(merchant.held("usdc-polygon")).isEqualByComparingTo("0");
    }

    @Test
    void a_reference_is_unique_among_crypto_payouts_alone() {
        merchant.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"same\""));
        paid(WALLET, "25", "\"reference\":\"same\"");
        var again = pay("usdc-polygon", receiver(WALLET, "25", "\"reference\":\"same\""))
                .expect(400);
        assertThat(again.code()).isEqualTo("REFERENCE_EXISTS");
    }

    @Test
    void it_is_cancelled_before_it_is_sent_and_forced_at_any_time() {
        var id = paid(WALLET, "25");
        merchant.cancel(id).expect(200);
        assertThat(text(
                        merchant.awaitTokenPayout(id, "cancelled")
                                .path("activityHistory")
                                .get(0),
                        "status"))
                .isEqualTo("cancelled");
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("1000000");
        merchant.force(id, "failed").expect(200);
        assertThat(text(payout(id), "failureCode")).isEqualTo("TRANSACTION_FAILED");
        for (var status : List.of("completed", "failed", "reversed", "pending", "completed")) {
            merchant.force(id, status).expect(200);
            assertThat(text(payout(id), "status")).isEqualTo(status);
        }
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999974.8");
    }

    @Test
    void eight_at_once_never_overdraw() {
        assertThat(AtOnce.times(8, _ -> pay("usdc-polygon", receiver(WALLET, "300000"))))
                .extracting(Reply::status)
                .containsExactlyInAnyOrder(201, 201, 201, 400, 400, 400, 400, 400);
    }

    @Test
    void a_network_with_memos_is_paid_too() {
        // The merchant has no balance in it, so that the hold is refused after every other check has passed.
        var refused = pay(
                        "usdc-stellar",
                        receiver("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", "25", "\"memo\":\"7\""))
                .expect(400);
        assertThat(refused.code()).isEqualTo("INSUFFICIENT_BALANCE");
    }
}
