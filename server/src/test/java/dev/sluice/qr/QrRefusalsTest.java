package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Invalid input, and its error messages.
class QrRefusalsTest {
    @ParameterizedTest
    @CsvSource({
        "QRIS, 936009990000000017, merchant PAN/merchant ID/NMID/size",
        "QRIS, 4536009990000017/00000017/ID1020000000000/UMI, merchant PAN",
        "QRPH, 000000000000017, merchant ID/credit account/flags",
        "QRPH, a b/000, merchant ID/credit account/flags",
        "VIETQR, 12345678901234567890, an account number",
        "VIETQR, 007 100, an account number",
        "PROMPTPAY, 0812345678, a biller ID of fifteen digits",
        "PROMPTPAY, 099999999999901/lower, a biller ID of fifteen digits",
        "DUITNOW, 12345678901234567890123456789, a QR ID",
        "PAYNOW, 12345678, a UEN",
        "PAYNOW, +6591234567, a UEN",
        "UPI, northwind, a virtual payment address",
        "UPI, north&wind@bank, a virtual payment address",
        "PIX, 123.456.789-09, a Pix key",
        "PIX, NORTHWIND@EXAMPLE.COM, a Pix key",
        "NQR, M0000000001, merchant number/sub-merchant number",
        "JPQR, 0000000000001, a unified store ID"
    })
    void an_account_of_another_shape_is_refused(QrScheme scheme, String account, String wanted) {
        var payee = Payments.payee(scheme);
        var payment = Payments.of(scheme, Payments.identified(payee, account, payee.acquirer()), "1250");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(scheme, payment))
                .withMessageContaining("the account is " + wanted)
                .withMessageEndingWith(", not " + account);
    }

    @ParameterizedTest
    @CsvSource({
        "QRIS, BANK, a domain name in reverse",
        "QRIS, ID.CO.BANK-WITH-A-VERY-LONG-NAME.WWW, a domain name in reverse",
        "QRPH, NRTHPHM1, a BIC of eleven characters",
        "VIETQR, BFTVVNVX, a bank",
        "DUITNOW, 89005, an acquirer ID of six digits",
        "NQR, 99166, an institution"
    })
    void an_acquirer_of_another_shape_is_refused(QrScheme scheme, String acquirer, String wanted) {
        var payee = Payments.payee(scheme);
        var payment = Payments.of(scheme, Payments.identified(payee, payee.account(), acquirer), "1250");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(scheme, payment))
                .withMessageContaining("the acquirer is " + wanted)
                .withMessageEndingWith(", not " + acquirer);
    }

    @ParameterizedTest
    @EnumSource(names = {"QRIS", "QRPH", "VIETQR", "DUITNOW", "NQR"})
    void a_missing_acquirer_is_refused(QrScheme scheme) {
        var payee = Payments.payee(scheme);
        var payment = Payments.of(scheme, Payments.identified(payee, payee.account(), null), "1250");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(scheme, payment))
                .withMessageContaining("the acquirer is")
                .withMessageEndingWith("and none is given");
    }

    @ParameterizedTest
    @EnumSource(names = {"PROMPTPAY", "PAYNOW", "UPI", "PIX", "JPQR"})
    void an_acquirer_that_the_scheme_does_not_have_is_refused(QrScheme scheme) {
        var payee = Payments.payee(scheme);
        var payment = Payments.of(scheme, Payments.identified(payee, payee.account(), "970436"), "1250");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(scheme, payment))
                .withMessage(scheme + " has no acquirer, but one is given: 970436");
    }

    @ParameterizedTest
    @CsvSource({"QRIS, five digits", "JPQR, seven digits"})
    void a_missing_or_malformed_post_code_is_refused(QrScheme scheme, String wanted) {
        for (var postCode : new String[] {null, "123"}) {
            var payment = Payments.of(scheme, Payments.at(Payments.payee(scheme), postCode), "1250");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> QrPayload.of(scheme, payment))
                    .withMessageStartingWith("the post code is " + wanted);
        }
    }

    @ParameterizedTest
    @EnumSource
    void another_currency_is_refused(QrScheme scheme) {
        var other = Payments.money(scheme == QrScheme.PAYNOW ? QrScheme.PIX : QrScheme.PAYNOW, "12.50");
        var payment = new QrPayment(Payments.payee(scheme), other, Payments.REFERENCE, Payments.EXPIRES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(scheme, payment))
                .withMessage(scheme + " collects " + scheme.currency() + ", not " + other);
    }

    @Test
    void a_token_of_the_same_name_is_refused() {
        var token = new Money(BigInteger.valueOf(1_250), Asset.crypto("SGD", 2));
        var payment = new QrPayment(Payments.payee(QrScheme.PAYNOW), token, Payments.REFERENCE, Payments.EXPIRES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(QrScheme.PAYNOW, payment))
                .withMessage("PAYNOW collects SGD, not 12.5 SGD");
    }

    @Test
    void parts_of_a_rupiah_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(QrScheme.QRIS, Payments.of(QrScheme.QRIS, "1250.5")))
                .withMessage("QRIS takes amounts with 0 decimals, not 1250.5 IDR");
    }

    @Test
    void an_amount_that_does_not_fit_is_refused() {
        assertThat(EmvReader.root(QrPayload.of(QrScheme.PIX, Payments.of(QrScheme.PIX, "9999999999.99"))))
                .containsEntry("54", "9999999999.99");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(QrScheme.PIX, Payments.of(QrScheme.PIX, "10000000000")))
                .withMessage("an amount of more than 13 characters: 10000000000.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1"})
    void a_payment_of_nothing_is_refused(String amount) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Payments.of(QrScheme.PIX, amount))
                .withMessageStartingWith("a payment is of more than nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "DP 1", "DP-1", "ＤＰ１", "DP7K2M9QX4ZT8B3C5W6H7"})
    void a_reference_that_some_scheme_would_spoil_is_refused(String reference) {
        var amount = Payments.money(QrScheme.PIX, "10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QrPayment(Payments.payee(QrScheme.PIX), amount, reference, Payments.EXPIRES))
                .withMessage("a reference has up to 20 capital letters and digits: " + reference);
    }

    @Test
    void a_name_that_no_app_could_show_is_refused() {
        var payee = Payments.named(Payments.payee(QrScheme.PAYNOW), "محمد 🏦");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QrPayload.of(QrScheme.PAYNOW, Payments.of(QrScheme.PAYNOW, payee, "10")))
                .withMessage("the payee's name has no Latin letter or digit: محمد 🏦");
    }

    @Test
    void a_payee_without_a_name_a_city_or_a_category_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> payee(" \u0000 🏦", "Lagos", null, "6012"));
        assertThatIllegalArgumentException().isThrownBy(() -> payee("Northwind", "", null, "6012"));
        assertThatIllegalArgumentException().isThrownBy(() -> payee("Northwind", "Lagos", null, "601"));
        assertThatIllegalArgumentException().isThrownBy(() -> payee("Northwind", "Lagos", "12345678901", "6012"));
    }

    @Test
    void a_data_object_that_is_empty_or_too_long_is_refused() {
        assertThat(new DataObjects().put("62", "x".repeat(99))).asString().startsWith("6299x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataObjects().put("62", "x".repeat(100)))
                .withMessage("the data object 62 takes 1 to 99 characters, not 100");
        assertThatIllegalArgumentException().isThrownBy(() -> new DataObjects().put("62", ""));
    }

    private static QrPayee payee(String name, String city, String postCode, String categoryCode) {
        return new QrPayee(name, city, postCode, categoryCode, "202012345X", null);
    }
}
