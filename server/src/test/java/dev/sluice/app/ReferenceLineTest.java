package dev.sluice.app;

import static dev.sluice.app.Merchant.deposit;
import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// References are used in paths and queries, so they have to be a single line.
class ReferenceLineTest extends MerchantTest {
    /// Returns requests for payments with a reference, and the field that contains it.
    private Map<String, String> fields(String reference) {
        var quoted = "\"reference\":\"" + reference + "\"";
        var stored = "{\"currency\":\"IDR\",\"recipientId\":\"" + merchant.storedInIndonesia() + "\",\"amount\":10000,"
                + quoted + "}";
        var wallet = "{\"receiverWalletAddress\":\"0x52908400098527886E0F7030069857D2E4169EE7\",\"amount\":1," + quoted
                + "}";
        var fields = new LinkedHashMap<String, String>();
        fields.put("/v1/disbursement/fiat {\"disburseData\":[" + stored + "]}", "disburseData[0].reference");
        fields.put("/v2/disbursement/fiat " + idr(item("1234567890", "10000", quoted)), "disburseData[0].reference");
        fields.put(
                "/v1/disbursement/crypto {\"token\":\"usdc-polygon\",\"receivers\":[" + wallet + "]}",
                "receivers[0].reference");
        fields.put("/v1/deposit/fiat " + deposit("014_VA", "150000", quoted), "reference");
        fields.put(
                "/v1/deposit/fiat/bulk {\"depositData\":[" + deposit("014_VA", "150000", quoted) + "]}",
                "depositData[0].reference");
        fields.put(
                "/v1/deposit/crypto {\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":25," + quoted + "}",
                "reference");
        fields.put("/v1/checkout {\"inputCurrency\":\"IDR\",\"inputAmount\":100000," + quoted + "}", "reference");
        return fields;
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\t", "\\n", "\\r\\n"})
    void a_reference_of_several_lines_is_refused_at_its_field(String within) {
        fields("a" + within + "b").forEach((request, field) -> {
            var parts = request.split(" ", 2);
            var refused = merchant.client().post(parts[0], parts[1]).expect(400);
            assertThat(refused.json().path("details").valueStream()).as(request).anySatisfy(detail -> {
                assertThat(Merchant.text(detail, "field")).isEqualTo(field);
                assertThat(Merchant.text(detail, "code")).isEqualTo("INVALID_FORMAT");
                assertThat(Merchant.text(detail, "message")).isEqualTo("must be one line");
            });
        });
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void what_stands_around_a_reference_is_none_of_it() {
        var id = merchant.createDeposit("014_VA", "150000", "\"reference\":\"\\tINV 7\\n\"");
        assertThat(Merchant.text(merchant.deposit("INV%207"), "depositId")).isEqualTo(id);
    }
}
