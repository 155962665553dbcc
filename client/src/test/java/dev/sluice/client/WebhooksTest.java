package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.client.model.DepositStatus;
import dev.sluice.client.model.EventTypes;
import dev.sluice.client.model.FiatDisbursement;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_" + Base64.getEncoder().encodeToString(new byte[24]);
    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00Z");
    private static final String TIME = Long.toString(NOW.getEpochSecond());
    private static final String BODY = """
            {"id":"evt-1","type":"deposit.completed","timestamp":"2026-11-21T02:29:59.000Z","apiVersion":"v1",\
            "livemode":false,"sequence":2,"orderId":"dep-1","new":{"field":1},\
            "data":{"depositId":"dep-1","status":"completed","inputAmount":100000.10,"somethingNew":[1]}}""";

    private static final Webhooks WEBHOOKS = Webhooks.of(SECRET).withClock(InstantSource.fixed(NOW));

    @Test
    void the_event_of_a_signed_webhook_is_read_with_its_resource() {
        var event = WEBHOOKS.verify("msg-1", TIME, signature(SECRET, "msg-1", TIME, BODY), bytes(BODY));
        assertThat(event.id()).isEqualTo("evt-1");
        assertThat(event.type()).isEqualTo(EventTypes.DEPOSIT_COMPLETED);
        assertThat(event.sequence()).isEqualTo(2);
        assertThat(event.orderId()).isEqualTo("dep-1");
        assertThat(event.livemode()).isFalse();
        assertThat(event.deposit().status()).isEqualTo(DepositStatus.COMPLETED);
        assertThat(event.deposit().inputAmount()).isEqualByComparingTo("100000.1");
        assertThat(event.deposit().labels()).isEmpty();
        assertThatThrownBy(event::disbursement).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void the_data_of_a_payout_is_read_by_its_kind() {
        var body = BODY.replace("deposit.completed", "disbursement.failed").replace("depositId", "disbursementId");
        var event = WEBHOOKS.verify("m", TIME, signature(SECRET, "m", TIME, body), bytes(body));
        assertThat(event.disbursement())
                .isInstanceOf(FiatDisbursement.class)
                .satisfies(payout -> assertThat(payout.disbursementId()).isEqualTo("dep-1"));
    }

    /// The example that the specification's own libraries are tested with; its body is no event of ours.
    @Test
    void the_published_example_is_accepted() {
        var then = Webhooks.of(SECRET).withClock(InstantSource.fixed(Instant.ofEpochSecond(1614265330)));
        var signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        var id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        assertThatThrownBy(() -> then.verify(id, "1614265330", signature, bytes("{\"test\": 2432232314}")))
                .isInstanceOf(WebhookException.class)
                .hasMessage("the body is no event");
        assertThatThrownBy(() -> then.verify(id, "1614265330", signature, bytes("{\"test\": 2432232315}")))
                .isInstanceOf(WebhookException.class)
                .hasMessage("no signature matches");
    }

    @Test
    void whatever_is_changed_breaks_the_signature() {
        var signature = signature(SECRET, "msg-1", TIME, BODY);
        refused("msg-2", TIME, signature, BODY);
        refused("msg-1", Long.toString(NOW.getEpochSecond() + 1), signature, BODY);
        refused("msg-1", TIME, signature, BODY + " ");
        refused("msg-1", TIME, signature, BODY.replace("dep-1", "dep-2"));
        refused("msg-1", TIME, signature(OTHER, "msg-1", TIME, BODY), BODY);
        refused("msg-1", TIME, signature.replace("v1,", "v1a,"), BODY);
        refused("msg-1", TIME, signature.replace("v1,", ""), BODY);
        refused("msg-1", TIME, signature.substring(0, signature.length() - 1), BODY);
        refused("msg-1", TIME, "v1,", BODY);
        refused("msg-1", TIME, "v1,ä", BODY);
        refused("msg-1", TIME, "  ", BODY);
    }

    @Test
    void while_a_secret_is_replaced_one_of_the_signatures_is_enough() {
        var both = signature(OTHER, "m", TIME, BODY) + " " + signature(SECRET, "m", TIME, BODY);
        assertThat(WEBHOOKS.verify("m", TIME, both, bytes(BODY)).id()).isEqualTo("evt-1");
        assertThat(WEBHOOKS.verify("m", TIME, "v1a,eyJh " + both, bytes(BODY)).id())
                .isEqualTo("evt-1");
        var knowsBoth = Webhooks.of(OTHER, SECRET).withClock(InstantSource.fixed(NOW));
        for (var secret : List.of(SECRET, OTHER)) {
            assertThat(knowsBoth
                            .verify("m", TIME, signature(secret, "m", TIME, BODY), bytes(BODY))
                            .id())
                    .isEqualTo("evt-1");
        }
    }

    @Test
    void a_list_without_end_is_not_searched_without_end() {
        var flood = "v1,AAAA ".repeat(1000) + signature(SECRET, "m", TIME, BODY);
        refused("m", TIME, flood, BODY);
    }

    @ParameterizedTest
    @ValueSource(longs = {-300, 0, 300})
    void a_time_within_five_minutes_is_accepted(long off) {
        var time = Long.toString(NOW.getEpochSecond() + off);
        assertThat(WEBHOOKS.verify("m", time, signature(SECRET, "m", time, BODY), bytes(BODY)))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {-301, 301})
    void a_time_beyond_is_refused_though_it_is_signed(long off) {
        var time = Long.toString(NOW.getEpochSecond() + off);
        var signature = signature(SECRET, "m", time, BODY);
        assertThatThrownBy(() -> WEBHOOKS.verify("m", time, signature, bytes(BODY)))
                .isInstanceOf(WebhookException.class)
                .hasMessageContaining("301 s off");
        assertThat(WEBHOOKS.withTolerance(Duration.ofHours(1)).verify("m", time, signature, bytes(BODY)))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1795228200", "1795228200.5", "99999999999999999999", "2026-11-21T02:30:00Z"})
    void a_time_that_is_no_number_of_seconds_is_refused(String time) {
        assertThatThrownBy(() -> WEBHOOKS.verify("m", time, signature(SECRET, "m", time, BODY), bytes(BODY)))
                .isInstanceOf(WebhookException.class)
                .hasMessageContaining("webhook-timestamp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", "{", "{\"id\":\"x\"}", "{\"id\":{}}"})
    void a_signed_body_that_is_no_event_is_refused(String body) {
        assertThatThrownBy(() -> WEBHOOKS.verify("m", TIME, signature(SECRET, "m", TIME, body), bytes(body)))
                .isInstanceOf(WebhookException.class)
                .hasMessage("the body is no event");
    }

    @Test
    void headers_are_found_in_whatever_case_and_none_may_be_missing() {
        var headers = Map.of(
                "Webhook-Id", List.of("m"),
                "WEBHOOK-TIMESTAMP", List.of(TIME),
                "webhook-signature", List.of(signature(SECRET, "m", TIME, BODY)));
        assertThat(WEBHOOKS.verify(headers, bytes(BODY)).id()).isEqualTo("evt-1");
        assertThatThrownBy(() -> WEBHOOKS.verify(Map.of("webhook-id", List.of("m")), bytes(BODY)))
                .isInstanceOf(WebhookException.class)
                .hasMessageContaining("webhook-timestamp is missing");
        assertThatThrownBy(() -> WEBHOOKS.verify(_ -> null, bytes(BODY)))
                .isInstanceOf(WebhookException.class)
                .hasMessageContaining("webhook-id is missing");
    }

    @ParameterizedTest
    @CsvSource({
        "abc, does not begin with whsec_",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, does not begin with whsec_",
        "whsec_, is of 0",
        "whsec_YWJj, is of 3",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!, is not base64",
    })
    void a_secret_that_is_none_is_refused_and_why_is_said(String secret, String reason) {
        assertThatThrownBy(() -> Webhooks.of(SECRET, secret))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a webhook's secret is whsec_ and base64 of 24 to 64 bytes; ")
                .hasMessageContaining(reason);
    }

    @Test
    void a_secret_may_have_24_to_64_bytes() {
        for (int length : new int[] {24, 32, 64}) {
            assertThatCode(() -> Webhooks.of(secretOf(length))).doesNotThrowAnyException();
        }
        for (int length : new int[] {23, 65}) {
            assertThatThrownBy(() -> Webhooks.of(secretOf(length))).hasMessageContaining("this one is of " + length);
        }
    }

    private static String secretOf(int length) {
        return "whsec_" + Base64.getEncoder().encodeToString(new byte[length]);
    }

    @Test
    void a_secret_that_is_none_is_said_without_being_shown() {
        assertThatThrownBy(() -> Webhooks.of("whsec_not base64!"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessageNotContaining("not base64!");
        assertThatThrownBy(Webhooks::of).isInstanceOf(IllegalArgumentException.class);
    }

    private static void refused(String id, String time, String signatures, String body) {
        assertThatThrownBy(() -> WEBHOOKS.verify(id, time, signatures, bytes(body)))
                .as("%s %s %s %s", id, time, signatures, body)
                .isInstanceOf(WebhookException.class)
                .hasMessage("no signature matches");
    }

    /// Written down once more, by the specification and not by the program.
    private static String signature(String secret, String id, String time, String body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(bytes(id + "." + time + "." + body)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
