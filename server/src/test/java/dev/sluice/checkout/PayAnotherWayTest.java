package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A payer changes the payment method, and money still arrives by the first one.
class PayAnotherWayTest extends MerchantTest {
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");
    private static final Pattern INSTEAD = Pattern.compile("name=\"replaces\" value=\"(\\d+)\"");

    private String page(String amount) {
        var fields = "{\"inputCurrency\":\"IDR\",%s}";
        return text(
                merchant.client()
                        .post("/v1/checkout", fields.formatted(amount))
                        .expect(200)
                        .data(),
                "id");
    }

    private String page() {
        return page("\"inputAmount\":100000");
    }

    private static Reply send(String page, String form) {
        try (var payer = TestClient.anonymous(service.baseUrl())) {
            return payer.send("POST", "/checkout/" + page, form, FORM).expect(303);
        }
    }

    private static String look(String page) {
        try (var payer = TestClient.anonymous(service.baseUrl())) {
            return payer.get(page.startsWith("/") ? page : "/checkout/" + page)
                    .expect(200)
                    .text();
        }
    }

    private static String instead(String page) {
        var matcher = INSTEAD.matcher(look("/checkout/" + page + "?another=1"));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private static void change(String page, String method) {
        assertThat(send(page, "method=" + method + "&replaces=" + instead(page)).header("Location"))
                .isEqualTo("/checkout/" + page);
    }

    private static Destination destination(String deposit) {
        return Destination.of(service.connections()
                .read(handle -> handle.select("SELECT destination FROM deposit WHERE id = ?", UUID.fromString(deposit))
                        .mapTo(String.class)
                        .one()));
    }

    private static void come(Destination destination, BigDecimal amount, Instant paidAt) {
        var payment = new IncomingPayment(
                "sandbox",
                UUID.randomUUID().toString(),
                destination,
                Money.exactly(amount, Asset.fiat("IDR", 2)),
                Payer.UNKNOWN,
                null,
                paidAt,
                service.clocks().instant());
        service.connections().run(tx -> new IncomingPayments(service.vault()).add(tx, List.of(payment)));
    }

    private static List<String> labels(JsonNode deposit) {
        return deposit.get("labels").valueStream().map(JsonNode::stringValue).toList();
    }

    @Test
    void another_way_keeps_the_deposit_and_gives_it_other_instructions_a_price_and_a_time() {
        var page = page();
        send(page, "method=QRIS");
        assertThat(look(page)).contains("Choose another payment method", "href=\"/checkout/" + page + "?another=1\"");
        assertThat(look("/checkout/" + page + "?another=1"))
                .contains("value=\"014_VA\"", "Keep paying with QRIS")
                .doesNotContain("value=\"QRIS\"");
        var before = merchant.deposit(page);
        change(page, "014_VA");
        var after = merchant.deposit(page);
        assertThat(text(after, "status")).isEqualTo("pending");
        assertThat(text(after, "paymentMethod")).isEqualTo("014_VA");
        assertThat(after.get("paymentFiat").get("accountNumber").stringValue()).isNotBlank();
        assertThat(after.get("fee").get("amount").decimalValue()).isEqualByComparingTo("4000");
        assertThat(Duration.between(Instant.parse(text(before, "expiredAt")), Instant.parse(text(after, "expiredAt"))))
                .isBetween(
                        Duration.ofHours(23).plusMinutes(45),
                        Duration.ofHours(23).plusMinutes(46));
        assertThat(merchant.eventTypes(page)).containsExactly("deposit.created", "deposit.updated");
        assertThat(merchant.events(page).getLast().sequence()).isEqualTo(2);
        assertThat(after.get("activityHistory").toString()).contains("from QRIS to 014_VA");
        merchant.payIn(page, null).expect(200);
        var paid = merchant.awaitDeposit(page, "completed");
        assertThat(labels(paid)).isEmpty();
        assertThat(merchant.deposits()).isEqualTo(1);
    }

    @Test
    void money_that_comes_by_the_former_instructions_is_late_and_completes_the_deposit_by_them() {
        var page = page();
        send(page, "method=QRIS");
        var former = destination(page);
        change(page, "014_VA");
        var had = merchant.available("IDR");
        come(former, new BigDecimal("100000"), service.clocks().instant());
        var paid = merchant.awaitDeposit(page, "completed");
        assertThat(labels(paid)).containsExactly("LATE");
        assertThat(text(paid, "paymentMethod")).isEqualTo("QRIS");
        assertThat(merchant.available("IDR").subtract(had)).isEqualByComparingTo("99300");
        assertThat(paid.get("activityHistory").toString()).contains("back to QRIS");
        come(destination(page), new BigDecimal("100000"), service.clocks().instant());
        merchant.awaitDeposit(
                page, deposit -> deposit.get("payments").toString().contains("under_review"));
    }

    @Test
    void money_that_was_paid_before_the_payer_chose_another_way_is_not_late() {
        var page = page();
        send(page, "method=QRIS");
        var former = destination(page);
        var paidAt = service.clocks().instant();
        change(page, "014_VA");
        come(former, new BigDecimal("100000"), paidAt);
        assertThat(labels(merchant.awaitDeposit(page, "completed"))).isEmpty();
    }

    @Test
    void each_former_way_has_the_price_that_it_had() {
        var page = page("\"outputAmount\":100000");
        send(page, "method=OVO");
        var former = destination(page);
        var before = merchant.deposit(page);
        var asked = before.get("inputAmount").decimalValue();
        change(page, "014_VA");
        assertThat(merchant.deposit(page).get("inputAmount").decimalValue()).isNotEqualByComparingTo(asked);
        change(page, "QRIS");
        come(former, asked, service.clocks().instant());
        var paid = merchant.awaitDeposit(page, "completed");
        assertThat(text(paid, "paymentMethod")).isEqualTo("OVO");
        assertThat(paid.get("outputAmount").decimalValue())
                .isEqualByComparingTo(before.get("outputAmount").decimalValue());
    }

    @Test
    void a_double_click_changes_once_and_of_two_windows_the_later_one_is_told() {
        var page = page();
        send(page, "method=QRIS");
        var seen = instead(page);
        AtOnce.times(2, _ -> send(page, "method=014_VA&replaces=" + seen));
        assertThat(merchant.eventTypes(page)).containsExactly("deposit.created", "deposit.updated");
        var told = send(page, "method=OVO&replaces=" + seen).header("Location");
        assertThat(look(told)).contains("Another payment method was already chosen");
        assertThat(text(merchant.deposit(page), "paymentMethod")).isEqualTo("014_VA");
        var rivals = instead(page);
        AtOnce.both(
                () -> send(page, "method=OVO&replaces=" + rivals), () -> send(page, "method=DANA&replaces=" + rivals));
        assertThat(merchant.eventTypes(page)).hasSize(3);
    }

    private static Map<String, Object> kept(String page) {
        return service.connections()
                .read(handle ->
                        handle.select("""
                        SELECT d.method, d.destination, p.events, p.expires_at,
                               (SELECT count(*) FROM deposit_former_instructions f WHERE f.deposit_id = d.id) AS former,
                               (SELECT count(*) FROM merchant_directory r WHERE r.target_id = d.id) AS routes
                        FROM deposit d JOIN deposit_progress p USING (organization_id, id) WHERE d.id = ?
                        """, UUID.fromString(page)).mapToMap().one());
    }

    /// If any statement of the change fails, the payer keeps instructions that are still credited.
    @Test
    void a_failure_between_the_end_of_one_way_and_the_other_leaves_the_first() {
        var page = page();
        send(page, "method=QRIS");
        var seen = instead(page);
        var before = kept(page);
        service.connections().run(tx -> tx.handle().execute("""
                CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
                    $$BEGIN RAISE EXCEPTION 'cut' USING ERRCODE = '57P01'; END$$;
                CREATE TRIGGER cut BEFORE INSERT ON deposit_former_instructions
                    FOR EACH ROW EXECUTE FUNCTION cut()\
                """));
        try {
            assertThat(send(page, "method=014_VA&replaces=" + seen).header("Location"))
                    .isEqualTo("/checkout/" + page + "?another=1&outcome=1");
        } finally {
            service.connections().run(tx -> tx.handle().execute("DROP FUNCTION cut CASCADE"));
        }
        assertThat(kept(page)).isEqualTo(before);
        assertThat(merchant.eventTypes(page)).containsExactly("deposit.created");
        send(page, "method=014_VA&replaces=" + seen);
        assertThat(kept(page)).containsEntry("method", "014_VA").containsEntry("former", 1L);
        come(
                Destination.of(String.valueOf(before.get("destination"))),
                new BigDecimal("100000"),
                service.clocks().instant());
        assertThat(text(merchant.awaitDeposit(page, "completed"), "paymentMethod"))
                .isEqualTo("QRIS");
    }

    /// Each change claims an account number of a bank, and anyone with the link may choose.
    @Test
    void no_page_claims_account_numbers_without_end() {
        var page = page();
        send(page, "method=QRIS");
        for (int each = 0; each < 10; each++) {
            change(page, "014_VA");
            change(page, "QRIS");
        }
        var told = send(page, "method=014_VA&replaces=" + instead(page)).header("Location");
        assertThat(look(told)).contains("can no longer change the payment method");
        assertThat(text(merchant.deposit(page), "paymentMethod")).isEqualTo("QRIS");
    }

    @Test
    void a_first_choice_from_a_stale_page_is_told_what_was_chosen() {
        var page = page();
        send(page, "method=QRIS");
        var told = send(page, "method=OVO").header("Location");
        assertThat(look(told)).contains("Another payment method was already chosen");
        assertThat(text(merchant.deposit(page), "paymentMethod")).isEqualTo("QRIS");
        assertThat(send(page, "method=QRIS").header("Location")).isEqualTo("/checkout/" + page);
    }

    @Test
    void the_way_stays_once_money_has_come_or_the_time_for_a_choice_is_over() {
        var page = page();
        send(page, "method=014_TRANSFER");
        var seen = instead(page);
        come(destination(page), new BigDecimal("90000"), service.clocks().instant());
        merchant.awaitDeposit(
                page, deposit -> deposit.get("payments").toString().contains("under_review"));
        var told = send(page, "method=QRIS&replaces=" + seen).header("Location");
        assertThat(look(told)).contains("can no longer change the payment method");
        assertThat(text(merchant.deposit(page), "paymentMethod")).isEqualTo("014_TRANSFER");
        var slow = page();
        send(slow, "method=014_VA");
        var late = instead(slow);
        merchant.advance("PT15M");
        assertThat(look(slow)).doesNotContain("Choose another payment method");
        assertThat(look(send(slow, "method=QRIS&replaces=" + late).header("Location")))
                .contains("can no longer change the payment method");
        assertThat(text(merchant.deposit(slow), "paymentMethod")).isEqualTo("014_VA");
    }
}
