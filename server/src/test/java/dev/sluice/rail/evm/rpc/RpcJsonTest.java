package dev.sluice.rail.evm.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.http.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Parsing of nodes' answers.
class RpcJsonTest {
    private static Chain.Receipt receipt(String price) {
        var text = """
                {"transactionHash":"0x%s","blockNumber":"0x10","blockHash":"0x%s","status":"0x1","gasUsed":"0x5208",\
                "logs":[]%s}""".formatted("1".repeat(64), "2".repeat(64), price);
        return RpcJson.receipt(Json.parse(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Otherwise one payment out of a bridge would hide all later payments.
    @Test
    void nobody_has_paid_for_what_has_no_price() {
        assertThat(receipt(",\"effectiveGasPrice\":\"0x2\"").fee()).isEqualTo(BigInteger.valueOf(42_000));
        assertThat(receipt("").fee()).isZero();
        assertThat(receipt(",\"effectiveGasPrice\":null").fee()).isZero();
    }

    /// A malformed answer counts as none, so that the next endpoint is asked.
    @ParameterizedTest
    @CsvSource({
        "0x1, 0x1, 0x1",
        "0xzz, %s, 0x1",
        "%s, 0x1, 0x1",
        "%s, %s, 0xzz",
        "%s, %s, 1",
    })
    void an_event_of_another_form_is_no_answer(String address, String topic, String data) {
        var right = event("0x" + "1".repeat(40), "0x" + "A".repeat(64), "0x01");
        assertThat(RpcJson.log(right).topics()).containsExactly("0x" + "a".repeat(64));
        var wrong = event(address.formatted("0x" + "1".repeat(40)), topic.formatted("0x" + "a".repeat(64)), data);
        assertThatThrownBy(() -> RpcJson.log(wrong)).isInstanceOf(RpcUnavailable.class);
    }

    private static JsonNode event(String address, String topic, String data) {
        var text = """
                {"address":"%s","topics":["%s"],"data":"%s","transactionHash":"0x%s","blockNumber":"0x10",\
                "logIndex":"0x0"}""".formatted(address, topic, data, "1".repeat(64));
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
