package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.http.Page.Sort;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
    private static List<String> found(Query query) {
        var refused = catchThrowableOfType(Refused.class, () -> query.findings().throwIfAny());
        return refused == null
                ? List.of()
                : refused.details().stream()
                        .map(detail -> detail.field() + " " + detail.code())
                        .toList();
    }

    @Test
    void values_are_decoded_and_empty_ones_are_none() {
        var query = Query.parse("a=x%20y+z&b=&c&d=%C3%A4&%65=f=g&&=h");
        assertThat(query.text("a")).contains("x y z");
        assertThat(query.text("b")).isEmpty();
        assertThat(query.text("c")).isEmpty();
        assertThat(query.text("d")).contains("ä");
        assertThat(query.text("e")).contains("f=g");
        assertThat(found(query)).isEmpty();
    }

    /// The number is checked before parsing, since each field takes memory, however short it is.
    @Test
    void nothing_has_more_fields_than_any_form() {
        var most = "a=1" + "&b=2".repeat(Query.FIELDS_MAX - 1);
        assertThat(Query.parse(most).texts("b")).hasSize(Query.FIELDS_MAX - 1);
        for (var beyond : List.of(most + "&c=3", "&".repeat(Query.FIELDS_MAX), "aaa=1&".repeat(100_000))) {
            var refused = catchThrowableOfType(Refused.class, () -> Query.parse(beyond));
            assertThat(refused.refusal()).isEqualTo(Refusal.VALIDATION_FAILED);
            assertThat(refused.text()).isEqualTo("The request must not have more than 256 fields");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a&b=c%20+d", "ä ₱ ก", "\uFFFD\uFFFD", "=", "%zz"})
    void a_field_of_a_form_with_files_is_as_it_was_sent(String value) {
        var form = Requests.post(
                        "--b\r\nContent-Disposition: form-data; name=\"a&ü\"\r\n\r\n" + value + "\r\n--b--\r\n",
                        Map.of("Content-Type", "multipart/form-data; boundary=b"))
                .form();
        assertThat(form.names()).containsExactly("a&ü");
        assertThat(form.text("a&ü")).contains(value);
    }

    @Test
    void a_parameter_that_nobody_asks_for_is_ignored_whatever_is_wrong_with_it() {
        var query = Query.parse("utm=1&utm=2&x=%00&limit=5");
        assertThat(query.integer("limit", 10, 1, 100)).isEqualTo(5);
        assertThat(found(query)).isEmpty();
    }

    @Test
    void a_parameter_given_twice_is_named_once() {
        var query = Query.parse("status=a&status=b");
        assertThat(query.text("status")).isEmpty();
        assertThat(query.text("status")).isEmpty();
        assertThat(found(query)).containsExactly("status REPEATED");
    }

    @Test
    void ticked_boxes_come_with_all_their_values() {
        var query = Query.parse("types=a&types=b&one=c&odd=d&odd=%00");
        assertThat(query.texts("types")).containsExactly("a", "b");
        assertThat(query.texts("one")).containsExactly("c");
        assertThat(query.texts("none")).isEmpty();
        assertThat(query.texts("odd")).isEmpty();
        assertThat(found(query)).containsExactly("odd INVALID_FORMAT");
    }

    @Test
    void a_text_area_may_have_several_lines() {
        var query = Query.parse("allow=10.0.0.1%0D%0A10.0.0.2&signed=v1%0A%0Ax&odd=a%00");
        assertThat(query.lines("allow")).contains("10.0.0.1\n10.0.0.2");
        assertThat(query.lines("signed")).contains("v1\n\nx");
        assertThat(query.lines("odd")).isEmpty();
        assertThat(found(query)).containsExactly("odd INVALID_FORMAT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%00", "a%0Ab", "%7F", "a%1Bb", "%C2%85"})
    void control_characters_are_refused(String value) {
        var query = Query.parse("reference=" + value);
        assertThat(query.text("reference")).isEmpty();
        assertThat(found(query)).containsExactly("reference INVALID_FORMAT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "101",
                "-1",
                "1.5",
                "1e1",
                "abc",
                "99999999999999999999",
                "1e999999999",
                "%D9%A3",
                "+5",
                "1_0",
                "0x1",
                "NaN",
                "--1",
                "-"
            })
    void a_limit_that_is_no_whole_number_within_bounds_is_refused(String value) {
        var query = Query.parse("limit=" + value);
        assertThat(query.integer("limit", 10, 1, 100)).isEqualTo(10);
        assertThat(found(query)).containsExactly("limit OUT_OF_RANGE");
    }

    @ParameterizedTest
    @CsvSource({
        "5,5",
        "0.5,0.5",
        "1e3,1000",
        "1E%2B3,1000",
        "25e-2,0.25",
        "123456789012345678901,123456789012345678901",
        "1e30,1000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000007,7",
        "1e0000000003,1000",
    })
    void a_number_may_have_an_exponent(String value, BigDecimal is) {
        var query = Query.parse("amount=" + value);
        assertThat(query.positive("amount"))
                .hasValueSatisfying(number -> assertThat(number).isEqualByComparingTo(is));
        assertThat(found(query)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5,true", "0.5,true", "1e3,false", "1E0,false"})
    void people_write_none(String value, boolean isRead) {
        var query = Query.parse("amount=" + value).withoutExponents();
        assertThat(query.positive("amount").isPresent()).isEqualTo(isRead);
        assertThat(found(query).isEmpty()).isEqualTo(isRead);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e31",
                "1e-31",
                "1e999999999",
                "1e-999999999",
                "1e99999999999999999999",
                "12345678901234567890123456789012345678901",
                "0.0000000000000000000000000000001"
            })
    void a_number_beyond_all_bounds_is_not_expanded(String value) {
        var query = Query.parse("amount=" + value);
        assertThat(query.positive("amount")).isEmpty();
        assertThat(found(query)).containsExactly("amount OUT_OF_RANGE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1e", "e5", ".5", "5.", "1,5", "0x1", "NaN", "Infinity", "1_0", "--1", "%2B5"})
    void what_is_no_number_is_refused(String value) {
        var query = Query.parse("amount=" + value);
        assertThat(query.positive("amount")).isEmpty();
        assertThat(found(query)).containsExactly("amount INVALID_FORMAT");
    }

    @Test
    void choices_are_compared_as_sent() {
        var query = Query.parse("sort=-createdAt&status=Pending&flag=true&bad=yes");
        assertThat(Page.Request.of(query, Sort.CREATED_ASCENDING).sort()).isEqualTo(Sort.CREATED_DESCENDING);
        assertThat(query.oneOf("status", List.of("pending"))).isEmpty();
        assertThat(query.bool("flag")).contains(true);
        assertThat(query.bool("bad")).isEmpty();
        assertThat(found(query)).containsExactly("status UNKNOWN_VALUE", "bad INVALID_FORMAT");
    }

    @Property
    void any_query_is_read(@ForAll String raw, @ForAll String name) {
        Query.parse(raw).text(name);
    }

    @Property
    void a_page_says_where_it_is(
            @ForAll @IntRange(min = 1, max = 100) int limit,
            @ForAll @IntRange(min = 1, max = 10_000_000) int number,
            @ForAll @LongRange(min = 0, max = 5_000_000_000L) long total) {
        var query = Query.parse("limit=" + limit + "&page=" + number);
        var page = new Page<String>(List.of(), total, Page.Request.of(query, Sort.CREATED_ASCENDING));
        var json = Json.parse(Json.bytes(page.json(text -> text)));
        assertThat(json.path("offset").longValue()).isEqualTo((number - 1L) * limit);
        assertThat(json.path("pagingCounter").longValue()).isEqualTo((number - 1L) * limit + 1);
        assertThat(json.path("hasPrevPage").booleanValue()).isEqualTo(number > 1);
        assertThat(json.path("prevPage").longValue(0))
                .isEqualTo(Math.min(number - 1, json.path("totalPages").longValue()));
        assertThat(json.path("hasNextPage").booleanValue()).isEqualTo((long) number * limit < total);
        assertThat(json.path("nextPage").isNull())
                .isEqualTo(!json.path("hasNextPage").booleanValue());
        assertThat(json.path("prevPage").isNull())
                .isEqualTo(!json.path("hasPrevPage").booleanValue());
        assertThat(json.path("totalPages").longValue() * limit).isGreaterThanOrEqualTo(total);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21,2026-11-21,2026-11-21T00:00:00Z,2026-11-22T00:00:00Z",
        "2026-11-21T02:30:00Z,2026-11-21T02:30:00.5Z,2026-11-21T02:30:00Z,2026-11-21T02:30:00.501Z",
        "2026-11-21T09:30:00%2B07:00,2026-11-21T09:30:00+07:00,2026-11-21T02:30:00Z,2026-11-21T02:30:00.001Z",
        "2026-11-21%2002:30:00Z,2026-11-21t02:30:00z,2026-11-21T02:30:00Z,2026-11-21T02:30:00.001Z",
        "0001-01-01,9999-12-31,1970-01-01T00:00:00Z,9999-12-31T23:59:59.999Z",
        "1900-01-01T00:00:00Z,+999999999-12-31T23:59:59Z,1970-01-01T00:00:00Z,+10000-01-01T00:00:00Z",
        "2024-02-29,2024-02-29,2024-02-29T00:00:00Z,2024-03-01T00:00:00Z",
    })
    void a_span_of_dates_is_read(String start, String end, String from, String to) {
        var query = Query.parse("startDate=" + start + "&endDate=" + end);
        assertThat(query.dates()).hasValueSatisfying(range -> {
            assertThat(range.start()).hasToString(from);
            assertThat(range.endExclusive()).hasToString(to);
        });
        assertThat(found(query)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-30",
                "2026-13-01",
                "21-11-2026",
                "2026-11-21T25:00:00Z",
                "2026-11-21T02:30:00",
                "yesterday",
                "1763692200",
                "2026-11-21T02:30:00Z[UTC]",
                "2023-02-29",
                "+2026-11-2",
                "2026-11-21T"
            })
    void what_is_no_date_is_refused(String date) {
        var query = Query.parse("startDate=" + date + "&endDate=" + date);
        assertThat(query.dates()).isEmpty();
        assertThat(found(query)).containsExactly("startDate INVALID_FORMAT", "endDate INVALID_FORMAT");
    }

    @Test
    void one_date_of_the_pair_alone_is_refused() {
        var query = Query.parse("endDate=2026-11-21");
        assertThat(query.dates()).isEmpty();
        assertThat(found(query)).containsExactly("startDate REQUIRED");
    }

    @Test
    void a_date_alone_is_called_wrong_as_well_as_alone() {
        var query = Query.parse("startDate=x");
        assertThat(query.dates()).isEmpty();
        assertThat(found(query)).containsExactly("startDate INVALID_FORMAT", "endDate REQUIRED");
    }

    /// An invalid parameter is not reported as missing as well.
    @Test
    void what_was_given_twice_is_not_called_missing() {
        var query = Query.parse("a=1&a=2&startDate=2026-01-01&startDate=2026-01-02&endDate=2026-01-03");
        assertThat(query.requiredText("a")).isEmpty();
        assertThat(query.requiredPositive("a")).isEmpty();
        assertThat(query.has("a")).isTrue();
        assertThat(query.dates()).isEmpty();
        assertThat(found(query)).containsExactly("a REPEATED", "startDate REPEATED");
    }

    @Test
    void what_has_to_be_given_is_called_missing() {
        var query = Query.parse("b=&c=%00");
        assertThat(query.requiredText("a")).isEmpty();
        assertThat(query.requiredPositive("b")).isEmpty();
        assertThat(query.requiredText("c")).isEmpty();
        assertThat(found(query)).containsExactly("a REQUIRED", "b REQUIRED", "c INVALID_FORMAT");
    }

    @Property
    void any_text_is_a_date_or_refused(@ForAll String text) {
        var query = Query.parse("");
        assertThat(query.dates()).isEmpty();
        var encoded = java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
        Query.parse("startDate=" + encoded + "&endDate=" + encoded).dates();
    }
}
