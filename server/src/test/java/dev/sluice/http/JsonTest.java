package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;

    private static Refused refused(byte[] body) {
        var refused = catchThrowableOfType(Refused.class, () -> Json.parse(body));
        assertThat(refused).as(new String(body, UTF_8)).isNotNull();
        assertThat(refused.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
        assertThat(refused.details()).hasSize(1);
        // Parts of the body in the message must be valid in an answer.
        Json.bytes(new JsonObject().put("message", refused.details().getFirst().message()));
        return refused;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"a\":1,}",
                "[1,2",
                "{} {}",
                "{}x",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{\"\\ud800\":1,\"\\ud800\":2}",
                "{\"a\\u0000\":1,\"a\\u0000\":2}",
                "{'a':1}",
                "{a:1}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":-}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":5.}",
                "{\"a\":0x10}",
                "{\"a\":\"b\nc\"}",
                "{\"a\":\"\u0000\"}",
                "{\"a\":\"\\x\"}",
                "// comment\n{}",
                "{\"a\":1}\u0000",
                "undefined",
            })
    void what_is_not_json_is_refused_with_the_place(String body) {
        assertThat(refused(body.getBytes(UTF_8)).details().getFirst().message())
                .contains("line")
                .doesNotContain("jackson");
    }

    @Test
    void only_utf_8_is_read() {
        for (var name : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE")) {
            refused("{\"a\":1}".getBytes(Charset.forName(name)));
        }
        refused(new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xFF, '"', '}'});
        refused(new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC0, (byte) 0x80, '"', '}'});
    }

    @Test
    void a_byte_order_mark_is_overlooked() {
        assertThat(Json.parse("\uFEFF{\"a\":1}".getBytes(UTF_8)).path("a").intValue())
                .isEqualTo(1);
    }

    @Test
    void nesting_is_bounded() {
        assertThat(Json.parse(("[".repeat(32) + "]".repeat(32)).getBytes(UTF_8)).isArray())
                .isTrue();
        assertThat(refused(("[".repeat(33) + "]".repeat(33)).getBytes(UTF_8)).text())
                .startsWith("The body must not nest deeper than 32 levels");
        refused("{\"a\":".repeat(100_000).getBytes(UTF_8));
    }

    /// Memory for a client's document is in proportion to its length; the service's own documents may be dense.
    @ParameterizedTest
    @ValueSource(strings = {"{},", "[],", "0,", "\"\",", "{\"a\":0},", "{\"a\":1.5 },"})
    void what_is_sent_has_no_more_values_than_fit_its_length(String dense) {
        var body = ("[" + dense.repeat(100_000) + "0]").getBytes(UTF_8);
        assertThat(Json.parse(body).size()).isEqualTo(100_001);
        var refused = catchThrowableOfType(Refused.class, () -> Json.parseSent(body));
        assertThat(refused.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
        assertThat(refused.details().getFirst().message())
                .contains("more than " + body.length / Json.BYTES_PER_TOKEN_MIN + " names, values");
    }

    @Test
    void what_is_sent_has_as_many_values_as_requests_have() {
        var item = """
                {"inputCurrency":"IDR","inputAmount":1,"outputCurrency":"IDR","balanceType":"fiat",\
                "paymentMethod":"014_VA","reference":"1","note":"","quoteId":""}""";
        var body = "{\"depositData\":[" + (item + ",").repeat(999) + item + "]}";
        assertThat(Json.parseSent(body.getBytes(UTF_8)).path("depositData").size())
                .isEqualTo(1_000);
        // A short document may be dense.
        var brief = "[" + "0,".repeat(Json.TOKENS_FREE - 3) + "0]";
        assertThat(Json.parseSent(brief.getBytes(UTF_8)).size()).isEqualTo(Json.TOKENS_FREE - 2);
        assertThat(catchThrowableOfType(
                        Refused.class,
                        () -> Json.parseSent(("[" + "0,".repeat(Json.TOKENS_FREE - 2) + "0]").getBytes(UTF_8))))
                .isNotNull();
        // Malformed JSON is reported as such for any length.
        var broken =
                catchThrowableOfType(Refused.class, () -> Json.parseSent(("[" + "0,".repeat(100_000)).getBytes(UTF_8)));
        assertThat(broken.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
    }

    @Test
    void numbers_are_never_expanded_while_they_are_read() {
        for (var number : List.of("1e1000000000", "-1e-1000000000", "1e2147483647", "0e999999999")) {
            assertThat(Json.parse(number.getBytes(UTF_8)).isNumber()).as(number).isTrue();
        }
        refused("1e99999999999".getBytes(UTF_8));
        refused("9".repeat(101).getBytes(UTF_8));
    }

    @Test
    void decimals_are_exact() {
        var node = Json.parse("[0.1, 12345678901234567890123456789.123456789, 1e2, -0]".getBytes(UTF_8));
        assertThat(node.get(0).decimalValue()).isEqualTo(new BigDecimal("0.1"));
        assertThat(node.get(1).decimalValue()).isEqualTo(new BigDecimal("12345678901234567890123456789.123456789"));
        assertThat(node.get(2).decimalValue()).isEqualByComparingTo("100");
        assertThat(node.get(3).decimalValue()).isZero();
    }

    @Test
    void amounts_are_numbers_or_texts_as_the_client_likes_and_counts_stay_numbers() {
        var object = new JsonObject()
                .put("amount", new BigDecimal("1500.50"))
                .put("count", 3)
                .put("at", Instant.parse("2026-11-21T02:30:00Z"))
                .put("none", null);
        assertThat(new String(Json.bytes(object), UTF_8))
                .isEqualTo("{\"amount\":1500.5,\"count\":3,\"at\":\"2026-11-21T02:30:00.000Z\",\"none\":null}");
        assertThat(new String(Json.bytes(object, true), UTF_8)).contains("\"amount\":\"1500.5\",\"count\":3");
    }

    @Property
    void an_amount_is_written_plainly_and_read_back_as_it_was(
            @ForAll long unscaled, @ForAll @IntRange(min = -20, max = 30) int scale) {
        var amount = BigDecimal.valueOf(unscaled, scale);
        var text = Json.plain(amount);
        assertThat(text).matches("-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?");
        assertThat(new BigDecimal(text)).isEqualByComparingTo(amount);
        assertThat(Json.parse(Json.bytes(amount)).decimalValue()).isEqualByComparingTo(amount);
    }

    @Property
    void any_text_is_written_and_read_back(@ForAll String text) {
        boolean lone = text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF);
        if (!lone) {
            assertThat(Json.parse(Json.bytes(text)).stringValue()).isEqualTo(text);
        }
    }

    @Property
    void any_bytes_are_json_or_refused(@ForAll byte[] bytes) {
        try {
            Json.parse(bytes);
        } catch (Refused refused) {
            assertThat(refused.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
        }
    }
}
