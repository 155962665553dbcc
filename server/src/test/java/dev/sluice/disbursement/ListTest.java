package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.id;
import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The list of payouts: filters, order and pages. One merchant has 12 payouts in IDR and one in USD.
class ListTest {
    private static final String LIST = "/v1/disbursement/fiat";

    private static TestService service;
    private static Merchant merchant;
    private static final List<String> IDS = new ArrayList<>();
    private static String dollars;
    private static String group;

    @BeforeAll
    static void start() {
        service = TestService.start();
        merchant = Merchant.at(service);
        try (var other = Merchant.at(service)) {
            other.paidItem(item("9999000032", "10000", "\"reference\":\"theirs\""));
        }
        for (int i = 0; i < 10; i++) {
            IDS.add(merchant.paidItem(item("9999000032", "10000", "\"reference\":\"ref-" + i + "\"")));
        }
        var pair = merchant.pay(idr(item("9999000032", "10000"), item("9999000032", "10000")))
                .expect(201)
                .data()
                .path("disburseData");
        pair.forEach(each -> IDS.add(id(each)));
        group = text(pair.get(0), "groupId");
        var account = merchant.storedInAmerica("9999000032");
        dollars = id(merchant.pay(
                        "{\"currency\":\"USD\",\"disburseData\":[{\"recipientId\":\"" + account + "\",\"amount\":10}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
        IDS.add(dollars);
        merchant.force(IDS.get(3), "completed").expect(200);
        merchant.force(IDS.get(1), "failed").expect(200);
        merchant.force(IDS.get(7), "completed").expect(200);
    }

    @AfterAll
    static void stop() {
        merchant.close();
        service.close();
    }

    private static JsonNode list(String query) {
        return merchant.client().get(LIST + "?" + query).expect(200).data();
    }

    private static List<String> ids(String query) {
        return merchant.payoutIds(LIST + "?" + query);
    }

    private static String day(int plus) {
        return LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC).plusDays(plus).toString();
    }

    @Test
    void the_default_is_the_ten_oldest_first() {
        assertThat(merchant.payoutIds(LIST)).containsExactlyElementsOf(IDS.subList(0, 10));
        Golden.assertSame(
                "disbursement/list",
                merchant.client().get(LIST + "?limit=2&page=2").json());
        Golden.assertSame(
                "disbursement/list-empty",
                merchant.client().get(LIST + "?currency=EUR").json());
    }

    @Test
    void a_page_tells_where_it_is() {
        assertThat(paging("")).isEqualTo("0 1 10 2 13 13 1 false true null 2");
        assertThat(paging("page=2")).isEqualTo("10 2 10 2 13 13 11 true false 1 null");
        assertThat(paging("limit=5&page=2")).isEqualTo("5 2 5 3 13 13 6 true true 1 3");
        assertThat(paging("limit=100")).isEqualTo("0 1 100 1 13 13 1 false false null null");
        assertThat(paging("page=1000")).startsWith("9990 1000 10 2 13 13 9991 true false");
        assertThat(ids("page=1000")).isEmpty();
        assertThat(paging("status=failed")).isEqualTo("0 1 10 1 1 1 1 false false null null");
    }

    private static String paging(String query) {
        var data = list(query);
        var values = new ArrayList<String>();
        for (var name : List.of(
                "offset",
                "page",
                "limit",
                "totalPages",
                "totalDocs",
                "totalItems",
                "pagingCounter",
                "hasPrevPage",
                "hasNextPage",
                "prevPage",
                "nextPage")) {
            assertThat(data.has(name)).as(name).isTrue();
            values.add(data.path(name).toString());
        }
        return String.join(" ", values);
    }

    @Test
    void pages_never_overlap() {
        for (var sort : List.of("createdAt", "-createdAt", "updatedAt", "-updatedAt")) {
            var all = new ArrayList<String>();
            for (int page = 1; page <= 5; page++) {
                all.addAll(ids("limit=3&page=" + page + "&sort=" + sort));
            }
            assertThat(all).containsExactlyInAnyOrderElementsOf(IDS);
        }
    }

    @Test
    void lists_are_sorted_by_creation_or_change_either_way() {
        assertThat(ids("limit=100&sort=createdAt")).containsExactlyElementsOf(IDS);
        assertThat(ids("limit=100&sort=-createdAt")).containsExactlyElementsOf(IDS.reversed());
        assertThat(ids("limit=100&sort=updatedAt")).endsWith(IDS.get(3), IDS.get(1), IDS.get(7));
        assertThat(ids("limit=100&sort=-updatedAt")).startsWith(IDS.get(7), IDS.get(1), IDS.get(3));
    }

    @Test
    void an_id_is_searched_exactly_and_in_any_case() {
        assertThat(ids("disbursementId=" + IDS.get(4))).containsExactly(IDS.get(4));
        assertThat(ids("disbursementId=" + IDS.get(4).toUpperCase(Locale.ROOT))).containsExactly(IDS.get(4));
        assertThat(ids("disbursementId=" + IDS.get(4) + "&status=failed")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "7", "01a1fcf3", "%27--", "null", "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz"})
    void an_id_that_is_none_gives_an_empty_page(String text) {
        assertThat(paging("disbursementId=" + text)).isEqualTo("0 1 10 1 0 0 1 false false null null");
        assertThat(paging("groupId=" + text)).isEqualTo("0 1 10 1 0 0 1 false false null null");
    }

    @Test
    void lists_are_filtered() {
        assertThat(ids("status=completed")).containsExactly(IDS.get(3), IDS.get(7));
        assertThat(ids("status=failed")).containsExactly(IDS.get(1));
        assertThat(paging("status=pending")).startsWith("0 1 10 1 10 10 ");
        assertThat(ids("status=reversed")).isEmpty();
        assertThat(paging("statusDetail=queued")).startsWith("0 1 10 1 10 10 ");
        assertThat(ids("statusDetail=queued&currency=USD")).containsExactly(dollars);
        assertThat(ids("statusDetail=queued&status=completed")).isEmpty();
        for (var other : List.of("needs_approval", "submitted", "unknown")) {
            assertThat(ids("statusDetail=" + other)).as(other).isEmpty();
        }
        assertThat(ids("currency=USD")).containsExactly(dollars);
        assertThat(paging("currency=IDR")).startsWith("0 1 10 2 12 12 ");
        assertThat(ids("currency=XXX")).isEmpty();
        assertThat(ids("currency=IDR&status=completed&sort=-createdAt")).containsExactly(IDS.get(7), IDS.get(3));
        assertThat(ids("reference=ref-5")).containsExactly(IDS.get(5));
        assertThat(ids("reference=REF-5")).isEmpty();
        assertThat(ids("reference=theirs")).isEmpty();
        assertThat(ids("groupId=" + group)).containsExactly(IDS.get(10), IDS.get(11));
        assertThat(ids("groupId=" + group.toUpperCase(Locale.ROOT) + "&limit=1&page=2"))
                .containsExactly(IDS.get(11));
        assertThat(ids("status=&currency=&reference=&disbursementId=&sort=&limit=&page="))
                .hasSize(10);
        assertThat(ids("colour=red&colour=blue")).hasSize(10);
    }

    @Test
    void days_are_utc_days_and_the_last_one_is_included() {
        assertThat(paging("startDate=" + day(-1) + "&endDate=" + day(1))).startsWith("0 1 10 2 13 13 ");
        assertThat(ids("startDate=" + day(-3) + "&endDate=" + day(-2))).isEmpty();
        assertThat(ids("startDate=" + day(2) + "&endDate=" + day(3))).isEmpty();
        assertThat(ids("startDate=" + day(1) + "&endDate=" + day(-1))).isEmpty();
        var today = text(merchant.payout(IDS.getFirst()), "createdAt").substring(0, 10);
        assertThat(ids("startDate=" + today + "&endDate=" + today)).startsWith(IDS.getFirst());
    }

    @Test
    void times_are_inclusive_too() {
        var from = text(merchant.payout(IDS.get(2)), "createdAt");
        var until = text(merchant.payout(IDS.get(4)), "createdAt");
        assertThat(ids("startDate=" + from + "&endDate=" + until)).containsExactly(IDS.get(2), IDS.get(3), IDS.get(4));
        assertThat(ids("startDate=" + from + "&endDate=" + from)).containsExactly(IDS.get(2));
        var offset = from.replace("Z", "%2B00:00");
        assertThat(ids("startDate=" + offset + "&endDate=" + offset + "&status=pending"))
                .containsExactly(IDS.get(2));
        assertThat(ids("startDate=0001-01-01&endDate=9999-12-31")).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit OUT_OF_RANGE",
        "limit=101, limit OUT_OF_RANGE",
        "limit=-1, limit OUT_OF_RANGE",
        "limit=1.5, limit OUT_OF_RANGE",
        "limit=ten, limit OUT_OF_RANGE",
        "limit=99999999999, limit OUT_OF_RANGE",
        "page=0, page OUT_OF_RANGE",
        "page=-1, page OUT_OF_RANGE",
        "page=x, page OUT_OF_RANGE",
        "page=1&page=2, page REPEATED",
        "sort=amount, sort UNKNOWN_VALUE",
        "sort=--createdAt, sort UNKNOWN_VALUE",
        "sort=createdat, sort UNKNOWN_VALUE",
        "status=done, status UNKNOWN_VALUE",
        "status=PENDING, status UNKNOWN_VALUE",
        "statusDetail=pending, statusDetail UNKNOWN_VALUE",
        "statusDetail=QUEUED, statusDetail UNKNOWN_VALUE",
        "status=pending&status=failed, status REPEATED",
        "startDate=2026-11-21, endDate REQUIRED",
        "endDate=2026-11-21, startDate REQUIRED",
        "startDate=2026-02-30&endDate=2026-03-01, startDate INVALID_FORMAT",
        "startDate=2026-01-01&endDate=tomorrow, endDate INVALID_FORMAT",
        "startDate=2026-01-01T00:00:00&endDate=2026-01-02, startDate INVALID_FORMAT",
    })
    void what_a_parameter_may_not_be_is_refused(String query, String finding) {
        var reply = merchant.client().get(LIST + "?" + query).expect(400);
        assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
        var details =
                reply.json().path("details").valueStream().map(each -> text(each, "field") + " " + text(each, "code"));
        assertThat(details).containsExactly(finding);
    }

    @Test
    void all_parameters_are_refused_at_once() {
        var reply = merchant.client()
                .get(LIST + "?limit=0&page=0&sort=x&status=x&startDate=2026-01-01")
                .expect(400);
        Golden.assertSame("error/list-parameters", reply.json());
    }

    @Test
    void nobody_sees_another_organization() {
        try (var stranger = Merchant.at(service)) {
            assertThat(stranger.payouts()).isZero();
            for (var query : List.of(
                    "disbursementId=" + IDS.getFirst(), "groupId=" + group, "reference=ref-5", "currency=USD")) {
                var data = stranger.client().get(LIST + "?" + query).expect(200).data();
                assertThat(data.path("totalItems").intValue()).isZero();
            }
            for (var id : List.of(IDS.getFirst(), UUID.randomUUID().toString(), "x", "ref-5", "%20")) {
                var reply = stranger.client().get(LIST + "/" + id).expect(404);
                assertThat(reply.message()).isEqualTo("Disbursement not found");
                assertThat(reply.code()).isEqualTo("DISBURSEMENT_NOT_FOUND");
            }
        }
    }

    @Test
    void a_payout_is_found_by_its_id_in_any_case() {
        var reply = merchant.client()
                .get(LIST + "/" + IDS.getFirst().toUpperCase(Locale.ROOT))
                .expect(200);
        assertThat(id(reply.data())).isEqualTo(IDS.getFirst());
        assertThat(list("limit=1").path("docs").get(0)).isEqualTo(reply.data());
    }
}
