package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON parser and writer. Parsing is strict: no duplicate keys, nothing after the value, exact decimals. Writing
/// takes plain values: maps, lists, texts, whole numbers, instants and ids. Amounts, rates and percentages are
/// `BigDecimal`; a client may request them as strings.
public final class Json {
    private static final int DEPTH_MAX = 32;
    private static final int NUMBER_LENGTH_MAX = 100;

    /// Limits of tokens in a client's document. A token takes up to a hundred bytes of memory even if its text has
    /// two. A document may always have this many tokens, as a request of a thousand empty items has; a long
    /// document may have more, in proportion to its length.
    static final int TOKENS_FREE = 2_500;

    static final int BYTES_PER_TOKEN_MIN = 6;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_LENGTH_MAX)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /// Parses a JSON document.
    ///
    /// @throws dev.sluice.refusal.Refused `MALFORMED_JSON` with position and reason
    public static JsonNode parse(byte[] bytes) {
        return parse(bytes, Integer.MAX_VALUE);
    }

    /// Parses a client's document, with memory in proportion to its length.
    ///
    /// @throws dev.sluice.refusal.Refused `MALFORMED_JSON` with position and reason
    static JsonNode parseSent(byte[] bytes) {
        return parse(bytes, Math.max(TOKENS_FREE, bytes.length / BYTES_PER_TOKEN_MIN));
    }

    private static JsonNode parse(byte[] bytes, int tokensMax) {
        if (!startsAsUtf8(bytes) || !isUtf8(bytes)) {
            throw malformed("must be encoded in UTF-8");
        }
        try {
            if (bytes.length > tokensMax && hasMoreTokens(bytes, tokensMax)) {
                throw malformed(
                        "must not have more than " + tokensMax + " names, values, beginnings and ends at its length");
            }
            return MAPPER.readTree(bytes);
        } catch (StreamConstraintsException beyond) {
            throw malformed("must not nest deeper than " + DEPTH_MAX + " levels, nor have numbers of more than "
                    + NUMBER_LENGTH_MAX + " characters");
        } catch (JacksonException malformed) {
            var at = malformed.getLocation();
            var where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw Refusal.MALFORMED_JSON.refused("body", firstLine(malformed.getOriginalMessage()) + where);
        } catch (NumberFormatException beyond) {
            // The parser does not catch this exception if an exponent exceeds an int.
            throw malformed("has a number with an exponent outside ±30");
        }
    }

    /// Refuses a document that is or may be valid JSON but breaks a rule of the service. The message names the
    /// rule: "not JSON" would mislead.
    static Refused malformed(String rule) {
        return Refusal.MALFORMED_JSON.refused("body", rule).withMessage("The body " + rule);
    }

    private static boolean hasMoreTokens(byte[] bytes, int tokensMax) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            int tokens = 0;
            while (tokens <= tokensMax && parser.nextToken() != null) {
                tokens++;
            }
            return tokens > tokensMax;
        }
    }

    /// Returns the tokens of a document that the service itself wrote.
    public static JsonParser tokens(String document) {
        return FACTORY.createParser(ObjectReadContext.empty(), document);
    }

    /// Returns the JSON of a value, with amounts as numbers.
    public static byte[] bytes(Object value) {
        return bytes(value, false);
    }

    public static byte[] bytes(Object value, boolean amountsAsStrings) {
        var out = new ByteArrayOutputStream(512);
        try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, value, amountsAsStrings);
        }
        return out.toByteArray();
    }

    /// Formats a decimal as in the API: plain, no exponent, no trailing zeros.
    public static String plain(BigDecimal decimal) {
        var stripped = decimal.stripTrailingZeros();
        return (stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped).toPlainString();
    }

    private static void write(JsonGenerator out, @Nullable Object value, boolean amountsAsStrings) {
        switch (value) {
            case null -> out.writeNull();
            case String text -> out.writeString(text);
            case BigDecimal amount when amountsAsStrings -> out.writeString(plain(amount));
            case BigDecimal amount -> out.writeNumber(plain(amount));
            case Integer number -> out.writeNumber(number);
            case Long number -> out.writeNumber(number);
            case Boolean flag -> out.writeBoolean(flag);
            case Instant instant -> out.writeString(Timestamps.text(instant));
            case UUID id -> out.writeString(id.toString());
            case RawJson raw -> out.writeRawValue(raw.text());
            case JsonObject object -> {
                out.writeStartObject();
                for (int at = 0; at < object.size(); at++) {
                    out.writeName(object.key(at));
                    write(out, object.value(at), amountsAsStrings);
                }
                out.writeEndObject();
            }
            case Map<?, ?> map -> {
                out.writeStartObject();
                map.forEach((key, member) -> {
                    out.writeName(String.valueOf(key));
                    write(out, member, amountsAsStrings);
                });
                out.writeEndObject();
            }
            case List<?> list -> {
                out.writeStartArray();
                for (var item : list) {
                    write(out, item, amountsAsStrings);
                }
                out.writeEndArray();
            }
            case JsonNode node -> writeNode(out, node, amountsAsStrings);
            default -> throw new IllegalStateException("no JSON for " + value.getClass());
        }
    }

    /// Writes a stored document unchanged.
    private static void writeNode(JsonGenerator out, JsonNode node, boolean amountsAsStrings) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                out.writeStartObject();
                for (var property : node.properties()) {
                    out.writeName(property.getKey());
                    writeNode(out, property.getValue(), amountsAsStrings);
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                node.forEach(item -> writeNode(out, item, amountsAsStrings));
                out.writeEndArray();
            }
            case STRING -> out.writeString(node.stringValue());
            case NUMBER -> write(out, node.decimalValue(), amountsAsStrings);
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            case NULL, MISSING -> out.writeNull();
            case BINARY, POJO -> throw new IllegalStateException("not JSON: " + node.getNodeType());
        }
    }

    /// Checks the first two bytes: JSON between systems is UTF-8 (RFC 8259, 8.1). The parser would also accept
    /// UTF-16 and UTF-32, detected by a zero byte or a byte order mark.
    private static boolean startsAsUtf8(byte[] bytes) {
        if (bytes.length < 2) {
            return true;
        }
        int first = Byte.toUnsignedInt(bytes[0]);
        return first != 0 && bytes[1] != 0 && first < 0xFE;
    }

    /// Decodes strictly: the parser accepts overlong forms and surrogates. Most bodies are ASCII and need no
    /// decoding.
    private static boolean isUtf8(byte[] bytes) {
        for (byte each : bytes) {
            if (each < 0) {
                return decodes(bytes);
            }
        }
        return true;
    }

    private static boolean decodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    /// Returns the parser's message without the part that quotes the body in an unprintable form.
    private static String firstLine(@Nullable String text) {
        if (text == null) {
            return "malformed";
        }
        return Arrays.stream(text.split("[\r\n(]|: enable |: was expecting", 2))
                .map(line -> line.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?"))
                .findFirst()
                .orElse("malformed")
                .strip();
    }
}
