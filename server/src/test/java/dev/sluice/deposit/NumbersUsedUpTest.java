package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A bank with few numbers for virtual accounts.
class NumbersUsedUpTest extends MerchantTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static void execute(String sql, Object... values) {
        service.connections().run(tx -> tx.handle().execute(sql, values));
    }

    private static void range(String prefix, int length) {
        execute(
                "UPDATE reference_deposit_method SET virtual_account_prefix = ?, virtual_account_length = ?"
                        + " WHERE currency = 'IDR' AND bank_code = '014_VA'",
                prefix,
                length);
        execute("UPDATE reference_load SET version = version + 1");
    }

    /// Returns a number of another range, once the service knows that range.
    private String number(String prefix, int length) {
        range(prefix, length);
        return Eventually.await(
                PATIENCE,
                "a number of " + prefix,
                () -> text(
                        merchant.postDeposit("014_VA", "100000")
                                .json()
                                .path("data")
                                .path("paymentFiat"),
                        "accountNumber"),
                number -> number.startsWith(prefix) && number.length() == length);
    }

    @Test
    void a_deposit_is_refused_once_they_are_used_up_and_asked_for_by_another_method() {
        assertThat(number("55001", 5)).isEqualTo("55001");
        var deposits = merchant.client().get("/v1/deposit/fiat").data().path("totalDocs");
        var refused = merchant.postDeposit("014_VA", "100000").expect(409);
        assertThat(refused.code()).isEqualTo("ACCOUNT_NUMBERS_EXHAUSTED");
        assertThat(Merchant.findings(refused)).containsExactly("paymentMethod ACCOUNT_NUMBERS_EXHAUSTED");
        assertThat(merchant.client().get("/v1/deposit/fiat").data().path("totalDocs"))
                .isEqualTo(deposits);
        merchant.postDeposit("014_TRANSFER", "100000").expect(201);
        assertThat(number("55002", 12)).hasSize(12);
    }

    @Test
    void one_of_many_names_itself() {
        assertThat(number("55003", 5)).isEqualTo("55003");
        var body = "{\"depositData\":[" + Merchant.deposit("014_TRANSFER", "100000") + ","
                + Merchant.deposit("014_VA", "100000") + "]}";
        var refused = merchant.client().post("/v1/deposit/fiat/bulk", body).expect(409);
        assertThat(Merchant.findings(refused))
                .containsExactly("depositData[1].paymentMethod ACCOUNT_NUMBERS_EXHAUSTED");
    }
}
