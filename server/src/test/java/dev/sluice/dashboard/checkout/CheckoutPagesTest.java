package dev.sluice.dashboard.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.checkout.Choosing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests of checkout links and their statuses.
class CheckoutPagesTest extends DashboardTest {
    private static final String PATH = "/dashboard/checkouts";
    private static final Pattern ROW = Pattern.compile("<tr data-row=\"([^\"]+)\"");

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_link_is_made_its_customer_pays_and_that_is_seen(int width) {
        var page = window(person(Role.MAKER), width);
        page.navigate(PATH);
        assertWellMade(page);
        page.click("a[href='/dashboard/checkouts/new']");
        page.selectOption("#currency", "IDR");
        page.fill("#amount", "250000");
        page.fill("#customerName", "Budi Santoso");
        assertWellMade(page);
        page.click("form.card button.btn-primary");
        page.locator(".qr svg").waitFor();
        assertThat(page.locator("#checkout").textContent()).contains("Waiting for customer");
        assertWellMade(page);
        var link = page.locator("[data-copy]").getAttribute("data-copy");
        try (var elsewhere = context(width)) {
            var customer = page(elsewhere);
            customer.navigate(link);
            Choosing.choose(customer, "QRIS");
            customer.locator("form.test button").click();
            customer.locator(".state.good").waitFor();
        }
        page.locator("#checkout .status-green").waitFor();
        assertThat(page.locator("#checkout").textContent()).contains(link).doesNotContain("Share the link");
        assertWellMade(page);
        page.navigate(PATH);
        assertThat(page.locator("tbody tr").textContent()).contains("Budi Santoso", "Completed");
        assertWellMade(page);
        page.context().close();
    }

    @Test
    void who_only_looks_makes_none() {
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(PATH).body()).doesNotContain(PATH + "/new");
        assertThat(viewer.get(PATH + "/new").statusCode()).isEqualTo(403);
        assertThat(viewer.post(PATH + "/new", Map.of("currency", "IDR", "amount", "150000"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(viewer.get(PATH).body()).contains("No checkout links yet");
    }

    @Test
    void anothers_link_is_not_there() {
        try (var other = Merchant.at(service)) {
            var id = made(other, 0);
            var person = person(Role.OWNER);
            assertThat(person.get(PATH + "/" + id).statusCode()).isEqualTo(404);
            assertThat(person.get(PATH + "/" + id + "/live").statusCode()).isEqualTo(404);
            assertThat(person.get(PATH).body()).doesNotContain(id);
        }
    }

    @Test
    void older_links_are_a_page_away() {
        var ids = IntStream.range(0, 27).mapToObj(each -> made(merchant, each)).toList();
        var person = person(Role.VIEWER);
        var first = person.get(PATH).body();
        assertThat(first).contains(ids.getLast(), ids.get(2)).doesNotContain(PATH + "/" + ids.get(1));
        assertThat(first).contains("before=" + ids.get(2));
        assertThat(person.get(PATH + "?before=" + ids.get(2)).body())
                .contains(PATH + "/" + ids.get(1), PATH + "/" + ids.get(0))
                .doesNotContain(ids.get(3));
    }

    @Test
    void a_link_is_found_by_its_reference_or_its_customer() {
        var ids = List.of(made(merchant, 11), made(merchant, 12));
        var named = merchant.client()
                .post(
                        "/v1/checkout",
                        "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000,\"customerName\":\"Siti Rahayu\"}")
                .expect(200)
                .data()
                .path("id")
                .stringValue();
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH + "?for=R-11").body())
                .contains(PATH + "/" + ids.get(0))
                .doesNotContain(PATH + "/" + ids.get(1), PATH + "/" + named);
        assertThat(person.get(PATH + "?for=siti+rahayu").body())
                .contains(PATH + "/" + named)
                .doesNotContain(PATH + "/" + ids.get(0));
        assertThat(person.get(PATH + "?for=R-1").body())
                .contains("No results for these filters")
                .doesNotContain(PATH + "/" + ids.get(0));
    }

    @Test
    void links_are_narrowed_to_those_of_a_status() {
        var unused = made(merchant, 20);
        merchant.advance("PT16M");
        merchant.createDeposit("014_VA", "150000");
        var pending = chosen(21);
        var cancelled = chosen(22);
        merchant.client().patch("/v1/deposit/" + cancelled + "/cancel", null).expect(200);
        var completed = chosen(23);
        merchant.client()
                .patch("/v1/deposit/" + completed, "{\"status\":\"completed\"}")
                .expect(200);
        var open = made(merchant, 24);
        var person = person(Role.VIEWER);
        var each = Map.of(
                "open", open, "unused", unused, "pending", pending, "cancelled", cancelled, "completed", completed);
        each.forEach((status, id) ->
                assertThat(shown(person, "?status=" + status)).as(status).containsExactly(id));
        assertThat(shown(person, "?status=expired")).isEmpty();
        assertThat(person.get(PATH + "?status=expired").body()).contains("No results for these filters");
        for (var none : List.of("?status=", "?status=paid", "?status=OPEN", "?status=%3Cb%3E")) {
            assertThat(shown(person, none)).as(none).hasSize(5);
        }
        assertThat(shown(person, "?status=open&for=R-24")).containsExactly(open);
        assertThat(shown(person, "?status=open&for=R-21")).isEmpty();
        assertThat(person.get(PATH + "?status=open").body()).contains("value=\"open\" selected");
    }

    @Test
    void a_link_that_was_paid_after_its_time_says_so() {
        var id = chosen(30);
        assertThat(person(Role.VIEWER).get(PATH + "/" + id).body()).doesNotContain(">Late<");
        merchant.advance("PT25H");
        merchant.awaitDeposit(id, "expired");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        assertThat(person(Role.VIEWER).get(PATH + "/" + id).body()).contains("Completed", ">Late<");
    }

    @Test
    void older_links_of_a_status_are_a_page_away() {
        var ids = IntStream.range(0, 27).mapToObj(each -> made(merchant, each)).toList();
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH + "?status=open").body())
                .contains("href=\"" + PATH + "?status=open&amp;before=" + ids.get(2) + "\"");
        assertThat(shown(person, "?status=open&before=" + ids.get(2))).containsExactly(ids.get(1), ids.get(0));
    }

    /// The oldest link has the name as its reference, so that the searches by reference and by customer must both
    /// reach it.
    @Test
    void older_links_of_a_customer_are_a_page_away_too() {
        var ids = new ArrayList<String>();
        ids.add(made("\"reference\":\"Budi\""));
        IntStream.range(0, 28).forEach(_ -> ids.add(made("\"customerName\":\"Budi\"")));
        merchant.client()
                .patch("/v1/deposit/" + chosen(ids.get(2)) + "/cancel", null)
                .expect(200);
        var person = person(Role.VIEWER);
        var newest = ids.reversed();
        for (var status : List.of("", "&status=open")) {
            var all = status.isEmpty()
                    ? newest
                    : newest.stream().filter(id -> !id.equals(ids.get(2))).toList();
            assertThat(shown(person, "?for=Budi" + status)).isEqualTo(all.subList(0, 25));
            var older = "?for=Budi" + status + "&before=" + all.get(24);
            assertThat(person.get(PATH + "?for=Budi" + status).body())
                    .contains("href=\"" + PATH + older.replace("&", "&amp;") + "\"");
            assertThat(shown(person, older)).isEqualTo(all.subList(25, all.size()));
            assertThat(person.get(PATH + older).body()).doesNotContain("rel=\"next\"");
        }
        assertThat(shown(person, "?for=Budi&status=cancelled")).containsExactly(ids.get(2));
    }

    private static List<String> shown(Person person, String query) {
        return ROW.matcher(person.get(PATH + query).body())
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    /// Creates a link and chooses a payment method as its customer.
    private String chosen(int number) {
        return chosen(made(merchant, number));
    }

    private static String chosen(String id) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            customer.send(
                            "POST",
                            "/checkout/" + id,
                            "method=014_VA",
                            Map.of("Content-Type", "application/x-www-form-urlencoded"))
                    .expect(303);
        }
        return id;
    }

    @Test
    void what_is_wrong_is_said_at_its_field() {
        var answer = person(Role.MAKER)
                .post(
                        PATH + "/new",
                        Map.of("currency", "IDR", "amount", "150000", "successUrl", "javascript:alert(1)"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("id=\"successUrl-wrong\"", "must be an absolute http or https URL", "value=\"150000\"");
    }

    @Test
    void an_exchange_is_quoted_before_the_link_is_made() {
        var answer = person(Role.MAKER)
                .post(
                        PATH + "/new",
                        Map.of(
                                "currency",
                                "IDR",
                                "amount",
                                "150000",
                                "outputCurrency",
                                "usdc-polygon",
                                "preview",
                                "1"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("1\u00a0USDC on Polygon = ", "when the customer chooses a payment method")
                .doesNotContain("Rate valid until");
        assertThat(person(Role.VIEWER).get(PATH).body()).contains("No checkout links yet");
    }

    @Test
    void an_exchange_of_a_currency_for_another_is_told_in_words() {
        var form = Map.of("currency", "IDR", "amount", "150000", "outputCurrency", "USD", "preview", "1");
        var answer = person(Role.MAKER).post(PATH + "/new", form);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("when the customer chooses a payment method")
                .doesNotContain("is-invalid");
    }

    @Test
    void a_form_that_is_sent_twice_makes_one_link() {
        var person = person(Role.MAKER);
        var form = Map.of("formKey", "a-key-of-this-form", "currency", "IDR", "amount", "150000");
        var first = person.post(PATH + "/new", form);
        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(person.post(PATH + "/new", form).headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
    }

    private String made(String field) {
        return made(merchant, field);
    }

    private static String made(Merchant by, int number) {
        return made(by, "\"reference\":\"R-" + number + "\"");
    }

    private static String made(Merchant by, String field) {
        return by.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000," + field + "}")
                .expect(200)
                .data()
                .path("id")
                .stringValue();
    }
}
