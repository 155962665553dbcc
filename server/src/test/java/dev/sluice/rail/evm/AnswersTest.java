package dev.sluice.rail.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// What nodes say, read.
class AnswersTest {
    private static Chain.Receipt receipt(String price) {
        var text = """
                {"transactionHash":"0x%s","blockNumber":"0x10","blockHash":"0x%s","status":"0x1","gasUsed":"0x5208",\
                "logs":[]%s}""".formatted("1".repeat(64), "2".repeat(64), price);
        return Answers.receipt(Json.parse(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Else one payment out of a bridge would keep all that come after it from being seen.
    @Test
    void nobody_has_paid_for_what_has_no_price() {
        assertThat(receipt(",\"effectiveGasPrice\":\"0x2\"").fee()).isEqualTo(BigInteger.valueOf(42_000));
        assertThat(receipt("").fee()).isZero();
        assertThat(receipt(",\"effectiveGasPrice\":null").fee()).isZero();
    }
}
