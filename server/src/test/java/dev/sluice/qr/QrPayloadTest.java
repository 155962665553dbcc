package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Currency;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Content of the codes, field by field.
class QrPayloadTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UPI")
    void a_payload_has_all_that_emvco_demands(QrScheme scheme) {
        var root = EmvReader.root(QrPayload.of(scheme, Payments.of(scheme, "1250")));
        assertThat(root.keySet()).startsWith("00").endsWith("63").contains("52", "53", "54", "58", "59", "60");
        assertThat(root.keySet().stream().filter(id -> !id.equals("63"))).isSorted();
        assertThat(root.keySet()).anyMatch(id -> id.compareTo("02") >= 0 && id.compareTo("51") <= 0);
        assertThat(root)
                .containsEntry("52", "6012")
                .containsEntry("53", Currency.getInstance(scheme.currency()).getNumericCodeAsString())
                .containsEntry("58", scheme.currency().substring(0, 2));
        assertThat(root.get("59")).isEqualTo("Northwind Payouts Ltd");
        assertThat(root.get("60")).matches("[ -~]{1,15}");
    }

    @ParameterizedTest
    @CsvSource({
        "QRIS, 1250, 1250",
        "QRPH, 1250, 1250.00",
        "QRPH, 0.01, 0.01",
        "VIETQR, 500000000, 500000000",
        "PROMPTPAY, 1250.5, 1250.50",
        "DUITNOW, 1250.55, 1250.55",
        "PAYNOW, 0.5, 0.50",
        "PIX, 1000000, 1000000.00",
        "NQR, 100, 100.00",
        "JPQR, 500, 500"
    })
    void an_amount_has_the_decimals_of_its_scheme(QrScheme scheme, String amount, String written) {
        assertThat(EmvReader.root(QrPayload.of(scheme, Payments.of(scheme, amount))))
                .containsEntry("54", written);
    }

    @Test
    void qris_names_the_acquirer_and_the_national_repository() {
        var root = root(QrScheme.QRIS);
        assertThat(root).containsEntry("00", "01").containsEntry("01", "12").containsEntry("61", "12190");
        assertThat(template(root, "26"))
                .containsExactly(
                        entry("00", "ID.CO.BANK.WWW"),
                        entry("01", "936009990000000017"),
                        entry("02", "00000017"),
                        entry("03", "UMI"));
        assertThat(template(root, "51"))
                .containsExactly(entry("00", "ID.CO.QRIS.WWW"), entry("02", "ID1020000000000"), entry("03", "UMI"));
        assertThat(template(root, "62")).containsExactly(entry("05", Payments.REFERENCE));
    }

    @Test
    void qr_ph_tells_the_acquirer_the_reference_too() {
        var root = root(QrScheme.QRPH);
        assertThat(root).containsEntry("00", "01").containsEntry("01", "12");
        assertThat(template(root, "28"))
                .containsExactly(
                        entry("00", "ph.ppmi.p2m"),
                        entry("01", "NRTHPHM1XXX"),
                        entry("03", "000000000000017"),
                        entry("04", "1000000000000017"),
                        entry("05", "000"));
        assertThat(template(root, "62")).containsExactly(entry("00", "ph.ppmi.qrph"), entry("05", Payments.REFERENCE));
        assertThat(template(root, "88")).containsExactly(entry("00", "ph.ppmi.qrph"), entry("01", Payments.REFERENCE));
    }

    @Test
    void a_merchant_of_qr_ph_needs_no_credit_account() {
        var payee = Payments.identified(Payments.payee(QrScheme.QRPH), "201431840/310", "NRTHPHM1XXX");
        var root = EmvReader.root(QrPayload.of(QrScheme.QRPH, Payments.of(QrScheme.QRPH, payee, "5")));
        assertThat(template(root, "28"))
                .containsExactly(
                        entry("00", "ph.ppmi.p2m"),
                        entry("01", "NRTHPHM1XXX"),
                        entry("03", "201431840"),
                        entry("05", "310"));
    }

    @Test
    void vietqr_puts_the_reference_into_the_text_of_the_transfer() {
        var root = root(QrScheme.VIETQR);
        assertThat(root).containsEntry("00", "01").containsEntry("01", "12").containsEntry("60", "Ha Noi");
        var napas = template(root, "38");
        assertThat(napas).containsEntry("00", "A000000727").containsEntry("02", "QRIBFTTA");
        assertThat(template(napas, "01")).containsExactly(entry("00", "970436"), entry("01", "0071000123456"));
        assertThat(template(root, "62")).containsExactly(entry("08", Payments.REFERENCE));
    }

    @Test
    void promptpay_bills_by_reference() {
        var root = root(QrScheme.PROMPTPAY);
        assertThat(root)
                .containsEntry("00", "01")
                .containsEntry("01", "12")
                .doesNotContainKey("29")
                .doesNotContainKey("62");
        assertThat(template(root, "30"))
                .containsExactly(
                        entry("00", "A000000677010112"),
                        entry("01", "099999999999901"),
                        entry("02", Payments.REFERENCE),
                        entry("03", "DEPOSIT"));
    }

    @Test
    void a_biller_of_promptpay_may_do_without_a_second_reference() {
        var payee = Payments.identified(Payments.payee(QrScheme.PROMPTPAY), "099999999999901", null);
        var root = EmvReader.root(QrPayload.of(QrScheme.PROMPTPAY, Payments.of(QrScheme.PROMPTPAY, payee, "5")));
        assertThat(template(root, "30")).doesNotContainKey("03");
    }

    @Test
    void duitnow_numbers_its_format_as_paynet_does() {
        var root = root(QrScheme.DUITNOW);
        assertThat(root).containsEntry("00", "02").containsEntry("01", "12").containsEntry("61", "50450");
        assertThat(template(root, "26"))
                .containsExactly(entry("00", "A0000006150001"), entry("01", "501664"), entry("02", "MD0000000001"));
        assertThat(template(root, "62")).containsExactly(entry("05", Payments.REFERENCE));
    }

    @Test
    void paynow_fixes_the_amount_and_expires_on_the_day_in_singapore() {
        var root = root(QrScheme.PAYNOW);
        assertThat(root).containsEntry("00", "01").containsEntry("01", "12");
        assertThat(template(root, "26"))
                .containsExactly(
                        entry("00", "SG.PAYNOW"),
                        entry("01", "2"),
                        entry("02", "202012345X"),
                        entry("03", "0"),
                        entry("04", "20260305"));
        assertThat(template(root, "62")).containsExactly(entry("01", Payments.REFERENCE));
    }

    @Test
    void pix_is_a_static_code_with_an_amount_and_a_transaction_id() {
        var root = root(QrScheme.PIX);
        assertThat(root)
                .containsEntry("00", "01")
                .doesNotContainKey("01")
                .containsEntry("60", "Sao Paulo")
                .containsEntry("61", "01310100");
        assertThat(template(root, "26"))
                .containsExactly(entry("00", "br.gov.bcb.pix"), entry("01", "123e4567-e12b-12d1-a456-426655440000"));
        assertThat(template(root, "62")).containsExactly(entry("05", Payments.REFERENCE));
    }

    @Test
    void nqr_is_a_fixed_code_of_a_sub_merchant() {
        var root = root(QrScheme.NQR);
        assertThat(root)
                .containsEntry("00", "01")
                .containsEntry("01", "11")
                .containsEntry("15", "**999166**999166****M0000000001");
        assertThat(template(root, "26")).containsExactly(entry("00", "NG.COM.NIBSSPLC.QR"), entry("01", "S0000000001"));
        assertThat(template(root, "62")).containsExactly(entry("05", Payments.REFERENCE));
    }

    @Test
    void nqr_may_be_forwarded_by_another_institution() {
        var payee = Payments.identified(Payments.payee(QrScheme.NQR), "M0000008162/S0000150700", "44340566/00520446");
        assertThat(EmvReader.root(QrPayload.of(QrScheme.NQR, Payments.of(QrScheme.NQR, payee, "5"))))
                .containsEntry("15", "4434056600520446****M0000008162");
    }

    @Test
    void jpqr_has_the_store_in_four_levels_and_its_name_in_japanese() {
        var payee = Payments.named(Payments.payee(QrScheme.JPQR), "ノースウィンド 喫茶");
        var root = EmvReader.root(QrPayload.of(QrScheme.JPQR, Payments.of(QrScheme.JPQR, payee, "500")));
        assertThat(root)
                .containsEntry("00", "01")
                .containsEntry("01", "12")
                .containsEntry("59", "xxx")
                .containsEntry("60", "Tokyo")
                .containsEntry("61", "1066143");
        assertThat(root.get("26")).isEqualTo("0019jp.or.paymentsjapan011300000000000010204000103060000010406000001");
        assertThat(template(root, "62")).containsExactly(entry("05", Payments.REFERENCE));
        assertThat(template(root, "64")).containsExactly(entry("00", "JA"), entry("01", "ノースウィンド 喫茶"));
    }

    @Test
    void a_long_japanese_name_is_cut_between_characters() {
        var payee = Payments.named(Payments.payee(QrScheme.JPQR), "𠮷".repeat(30));
        var root = EmvReader.root(QrPayload.of(QrScheme.JPQR, Payments.of(QrScheme.JPQR, payee, "500")));
        assertThat(template(root, "64")).containsEntry("01", "𠮷".repeat(25));
    }

    @Test
    void upi_is_a_link() {
        var payee = Payments.named(Payments.payee(QrScheme.UPI), "Café & Söhne");
        assertThat(QrPayload.of(QrScheme.UPI, Payments.of(QrScheme.UPI, payee, "1250.5")))
                .isEqualTo("upi://pay?pa=northwind.payouts@okbank&pn=Cafe%20%26%20Sohne&mc=6012&tr="
                        + Payments.REFERENCE + "&am=1250.50&cu=INR");
    }

    private static Map<String, String> root(QrScheme scheme) {
        return EmvReader.root(QrPayload.of(scheme, Payments.of(scheme, "1250")));
    }

    private static Map<String, String> template(Map<String, String> fields, String id) {
        return EmvReader.fields(fields.get(id));
    }
}
