package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.OutsideText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {
    private static Fields fields(String body) {
        return Requests.post(body).fields();
    }

    private static List<String> found(Fields fields) {
        var refused =
                catchThrowableOfType(Refused.class, () -> fields.findings().throwIfAny());
        return refused == null
                ? List.of()
                : refused.details().stream()
                        .map(detail -> detail.field() + " " + detail.code())
                        .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "[]", "[{}]", "1", "\"a\"", "null", "true"})
    void a_body_has_to_be_an_object(String body) {
        var refused = catchThrowableOfType(Refused.class, () -> fields(body));
        assertThat(refused.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
        assertThat(refused.text()).isEqualTo("The body must be a JSON object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "Application/JSON", "application/json; charset=utf-8", " application/json"})
    void json_is_taken(String type) {
        assertThat(Requests.post("{}", Map.of("content-type", type)).fields().has("a"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text/plain", "application/jsonx", "application/x-www-form-urlencoded", ";", "json"})
    void another_content_type_is_refused(String type) {
        var refused = catchThrowableOfType(
                Refused.class,
                () -> Requests.post("{}", Map.of("Content-Type", type)).fields());
        assertThat(refused.refusal()).isEqualTo(Refusal.UNSUPPORTED_MEDIA_TYPE);
    }

    @Test
    void a_text_is_trimmed_and_an_empty_one_is_none() {
        var fields = fields("{\"a\":\"  x \",\"b\":\"   \",\"c\":null,\"d\":\"\"}");
        assertThat(fields.text("a", 10)).contains("x");
        assertThat(fields.text("b", 10)).isEmpty();
        assertThat(fields.text("c", 10)).isEmpty();
        assertThat(fields.requiredText("d", 10)).isEmpty();
        assertThat(fields.requiredText("e", 10)).isEmpty();
        assertThat(found(fields)).containsExactly("d REQUIRED", "e REQUIRED");
    }

    @Test
    void length_is_counted_in_characters_and_not_in_their_halves() {
        var fields = fields("{\"a\":\"😀😀😀\"}");
        assertThat(fields.text("a", 3)).isPresent();
        assertThat(fields.text("a", 2)).isEmpty();
        assertThat(found(fields)).containsExactly("a TOO_LONG");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\u0000b", "a\\u001bb", "a\\ud800b", "\\udc00", "\\ud83d", "a\\u0085b", "a\\u007fb"})
    void what_cannot_be_printed_or_stored_is_refused(String escaped) {
        var fields = fields("{\"a\":\"" + escaped + "\",\"list\":[\"" + escaped + "\"]}");
        assertThat(fields.text("a", 10)).isEmpty();
        assertThat(fields.texts("list", 3, 10)).isEmpty();
        assertThat(found(fields)).containsExactly("a INVALID_FORMAT", "list[0] INVALID_FORMAT");
    }

    @Test
    void texts_of_a_list_have_one_form_as_others_have() {
        var fields = fields("{\"list\":[\" de\\u200bposit.* \",\"\",\"x\\u202ey\",\"\\u200b\",1,\"12345678901\"]}");
        assertThat(fields.texts("list", 6, 10)).containsExactly("deposit.*", "");
        assertThat(found(fields))
                .containsExactly(
                        "list[2] INVALID_FORMAT", "list[3] INVALID_FORMAT", "list[4] WRONG_TYPE", "list[5] TOO_LONG");
    }

    @Test
    void a_text_is_not_a_number_nor_the_other_way_round() {
        var fields = fields("{\"a\":1,\"b\":\"1\",\"c\":true,\"d\":[],\"e\":{}}");
        assertThat(fields.text("a", 9)).isEmpty();
        assertThat(fields.number("b")).isEmpty();
        assertThat(fields.number("c")).isEmpty();
        assertThat(fields.object("d")).isEmpty();
        assertThat(fields.requiredObjects("e", 3)).isEmpty();
        assertThat(found(fields))
                .containsExactly("a WRONG_TYPE", "b WRONG_TYPE", "c WRONG_TYPE", "d WRONG_TYPE", "e WRONG_TYPE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0.1", "1e30", "1E-30", "1.50", "9999999999999999999999999999999999999999"})
    void numbers_within_bounds_are_exact(String number) {
        assertThat(fields("{\"a\":" + number + "}").positive("a"))
                .hasValueSatisfying(value -> assertThat(value).isEqualByComparingTo(new BigDecimal(number)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e31",
                "1e-31",
                "1e1000000000",
                "-1e1000000000",
                "1e-1000000000",
                "0e1000000000",
                "99999999999999999999999999999999999999999",
                "0.0000000000000000000000000000001"
            })
    void numbers_out_of_bounds_are_refused_before_they_are_expanded(String number) {
        var fields = fields("{\"a\":" + number + "}");
        assertThat(fields.positive("a")).isEmpty();
        assertThat(found(fields)).containsExactly("a OUT_OF_RANGE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "0.0", "-0.0", "0e5", "-1", "-0.01"})
    void amounts_are_above_zero(String number) {
        var fields = fields("{\"a\":" + number + "}");
        assertThat(fields.requiredPositive("a")).isEmpty();
        assertThat(found(fields)).containsExactly("a NOT_POSITIVE");
    }

    @Test
    void all_problems_are_named_by_their_path() {
        var fields = fields("{\"items\":[{\"amount\":1,\"to\":{\"name\":\"A\"}},7,{\"amount\":0}]}");
        for (var item : fields.requiredObjects("items", 10)) {
            item.requiredPositive("amount");
            item.requiredObject("to").requiredText("name", 5);
        }
        assertThat(found(fields))
                .containsExactly(
                        "items[1] WRONG_TYPE",
                        "items[2].amount NOT_POSITIVE",
                        "items[2].to REQUIRED",
                        "items[2].to.name REQUIRED");
    }

    @Test
    void a_list_has_its_bounds() {
        assertThat(found(fieldsOf("{}"))).containsExactly("items REQUIRED");
        assertThat(found(fieldsOf("{\"items\":[]}"))).containsExactly("items REQUIRED");
        assertThat(found(fieldsOf("{\"items\":[{},{},{}]}"))).isEmpty();
        var tooMany = fieldsOf("{\"items\":[{},{},{},{}]}");
        var refused =
                catchThrowableOfType(Refused.class, () -> tooMany.findings().throwIfAny());
        assertThat(refused.refusal()).isEqualTo(Refusal.BATCH_TOO_LARGE);
    }

    private static Fields fieldsOf(String body) {
        var fields = fields(body);
        fields.requiredObjects("items", 3);
        return fields;
    }

    @Test
    void thousands_of_problems_make_no_endless_answer() {
        var fields = fields("{\"items\":[" + "{},".repeat(999) + "{}]}");
        fields.requiredObjects("items", 1000).forEach(item -> item.requiredPositive("amount"));
        assertThat(found(fields)).hasSize(200);
    }

    @Property
    void any_text_is_read_back_or_named(@ForAll String text) {
        var fields = fields("{}".equals(text) ? "{}" : "{\"a\":" + quoted(text) + "}");
        var read = fields.text("a", 50);
        read.ifPresent(value -> assertThat(value).isEqualTo(OutsideText.normalized(text)));
        assertThat(read.isPresent() || text.isBlank() || fields.findings().count() == 1)
                .isTrue();
    }

    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        text.chars().forEach(unit -> json.append(String.format("\\u%04x", unit)));
        return json.append('"').toString();
    }
}
