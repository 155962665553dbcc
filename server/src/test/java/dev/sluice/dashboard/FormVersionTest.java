package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of two users with the same form: neither reverts a change that they have not seen.
class FormVersionTest extends DashboardTest {
    private static final Pattern SEEN = Pattern.compile("name=\"version\" value=\"([^\"]+)\"");
    private static final String OVERTAKEN = "Someone else changed this after you opened it";
    private static final String RECIPIENTS = "/dashboard/recipients/";
    private static final String SETTINGS = "/dashboard/settings";
    private static final String NOTICES = "/dashboard/notifications";
    private static final String POLICY = "/dashboard/policy";

    private static final Map<String, String> BUDI = PayeeForm.of("Budi Santoso", "budi@example.com");

    private static Map<String, String> with(Map<String, String> fields, Map<String, String> more) {
        var all = new HashMap<>(fields);
        all.putAll(more);
        return all;
    }

    private static Map<String, String> seen(HttpResponse<String> page) {
        var matcher = SEEN.matcher(page.body());
        assertThat(matcher.find()).as(page.body()).isTrue();
        return Map.of("version", matcher.group(1));
    }

    private String budi() {
        var created = person(Role.MAKER).post(RECIPIENTS + "new", BUDI);
        assertThat(created.statusCode()).isEqualTo(303);
        return created.headers().firstValue("Location").orElseThrow();
    }

    private String account(String recipient) {
        return merchant.client()
                .get("/v1/recipient/" + recipient.substring(RECIPIENTS.length()))
                .expect(200)
                .data()
                .path("bank")
                .get(0)
                .path("accountNumber")
                .stringValue();
    }

    @Test
    void an_old_account_is_not_put_back_by_who_mends_the_postcode() {
        var recipient = budi();
        var edit = recipient + "/edit";
        var one = person(Role.MAKER);
        var shown = seen(one.get(edit));
        var other = person(Role.ADMIN);
        var corrected = with(BUDI, Map.of("bank.accountNumber", "9876543210"));
        assertThat(other.post(edit, with(corrected, seen(other.get(edit)))).statusCode())
                .isEqualTo(303);
        var late = with(with(BUDI, Map.of("postCode", "40112")), shown);
        var refused = one.post(edit, late);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains(
                        OVERTAKEN,
                        "Last changed by Rani admin",
                        "value=\"40112\"",
                        "Current value: 40111",
                        "id=\"bank.accountNumber-wrong\">Current value: 9876543210");
        assertThat(account(recipient)).isEqualTo("9876543210");
        assertThat(deeds(merchant.organizationId(), 1).getFirst().isRefused()).isTrue();
        assertThat(one.post(edit, late).statusCode()).isEqualTo(409);
        assertThat(one.post(edit, with(late, seen(refused))).statusCode()).isEqualTo(303);
        assertThat(account(recipient)).isEqualTo("1234567890");
    }

    @Test
    void a_program_overtakes_a_form_too_and_what_is_no_field_of_it_is_told_with_its_name() {
        var recipient = budi();
        var edit = recipient + "/edit";
        var one = person(Role.MAKER);
        var shown = seen(one.get(edit));
        merchant.client()
                .patch(
                        "/v1/recipient/" + recipient.substring(RECIPIENTS.length()),
                        "{\"name\":\"Budi Santoso\",\"recipientType\":\"Business\",\"email\":\"budi@example.com\","
                                + "\"address\":\"Jalan Braga 99\",\"city\":\"Bandung\",\"postCode\":\"40111\","
                                + "\"bank\":{\"accountName\":\"Budi Santoso\"}}")
                .expect(200);
        var refused = one.post(edit, with(with(BUDI, Map.of("city", "Cimahi")), shown));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains(OVERTAKEN, ": Current value: Business.", "value=\"Cimahi\"")
                .doesNotContain("Last changed");
    }

    @Test
    void a_form_that_is_sent_twice_is_not_overtaken_by_itself() {
        var edit = budi() + "/edit";
        var one = person(Role.MAKER);
        var form = with(with(BUDI, Map.of("city", "Cimahi", "formKey", "a-key-of-it")), seen(one.get(edit)));
        assertThat(one.post(edit, form).statusCode()).isEqualTo(303);
        assertThat(one.post(edit, form).statusCode()).isEqualTo(303);
    }

    @Test
    void of_several_at_once_one_saves_and_the_others_are_told() throws Exception {
        var edit = budi() + "/edit";
        var one = person(Role.MAKER);
        var shown = seen(one.get(edit));
        var token = one.formToken();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var posts = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(number -> () -> one.postAsIs(
                                    edit,
                                    with(with(BUDI, Map.of("city", "Cimahi " + number, "formToken", token)), shown))
                            .statusCode())
                    .toList();
            var statuses = threads.invokeAll(posts).stream()
                    .map(each -> each.resultNow())
                    .collect(Collectors.groupingBy(status -> status, Collectors.counting()));
            assertThat(statuses).isEqualTo(Map.of(303, 1L, 409, 7L));
        }
    }

    @Test
    void an_endpoint_keeps_the_types_that_somebody_else_chose() {
        var created = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://shop.example.com/a\",\"types\":[\"deposit.*\"]}")
                .expect(201)
                .data();
        var edit = "/dashboard/developers/webhooks/" + Merchant.text(created, "id") + "/edit";
        var one = person(Role.DEVELOPER);
        var shown = seen(one.get(edit));
        var other = person(Role.DEVELOPER);
        var payouts = Map.of("url", "https://shop.example.com/a", "types", "disbursement.*");
        assertThat(other.post(edit, with(payouts, seen(other.get(edit)))).statusCode())
                .isEqualTo(303);
        var late = Map.of("url", "https://shop.example.com/b", "types", "deposit.*");
        var refused = one.post(edit, with(late, shown));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains(
                        OVERTAKEN,
                        "Last changed by Rani developer",
                        "value=\"https://shop.example.com/b\"",
                        "Current value: https://shop.example.com/a",
                        "Current value: disbursement.*");
        assertThat(one.post(edit, with(late, seen(refused))).statusCode()).isEqualTo(303);
    }

    private static final Pattern CHANGE = Pattern.compile("href=\"(/dashboard/policy/new\\?[^\"]*rule=[^\"]+)\"");

    @Test
    void a_rule_is_not_made_weaker_unseen() {
        var owner = person(Role.OWNER);
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE");
        assertThat(owner.post(POLICY + "/new", rule).statusCode()).isEqualTo(303);
        var link = CHANGE.matcher(owner.get(POLICY).body());
        assertThat(link.find()).isTrue();
        var change = link.group(1).replace("&amp;", "&");
        var id = change.replaceAll(".*[?&]rule=([^&]+).*", "$1");
        var form = owner.get(change);
        var review = owner.get(change.replace("/new?", "/new/review?"));
        assertThat(seen(review)).isEqualTo(seen(form));
        var path = POLICY + "/rules/" + id;
        var known = with(rule, Map.of("rule", id));
        var admin = person(Role.ADMIN);
        var stricter = with(with(known, Map.of("amount", "100", "effect", "REFUSE")), seen(form));
        assertThat(admin.post(path, stricter).statusCode()).isEqualTo(303);
        assertThat(admin.post(path, stricter).statusCode()).isEqualTo(303);
        var late = with(with(known, Map.of("amount", "60000")), seen(review));
        var refused = owner.post(path, late);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains(OVERTAKEN, "Last changed by Rani admin", "value=\"60000\"", "more than 100");
        assertThat(owner.get(POLICY).body()).doesNotContain("60,000");
        assertThat(owner.post(path, with(late, seen(refused))).statusCode()).isEqualTo(303);
        assertThat(owner.get(POLICY).body()).contains("60,000");
    }

    @Test
    void thresholds_that_somebody_else_set_stay() {
        var owner = person(Role.OWNER);
        var admin = person(Role.ADMIN);
        var page = NOTICES + "/settings";
        var path = NOTICES + "/thresholds";
        var shown = seen(owner.get(page));
        assertThat(admin.post(path, with(Map.of("threshold.IDR", "5000"), seen(admin.get(page))))
                        .statusCode())
                .isEqualTo(303);
        assertThat(admin.post(path, with(Map.of("threshold.IDR", "5000"), shown))
                        .statusCode())
                .isEqualTo(303);
        var late = Map.of("threshold.USD", "7");
        var refused = owner.post(path, with(late, shown));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains(
                        OVERTAKEN,
                        "Last changed by Rani admin",
                        "id=\"threshold.IDR-wrong\">Current value: 5,000",
                        "id=\"threshold.USD-wrong\">Current value: none",
                        "value=\"7\"");
        assertThat(owner.get(page).body()).contains("value=\"5,000\"").doesNotContain("value=\"7\"");
        assertThat(owner.post(path, with(late, seen(refused))).statusCode()).isEqualTo(303);
        assertThat(owner.get(page).body()).contains("value=\"7\"").doesNotContain("value=\"5,000\"");
    }

    @Test
    void the_look_and_the_methods_of_payment_pages_stay_too() {
        var owner = person(Role.OWNER);
        var admin = person(Role.ADMIN);
        var shown = seen(owner.get(SETTINGS));
        var look = SETTINGS + "/branding";
        assertThat(admin.post(look, with(Map.of("payerName", "Toko Rani"), shown))
                        .statusCode())
                .isEqualTo(303);
        var late = owner.post(look, with(Map.of("brand", "#ffcc00"), shown));
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body())
                .contains(
                        OVERTAKEN,
                        "Last changed by Rani admin",
                        "id=\"payerName-wrong\">Current value: Toko Rani",
                        "value=\"#ffcc00\"");
        var methods = SETTINGS + "/methods?currency=IDR";
        var path = SETTINGS + "/methods/IDR";
        var offered = seen(owner.get(methods));
        var first = new LinkedHashMap<>(Map.of("method", "OVO", "place.OVO", "1"));
        assertThat(admin.post(path, with(first, offered)).statusCode()).isEqualTo(303);
        var second = with(Map.of("method", "QRIS", "place.QRIS", "1"), offered);
        var refused = owner.post(path, second);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains(OVERTAKEN, "Last changed by Rani admin", "Current value: OVO.");
        assertThat(owner.post(path, with(second, seen(refused))).statusCode()).isEqualTo(303);
    }

    @Test
    void a_digest_tells_fields_from_values() {
        var one = FormVersion.of(Map.of("a", "1\nb=1:2"));
        var two = FormVersion.of(Map.of("a", "1", "b", "2"));
        assertThat(List.of(one, two)).doesNotHaveDuplicates();
        assertThat(one.allows(Map.of("a", "1\nb=1:2"), Map.of())).isTrue();
        assertThat(one.allows(Map.of("a", "1"), Map.of("a", "2"))).isFalse();
        assertThat(one.allows(Map.of("a", "1"), Map.of("a", "1"))).isTrue();
        assertThat(FormVersion.NOTHING.allows(Map.of("a", "1"), Map.of())).isTrue();
    }
}
