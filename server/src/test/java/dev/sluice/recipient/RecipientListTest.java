package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.recipient.PayeeFixture.Merchant;
import dev.sluice.recipient.PayeeFixture.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Content and order of recipient lists.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecipientListTest {
    private static final List<String> SPECIAL = List.of(
            "%", "_", "\\", "'", "\"", "*", "?", "[a-z]", "\\%", "%_", "$1", ":name", ";--", "İ", "ß", "Ж", "ば");

    private final PayeeFixture fixture = new PayeeFixture();
    private Merchant merchant = fixture.merchant();

    @BeforeEach
    void newMerchant() {
        merchant = fixture.merchant();
    }

    @AfterAll
    void close() {
        fixture.close();
    }

    @Test
    void a_search_is_a_part_of_the_name_in_any_case_or_the_whole_e_mail_address() {
        store("Siti Rahayu", "siti.rahayu@example.com", "IDR", "ID");
        store("Émile Straße", "emile@example.com", "EUR", "DE");
        store("ЖАННА", "zhanna@example.com", "PHP", "PH");
        assertThat(names("search=RAHA")).containsExactly("Siti Rahayu");
        assertThat(names("search=ti+ra")).containsExactly("Siti Rahayu");
        assertThat(names("search=ti")).containsExactly("Siti Rahayu");
        assertThat(names("search=Y")).containsExactly("Siti Rahayu");
        assertThat(names("search=rahsit")).isEmpty();
        assertThat(names("search=" + encoded("éMILE"))).containsExactly("Émile Straße");
        assertThat(names("search=STRASSE")).containsExactly("Émile Straße");
        assertThat(names("search=" + encoded("жанна"))).containsExactly("ЖАННА");
        assertThat(names("search=Siti.Rahayu@Example.com")).containsExactly("Siti Rahayu");
        assertThat(names("search=siti.rahayu@example.co")).isEmpty();
        assertThat(names("search=example.com")).isEmpty();
        assertThat(names("search=+")).hasSize(3);
    }

    @Test
    void special_characters_of_a_search_mean_themselves() {
        var random = new Random(7);
        var all = new ArrayList<String>();
        for (int i = 0; i < SPECIAL.size(); i++) {
            var name = "a" + SPECIAL.get(i) + "b" + SPECIAL.get(random.nextInt(SPECIAL.size()));
            all.add(name);
            store(name, "x" + i + "@example.com", "IDR", "ID");
        }
        for (var special : SPECIAL) {
            var expected = all.stream().filter(name -> name.contains(special)).toList();
            assertThat(names("limit=100&search=" + encoded(special)))
                    .as(special)
                    .containsExactlyElementsOf(expected);
        }
        assertThat(names("search=" + encoded("a%b")))
                .isEqualTo(all.stream().filter(n -> n.contains("a%b")).toList());
    }

    @Test
    void filters_are_the_banks_country_and_currency() {
        store("One", "one@example.com", "IDR", "ID");
        store("Two", "two@example.com", "PHP", "PH");
        store("Three", "three@example.com", "PHP", "ID");
        assertThat(names("currency=PHP")).containsExactly("Two", "Three");
        assertThat(names("country=id")).containsExactly("One", "Three");
        assertThat(names("country=ID&currency=PHP")).containsExactly("Three");
        assertThat(names("country=ID&currency=PHP&search=t")).containsExactly("Three");
        assertThat(names("currency=EUR")).isEmpty();
        assertThat(merchant.get("/v1/recipient?country=ID")
                        .data()
                        .get("totalDocs")
                        .intValue())
                .isEqualTo(2);
        assertThat(merchant.get("/v1/recipient?country=ID&search=o")
                        .data()
                        .get("totalDocs")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void totals_follow_changes_and_deletions() {
        var id = store("One", "one@example.com", "IDR", "ID").data().get("id").stringValue();
        store("Two", "two@example.com", "IDR", "ID");
        merchant.patch("/v1/recipient/" + id, body("One", "one@example.com", "PHP", "PH"));
        assertThat(total("")).isEqualTo(2);
        assertThat(total("currency=IDR")).isEqualTo(1);
        assertThat(total("currency=PHP")).isEqualTo(1);
        merchant.delete("/v1/recipient/" + id);
        assertThat(total("")).isEqualTo(1);
        assertThat(total("currency=PHP")).isZero();
    }

    @Test
    void pages_never_overlap_in_any_order() {
        var stored = new ArrayList<String>();
        for (int i = 0; i < 23; i++) {
            stored.add(store("Payee " + i, "payee" + i + "@example.com", "IDR", "ID")
                    .data()
                    .get("id")
                    .stringValue());
        }
        merchant.patch("/v1/recipient/" + stored.getFirst(), body("First", "first@example.com", "IDR", "ID"));
        assertThat(ids("", 7)).isEqualTo(stored);
        assertThat(ids("sort=createdAt", 23)).isEqualTo(stored);
        assertThat(ids("sort=-createdAt", 4)).isEqualTo(stored.reversed());
        assertThat(ids("sort=updatedAt", 5).getLast()).isEqualTo(stored.getFirst());
        assertThat(ids("sort=-updatedAt", 10))
                .isEqualTo(ids("sort=updatedAt", 3).reversed());
        assertThat(new HashSet<>(ids("sort=updatedAt&search=payee", 2))).hasSize(22);
    }

    @Test
    void a_malformed_page_or_sort_is_refused() {
        var reply = merchant.get("/v1/recipient?limit=101&page=0&sort=name");
        assertThat(reply.outcome()).isEqualTo("400 VALIDATION_FAILED");
        assertThat(reply.findings())
                .containsExactlyInAnyOrder("limit OUT_OF_RANGE", "page OUT_OF_RANGE", "sort UNKNOWN_VALUE");
        assertThat(merchant.get("/v1/recipient?page=99").data().get("docs")).isEmpty();
    }

    /// The count comes first: it is zero here, so no recipient is loaded.
    @Test
    void a_page_beyond_the_last_is_not_looked_for() {
        store("One", "one@example.com", "IDR", "ID");
        assertThat(merchant.get("/v1/recipient?limit=100&page=10000000")
                        .data()
                        .get("totalDocs")
                        .intValue())
                .isEqualTo(1);
        fixture.auth
                .database
                .database()
                .run(tx -> tx.handle()
                        .createUpdate("UPDATE recipient_tally SET total = 0 WHERE organization_id = :organization")
                        .bind("organization", merchant.organization.id())
                        .execute());
        assertThat(names("")).isEmpty();
        assertThat(names("search=one")).containsExactly("One");
    }

    private Reply store(String name, String email, String currency, String country) {
        var reply = merchant.post("/v1/recipient", body(name, email, currency, country));
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply;
    }

    private static String body(String name, String email, String currency, String country) {
        var iban = country.equals("DE") ? "DE89370400440532013000" : "";
        var quoted = name.replace("\\", "\\\\").replace("\"", "\\\"");
        return """
                {"name":"%s","email":"%s","address":"1 Road","city":"City","postCode":"1000",
                 "bank":{"accountName":"A B","currency":"%s","country":"%s","bankName":"Some Bank",
                 "accountNumber":"0123456789",
                 "ibanNumber":"%s"}}""".formatted(quoted, email, currency, country, iban);
    }

    private List<String> names(String query) {
        return merchant.get("/v1/recipient?" + query)
                .data()
                .get("docs")
                .valueStream()
                .map(doc -> doc.get("name").stringValue())
                .toList();
    }

    /// Returns the ids of all pages, one after the other.
    private List<String> ids(String query, int limit) {
        var ids = new ArrayList<String>();
        for (int page = 1; ; page++) {
            var data = merchant.get("/v1/recipient?" + query + "&limit=" + limit + "&page=" + page)
                    .data();
            data.get("docs").valueStream().forEach(doc -> ids.add(doc.get("id").stringValue()));
            assertThat(data.get("docs").size()).isLessThanOrEqualTo(limit);
            if (!data.get("hasNextPage").booleanValue()) {
                assertThat(data.get("totalDocs").intValue()).isEqualTo(ids.size());
                return ids;
            }
        }
    }

    private int total(String query) {
        return merchant.get("/v1/recipient?" + query).data().get("totalDocs").intValue();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
