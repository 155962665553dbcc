package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.DisbursementStatus;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.client.model.EventTypes;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.FiatDisbursementsCreate;
import dev.sluice.client.model.FiatPayout;
import dev.sluice.client.model.InlineRecipient;
import dev.sluice.client.model.Sort;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/// The examples of the client's README are here word for word, so that they compile, and they do as the README says.
class ClientReadmeTest extends ServedClient {
    private static final String THIS = "server/src/test/java/dev/sluice/client/ClientReadmeTest.java";
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final byte[] KEY = new byte[32];
    private static final String endpointSecret = "whsec_" + Base64.getEncoder().encodeToString(KEY);

    private final List<Object> told = new ArrayList<>();

    @Test
    void every_example_is_compiled_here() throws IOException {
        var here = squeezed(Files.readString(root().resolve(THIS)));
        var examples = EXAMPLE.matcher(Files.readString(root().resolve("client/README.md")))
                .results()
                .map(each -> each.group(1))
                .toList();
        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(7)
                .allSatisfy(each -> assertThat(here).as(each).contains(squeezed(each)));
    }

    @Test
    void the_clients_are_made() {
        var demo = service.demo().credentials();
        var http = HttpClient.newHttpClient();
        try (http;
                var one = connect(demo.get("SLUICE_CLIENT_ID"), demo.get("SLUICE_CLIENT_SECRET"));
                var two = patient(demo.get("SLUICE_API_KEY"), http)) {
            assertThat(one).isNotSameAs(two);
        }
    }

    @Test
    void the_payout_is_made() {
        assertThat(payout()).isIn(DisbursementStatus.PENDING, DisbursementStatus.COMPLETED);
    }

    @Test
    void the_deposit_is_asked_for_and_paid() {
        assertThat(deposit()).isNotBlank();
    }

    @Test
    void the_list_is_read() {
        var id = client.disbursements()
                .createFiat(FiatDisbursementsCreate.of(
                        "IDR",
                        FiatPayout.to(
                                InlineRecipient.at("Bank Central Asia", "014", "Ani", "9999000032"),
                                BigDecimal.valueOf(20000))))
                .disburseData()
                .getFirst()
                .disbursementId();
        client.sandbox().forceDisbursement(id, DisbursementStatus.FAILED);
        list();
        assertThat(told).contains(id);
    }

    @Test
    void the_webhook_is_checked() throws Exception {
        var body = ("{\"id\":\"e\",\"type\":\"deposit.completed\",\"timestamp\":\"2026-11-21T02:30:00Z\","
                        + "\"data\":{\"depositId\":\"dep-1\"}}")
                .getBytes(StandardCharsets.UTF_8);
        var time = Long.toString(Instant.now().getEpochSecond());
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update(("m." + time + ".").getBytes(StandardCharsets.UTF_8));
        var headers = Map.of(
                "webhook-id",
                "m",
                "webhook-timestamp",
                time,
                "webhook-signature",
                "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)));
        assertThat(webhook(headers::get, body)).isEqualTo(200);
        assertThat(told).containsExactly("dep-1");
        assertThat(webhook(headers::get, new byte[0])).isEqualTo(400);
    }

    @Test
    void the_errors_are_told_apart() {
        var budi = InlineRecipient.at("Bank Central Asia", "014", "Budi Santoso", "9999000032");
        errors(FiatDisbursementsCreate.of("IDR", FiatPayout.to(budi, new BigDecimal("9999999999999"))));
        assertThat(told).isNotEmpty();
        told.clear();
        errors(FiatDisbursementsCreate.of("IDR", FiatPayout.to(budi, BigDecimal.ZERO)));
        assertThat(told).contains("disburseData[0].amount");
        keyed(FiatDisbursementsCreate.of("IDR", FiatPayout.to(budi, new BigDecimal("10000"))));
        assertThatThrownBy(() -> keyed(FiatDisbursementsCreate.of("IDR", FiatPayout.to(budi, new BigDecimal("20000")))))
                .hasMessageContaining(ErrorCodes.IDEMPOTENCY_KEY_REUSED);
    }

    private static SluiceClient connect(String clientId, String clientSecret) {
        var client = SluiceClient.builder()
                .baseUrl("http://127.0.0.1:8080")
                .signature(clientId, clientSecret) // or .apiKey("sk_test_…")
                .build();
        return client;
    }

    private static String payout() {
        var budi = InlineRecipient.at("Bank Central Asia", "014", "Budi Santoso", "1234567890");
        var created = client.disbursements()
                .createFiat(FiatDisbursementsCreate.of(
                        "IDR", FiatPayout.to(budi, new BigDecimal("150000")).withReference("inv-1001")));
        var id = created.disburseData().getFirst().disbursementId();
        var status = client.disbursements().getFiat(id).status(); // "pending", soon "completed"
        return status;
    }

    private static String deposit() {
        var deposit = client.deposits()
                .createFiat(FiatDepositCreate.builder("IDR", "014_VA")
                        .inputAmount(new BigDecimal("100000"))
                        .reference("order-1")
                        .build());
        var account = deposit.paymentFiat().accountNumber(); // show this to your customer
        client.sandbox().payDeposit(deposit.depositId()); // in the sandbox: be the customer
        return account;
    }

    private void list() {
        try (var payouts = client.disbursements()
                .listFiat(FiatDisbursementQuery.all()
                        .status(DisbursementStatus.FAILED)
                        .sort(Sort.OLDEST_FIRST))) {
            payouts.limit(500).forEach(this::report);
        }
    }

    private int webhook(Request request, byte[] body) {
        var webhooks = Webhooks.of(endpointSecret); // or both, while you replace one
        WebhookEvent event;
        try {
            event = webhooks.verify(request::getHeader, body);
        } catch (WebhookException forged) {
            return 400;
        }
        switch (event.type()) {
            case EventTypes.DEPOSIT_COMPLETED -> credit(event.deposit());
            case EventTypes.DISBURSEMENT_FAILED -> inform(event.disbursement());
            default -> {}
        }
        return 200;
    }

    private void errors(FiatDisbursementsCreate request) {
        try {
            client.disbursements().createFiat(request);
        } catch (NoAnswerException open) {
            retryLater(open.idempotencyKey().orElseThrow()); // done or not: the same key makes it once
        } catch (SluiceException refused) {
            if (refused.code().equals(ErrorCodes.INSUFFICIENT_BALANCE)) {
                topUp();
            }
            refused.details().forEach(each -> show(each.field(), each.message()));
        }
    }

    private static void keyed(FiatDisbursementsCreate request) {
        client.withIdempotencyKey("payout-for-order-1001").disbursements().createFiat(request);
    }

    private static SluiceClient patient(String apiKey, HttpClient httpClient) {
        var patient = SluiceClient.builder()
                .baseUrl("http://127.0.0.1:8080")
                .apiKey(apiKey)
                .timeout(Duration.ofSeconds(60)) // for each attempt
                .retries(RetryPolicy.standard().withAttemptsMax(8)) // or RetryPolicy.none()
                .httpClient(httpClient) // your own, for example with a proxy
                .build();
        return patient;
    }

    /// The look-up of headers that web frameworks have.
    private interface Request {
        String getHeader(String name);
    }

    private void report(FiatDisbursement payout) {
        told.add(payout.disbursementId());
    }

    private void credit(Deposit deposit) {
        told.add(deposit.depositId());
    }

    private void inform(Disbursement payout) {
        told.add(payout.disbursementId());
    }

    private void retryLater(String key) {
        told.add(key);
    }

    private void topUp() {
        told.add(ErrorCodes.INSUFFICIENT_BALANCE);
    }

    private void show(String field, String message) {
        told.add(field);
        assertThat(message).isNotBlank();
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
