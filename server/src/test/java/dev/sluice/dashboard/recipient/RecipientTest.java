package dev.sluice.dashboard.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.PayeeForm;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Tests of saved recipients: creation, name check, change and deletion.
class RecipientTest extends DashboardTest {
    private static final String NEW = "/dashboard/recipients/new";
    private static final String BRITISH = "GB29NWBK60161331926819";
    private static final String GERMAN = "DE89370400440532013000";
    private static final Pattern HIDDEN = Pattern.compile("type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]+)\"");
    private static final Pattern TYPED =
            Pattern.compile("name=\"([^\"]+)\" type=\"(?:text|email)\" value=\"([^\"]+)\"");
    private static final Pattern CHOSEN = Pattern.compile(
            "<select[^>]* name=\"([^\"]+)\"(?:(?!</select>).)*?<option value=\"([^\"]+)\" selected", Pattern.DOTALL);

    private static Map<String, String> siti(Map<String, String> more) {
        var fields = new HashMap<>(PayeeForm.of("Siti Rahayu", "siti@example.com"));
        fields.put("shown", "IDR");
        fields.put("formKey", service.clocks().newId().toString());
        fields.putAll(more);
        return fields;
    }

    private static String made(Person person, Map<String, String> fields) {
        var answer = person.post(NEW, fields);
        assertThat(answer.statusCode()).isEqualTo(303);
        var path = answer.headers().firstValue("Location").orElseThrow();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Test
    void a_form_that_is_sent_twice_stores_one_payee() {
        var person = person(Role.MAKER);
        var fields = siti(Map.of());
        assertThat(made(person, fields)).isEqualTo(made(person, fields));
        assertThat(merchant.client()
                        .get("/v1/recipient")
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void what_is_wrong_is_said_at_its_field_and_what_was_typed_stays() {
        var page = person(Role.MAKER)
                .post(NEW, siti(Map.of("email", "siti", "bank.accountNumber", "12", "city", "<Bandung>")));
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body())
                .contains("id=\"email-wrong\"", "id=\"bank.accountNumber-wrong\"", "value=\"&lt;Bandung")
                .doesNotContain("<Bandung", "id=\"name-wrong\"");
    }

    @Test
    void another_currency_asks_for_other_fields_without_scripts_too() {
        var person = person(Role.MAKER);
        assertThat(person.get(NEW + "?currency=IDR").body()).doesNotContain("bank.achNumber");
        var dollars = person.post(NEW, siti(Map.of("step", "fields", "bank.currency", "USD")));
        assertThat(dollars.statusCode()).isEqualTo(200);
        assertThat(dollars.body())
                .contains("bank.achNumber", "value=\"Siti Rahayu\"", "<option value=\"US\" selected>");
        assertThat(person.get(NEW + "?currency=EUR").body()).contains("bank.ibanNumber");
    }

    @Test
    void the_bank_is_asked_for_the_name_before_anything_is_stored() {
        var page = person(Role.MAKER).post(NEW, siti(Map.of("step", "verify", "bank.accountNumber", "9999000005")));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Name does not match");
        assertThat(merchant.client()
                        .get("/v1/recipient")
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isZero();
    }

    @Test
    void the_bank_is_asked_once_more_about_a_stored_payee_and_nothing_is_kept() {
        var person = person(Role.MAKER);
        var path = "/dashboard/recipients/" + made(person, siti(Map.of("bank.accountNumber", "9999000041")));
        var page = person.post(path + "/verify", Map.of());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Name does not match", "Jordan Example", "Checked just now");
        assertThat(person.get(path).body()).contains(path + "/verify").doesNotContain("Checked just now");
        assertThat(person(Role.VIEWER).get(path).body()).doesNotContain(path + "/verify");
    }

    @Test
    void a_payee_is_changed_and_what_is_emptied_goes() {
        var person = person(Role.MAKER);
        var id = made(person, siti(Map.of("reference", "R-1")));
        var edit = "/dashboard/recipients/" + id + "/edit";
        assertThat(person.get(edit).body()).contains("value=\"R-1\"");
        assertThat(person.post(edit, siti(Map.of("name", "Siti R."))).statusCode())
                .isEqualTo(303);
        var now = merchant.client().get("/v1/recipient/" + id).expect(200).data();
        assertThat(now.path("name").stringValue()).isEqualTo("Siti R.");
        assertThat(now.has("reference")).isFalse();
    }

    /// Returns the data of a saved recipient's form without any input.
    private static Map<String, String> untouched(Person person, String edit) {
        var page = person.get(edit).body();
        var form = page.substring(page.indexOf("action=\"" + edit + "\""));
        form = form.substring(0, form.indexOf("</form>"));
        var fields = new HashMap<String, String>();
        for (var pattern : List.of(HIDDEN, TYPED, CHOSEN)) {
            pattern.matcher(form).results().forEach(field -> fields.put(field.group(1), field.group(2)));
        }
        fields.remove("formToken");
        return fields;
    }

    private String inlineInEuros(String bank) {
        var body = "{\"currency\":\"EUR\",\"disburseData\":[{\"amount\":100,\"recipient\":{\"bank\":{"
                + "\"accountName\":\"Siti Rahayu\"," + bank + "}}}]}";
        var payout = merchant.pay(body).expect(201).data().path("disburseData").get(0);
        return payout.path("recipient").path("recipientId").stringValue();
    }

    private JsonNode bank(String id) {
        return merchant.client()
                .get("/v1/recipient/" + id)
                .expect(200)
                .data()
                .path("bank")
                .get(0);
    }

    @Test
    void who_changes_something_else_leaves_the_account_as_it_is() {
        var person = person(Role.MAKER);
        var british = merchant.stored(
                "GBP",
                "GB",
                "\"bankName\":\"NatWest\",\"accountNumber\":\"31926819\"," + "\"ibanNumber\":\"" + BRITISH + "\"");
        var byNumber = inlineInEuros("\"accountNumber\":\"DE89370400440532013000\"");
        var magic = inlineInEuros(
                "\"accountNumber\":\"9999000041\",\"bankCode\":\"COBADEFF\"," + "\"bankName\":\"Commerzbank\"");
        for (var id : List.of(british, byNumber, magic)) {
            var before = bank(id);
            var edit = "/dashboard/recipients/" + id + "/edit";
            var fields = untouched(person, edit);
            fields.putAll(Map.of("email", "new@example.com", "address", "1", "city", "1", "postCode", "1"));
            var saved = person.post(edit, fields);
            assertThat(saved.statusCode()).as(saved.body()).isEqualTo(303);
            assertThat(bank(id)).isEqualTo(before);
        }
    }

    @Test
    void a_number_that_the_currency_does_not_ask_for_is_emptied_and_left_behind_by_another_currency() {
        var person = person(Role.MAKER);
        var id = merchant.stored(
                "GBP",
                "GB",
                "\"bankName\":\"NatWest\",\"accountNumber\":\"31926819\"," + "\"ibanNumber\":\"" + BRITISH + "\"");
        var edit = "/dashboard/recipients/" + id + "/edit";
        var fields = untouched(person, edit);
        assertThat(fields).containsEntry("bank.ibanNumber", BRITISH);
        var other = new HashMap<>(fields);
        other.putAll(Map.of("bank.currency", "IDR", "step", "fields"));
        assertThat(person.post(edit, other).body()).contains("31926819").doesNotContain(BRITISH);
        fields.put("bank.ibanNumber", "");
        assertThat(person.post(edit, fields).statusCode()).isEqualTo(303);
        assertThat(bank(id).has("ibanNumber")).isFalse();
        assertThat(bank(id).path("accountNumber").stringValue()).isEqualTo("31926819");
    }

    @Test
    void what_is_stored_stands_in_the_form_again_once_its_currency_does() {
        var person = person(Role.MAKER);
        var fields = new HashMap<>(
                siti(Map.of("bank.currency", "EUR", "bank.country", "DE", "bank.ibanNumber", GERMAN, "shown", "EUR")));
        fields.remove("bank.accountNumber");
        var edit = "/dashboard/recipients/" + made(person, fields) + "/edit";
        fields.putAll(Map.of("step", "fields", "bank.currency", "IDR"));
        assertThat(person.post(edit, fields).body())
                .contains("value=\"ID\" selected")
                .doesNotContain(GERMAN);
        fields.remove("bank.ibanNumber");
        fields.putAll(Map.of("shown", "IDR", "bank.currency", "EUR", "bank.accountName", "S. Rahayu"));
        assertThat(person.post(edit, fields).body())
                .contains("value=\"DE\" selected", "value=\"" + GERMAN + "\"", "value=\"S. Rahayu\"");
    }

    @Test
    void somebody_in_kosovo_is_a_payee_like_any_other() {
        var person = person(Role.MAKER);
        var iban = "XK051212012345678906";
        var fields = new HashMap<>(
                siti(Map.of("bank.currency", "EUR", "bank.country", "XK", "bank.ibanNumber", iban, "shown", "EUR")));
        fields.remove("bank.accountNumber");
        var edit = "/dashboard/recipients/" + made(person, fields) + "/edit";
        assertThat(person.get(edit).body()).contains("<option value=\"XK\" selected>Kosovo<", iban);
        assertThat(person.get("/dashboard/recipients?country=XK").body()).contains("Siti Rahayu");
    }

    @Test
    void numbers_of_accounts_are_masked_in_the_list() {
        var person = person(Role.MAKER);
        made(person, siti(Map.of()));
        assertThat(person(Role.VIEWER).get("/dashboard/recipients").body())
                .contains("****7890")
                .doesNotContain("1234567890");
    }

    @Test
    void a_payee_has_all_payouts_that_went_there_page_by_page() {
        var recipient = merchant.storedInIndonesia();
        var other = merchant.paid("1234567890", "10000");
        var items = IntStream.rangeClosed(1, 27)
                .mapToObj(number ->
                        "{\"recipientId\":\"" + recipient + "\",\"amount\":10000,\"reference\":\"P-" + number + "-P\"}")
                .toArray(String[]::new);
        merchant.pay(Merchant.idr(items)).expect(201);
        var others = IntStream.range(0, 25)
                .mapToObj(_ -> Merchant.item("1234567890", "10000"))
                .toArray(String[]::new);
        merchant.pay(Merchant.idr(others)).expect(201);
        var viewer = person(Role.VIEWER);
        var path = "/dashboard/recipients/" + recipient;
        var first = viewer.get(path).body();
        assertThat(first)
                .contains("P-27-P", "P-3-P", "href=\"" + path + "?page=2\"", "1–25", "27")
                .doesNotContain("P-2-P", other);
        assertThat(viewer.get(path + "?page=2").body())
                .contains("P-2-P", "P-1-P", "href=\"" + path + "?page=1\"")
                .doesNotContain("P-3-P", other);
        var list = "/dashboard/payouts?recipient=" + recipient;
        assertThat(first).contains("href=\"" + list + "\"");
        assertThat(viewer.get(list).body()).contains("P-27-P").doesNotContain(other);
        assertThat(viewer.get("/dashboard/payouts/export?recipient=" + recipient)
                        .body()
                        .lines())
                .hasSize(28);
    }

    @Test
    void a_deleted_payee_is_gone() {
        var person = person(Role.MAKER);
        var path = "/dashboard/recipients/" + made(person, siti(Map.of()));
        assertThat(person.post(path + "/delete", Map.of()).statusCode()).isEqualTo(303);
        assertThat(person.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void who_only_looks_makes_and_deletes_nobody() {
        var path = "/dashboard/recipients/" + made(person(Role.MAKER), siti(Map.of()));
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(NEW).statusCode()).isEqualTo(403);
        assertThat(viewer.get(path + "/edit").statusCode()).isEqualTo(403);
        assertThat(viewer.post(NEW, siti(Map.of())).statusCode()).isEqualTo(403);
        assertThat(viewer.post(path + "/delete", Map.of()).statusCode()).isEqualTo(403);
        assertThat(viewer.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void a_payee_of_another_merchants_is_not_found() {
        try (var other = Merchant.at(service)) {
            var path = "/dashboard/recipients/" + other.storedInIndonesia();
            var person = person(Role.OWNER);
            assertThat(person.get(path).statusCode()).isEqualTo(404);
            assertThat(person.get(path + "/edit").statusCode()).isEqualTo(404);
            assertThat(person.post(path + "/edit", siti(Map.of())).statusCode()).isEqualTo(404);
            assertThat(person.post(path + "/delete", Map.of()).statusCode()).isEqualTo(404);
        }
    }
}
