package dev.sluice.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON mapping: decimals exact and plain, unknown fields ignored, nulls left out.
final class Wire {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private Wire() {}

    static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    static JsonNode tree(byte[] bytes) {
        return MAPPER.readTree(bytes);
    }

    /// Reads a value; null if the bytes say `null`.
    static <T> @Nullable T value(byte[] bytes, Class<T> type) {
        return MAPPER.readValue(bytes, type);
    }

    static <T> T value(JsonNode node, Class<T> type) {
        return MAPPER.treeToValue(node, type);
    }

    /// Reads a payout of either kind: one to a wallet has a token.
    static Disbursement disbursement(JsonNode node) {
        return node.has("token") ? value(node, CryptoDisbursement.class) : value(node, FiatDisbursement.class);
    }

    /// Reads the payout in the `data` of an envelope; null if there is none.
    static @Nullable Disbursement disbursement(byte[] bytes) {
        @Nullable JsonNode data = Shape.of(JsonNode.class).data(bytes);
        return data == null || data.isNull() ? null : disbursement(data);
    }

    /// Envelope of every answer, as far as it matters here.
    record Envelope<T>(@Nullable T data) {}

    /// Type of an answer's data.
    record Shape<T>(JavaType envelope) {
        static <T> Shape<T> of(Class<T> type) {
            return enveloping(MAPPER.constructType(type));
        }

        static <T> Shape<List<T>> list(Class<T> type) {
            return enveloping(MAPPER.getTypeFactory().constructParametricType(List.class, type));
        }

        static <T> Shape<Page<T>> page(Class<T> type) {
            return enveloping(MAPPER.getTypeFactory().constructParametricType(Page.class, type));
        }

        /// Reads the `data` of an envelope; null if there is none.
        @Nullable
        T data(byte[] bytes) {
            @Nullable Envelope<T> whole = MAPPER.readValue(bytes, envelope);
            return whole == null ? null : whole.data();
        }

        private static <T> Shape<T> enveloping(JavaType data) {
            return new Shape<>(MAPPER.getTypeFactory().constructParametricType(Envelope.class, data));
        }
    }
}
