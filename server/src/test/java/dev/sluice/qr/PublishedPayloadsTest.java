package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Published payloads: samples of EMVCo, the Banco Central do Brasil, NAPAS and PayNet, and of acquirers' and
/// libraries' documentation. Each is parsed, and generated again identically.
class PublishedPayloadsTest {
    private static final String EMVCO =
            "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914"
                    + "BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A6"
                    + "0086670902ME91320016A0112233449988770708123456786304A13A";
    private static final String PIX =
            "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Ful"
                    + "ano de Tal6008BRASILIA62070503***63041D3D";
    private static final String VIETQR =
            "00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN"
                    + "62340107NPS68690819thanh toan don hang63042E2E";
    private static final String DUITNOW =
            "00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSD"
                    + "NBHD6005BANGI6304343F";
    private static final String PAYNOW =
            "00020101021226470009SG.PAYNOW010120208123456780301004082026030452040000530370254040.995802SG5911"
                    + "testcompany6009Singapore62270123testordernumber1234567863040047";
    private static final String PROMPTPAY =
            "00020101021230710016A00000067701011201150112345678912330212REF1234567890312REF987654321530376454"
                    + "06200.005802TH5906THAIQR6304F528";
    private static final String QRPH =
            "00020101021228560011ph.ppmi.p2m0111MBTCPHMMXXX03158000000000000440503310520460125303608540518.00"
                    + "5802PH5913P2M UPLOAD MB6006Makati62610012ph.ppmi.qrph0315800000000000044051000000006900708800000"
                    + "4488710012ph.ppmi.qrph0151800000000000044~800000000000044~80000044~000000069063041B55";
    private static final String QRIS =
            "00020101021226610016ID.CO.SHOPEE.WWW01189360091800200869990208200869990303UMI5204539953033605408"
                    + "69300.005802ID5912Epoint DUMMY6015KOTA JAKARTA UT61051446062330521628008-A000037-1156460704T0016"
                    + "30446E4";
    private static final String NQR_FIXED =
            "0002010102111531**999166**999166****M000000093926370018NG.COM.NIBSSPLC.QR0111S000000069552040000"
                    + "5303566540440005802NG5925Merchant A Test Jaiz Bank6007Nigeria63049DF0";
    private static final String NQR_ORDERED =
            "0002010102121531**999166**999166****M000000000126720019NG.COM.NIBSS-PLC.QR0111S00000000010230999"
                    + "1662005210922520163783561015204000053035665402105802NG5913Test Merchant6007Nigeria6304A54A";
    private static final String JPQR =
            "0002016003xxx01021129300012D156000000000510A93FO3230Q31280012D1560000000103081234567826680019jp."
                    + "or.paymentsjapan01130000000000001020400010306000001040600000153033925903xxx64180002JA0108メルペイ カフ"
                    + "ェ520441115802JP610710661436304DEE9";

    @ParameterizedTest
    @ValueSource(strings = {EMVCO, PIX, VIETQR, DUITNOW, PAYNOW, PROMPTPAY, QRPH, QRIS, NQR_FIXED, NQR_ORDERED, JPQR})
    void what_was_read_is_written_again_to_the_letter(String published) {
        var written = new DataObjects();
        EmvReader.root(published).forEach(written::put);
        assertThat(written).hasToString(published);
        assertThat(published).endsWith(Crc16.of(published.substring(0, published.length() - 4)));
    }

    @Test
    void the_checksum_is_the_one_of_its_catalogue() {
        assertThat(Crc16.of("123456789")).isEqualTo("29B1").isEqualTo(EmvReader.crc("123456789"));
        assertThat(Crc16.of("")).isEqualTo("FFFF");
    }

    @Test
    void the_transfer_of_the_napas_specification_is_as_we_write_it() {
        assertThat(ours(QrScheme.VIETQR, "0011012345678", "970403", "180000"))
                .containsAllEntriesOf(without(VIETQR, "62", "63"));
    }

    @Test
    void the_example_of_paynet_is_as_we_write_it() {
        assertThat(ours(QrScheme.DUITNOW, "123456789", "501664", "10"))
                .containsAllEntriesOf(without(DUITNOW, "01", "52", "59", "60", "63"));
    }

    @Test
    void the_example_of_the_pix_manual_is_as_we_write_it() {
        assertThat(ours(QrScheme.PIX, "123e4567-e12b-12d1-a456-426655440000", null, "10"))
                .containsAllEntriesOf(without(PIX, "52", "59", "60", "62", "63"));
    }

    @Test
    void the_bill_of_promptpay_is_as_we_write_it() {
        assertThat(ours(QrScheme.PROMPTPAY, "011234567891233/REF987654321", null, "200", "REF123456789"))
                .containsAllEntriesOf(without(PROMPTPAY, "59", "63"));
    }

    @Test
    void the_paynow_code_has_the_fields_that_we_write() {
        var ours = ours(QrScheme.PAYNOW, "202012345X", null, "0.99", "TESTORDERNUMBER12345");
        assertThat(ours).containsAllEntriesOf(without(PAYNOW, "26", "52", "59", "62", "63"));
        assertThat(EmvReader.fields(ours.get("26")).keySet())
                .containsExactlyElementsOf(
                        EmvReader.fields(without(PAYNOW).get("26")).keySet());
        assertThat(ours.get("62")).isEqualTo("0120TESTORDERNUMBER12345");
    }

    @Test
    void the_terminal_of_a_philippine_acquirer_shows_what_we_write() {
        assertThat(ours(QrScheme.QRPH, "800000000000044/310", "MBTCPHMMXXX", "18"))
                .containsAllEntriesOf(without(QRPH, "52", "59", "62", "88", "63"));
        assertThat(EmvReader.fields(without(QRPH).get("62")))
                .containsEntry("00", "ph.ppmi.qrph")
                .containsEntry("05", "0000000690");
        assertThat(EmvReader.fields(without(QRPH).get("88")))
                .containsEntry("00", "ph.ppmi.qrph")
                .containsKey("01");
    }

    @Test
    void the_acquirer_of_qris_shows_what_we_write() {
        assertThat(ours(QrScheme.QRIS, "936009180020086999/20086999/ID1020000000000/UMI", "ID.CO.SHOPEE.WWW", "69300"))
                .containsAllEntriesOf(without(QRIS, "52", "54", "59", "60", "61", "62", "63"));
        assertThat(EmvReader.fields(without(QRIS).get("62"))).containsKey("05");
    }

    @Test
    void the_fixed_code_of_nibss_is_as_we_write_it() {
        assertThat(ours(QrScheme.NQR, "M0000000939/S0000000695", "999166", "4000"))
                .containsAllEntriesOf(without(NQR_FIXED, "52", "54", "59", "60", "63"));
    }

    @Test
    void the_store_of_the_jpqr_example_is_as_we_write_it() {
        assertThat(ours(QrScheme.JPQR, "0000000000001/0001/000001/000001", null, "500"))
                .containsAllEntriesOf(without(JPQR, "01", "29", "31", "52", "59", "60", "64", "63"));
    }

    private static Map<String, String> ours(QrScheme scheme, String account, String acquirer, String amount) {
        return ours(scheme, account, acquirer, amount, Payments.REFERENCE);
    }

    private static Map<String, String> ours(
            QrScheme scheme, String account, String acquirer, String amount, String reference) {
        var payee = Payments.identified(Payments.payee(scheme), account, acquirer);
        var payment = new QrPayment(payee, Payments.money(scheme, amount), reference, Payments.EXPIRES);
        return EmvReader.root(QrPayload.of(scheme, payment));
    }

    private static Map<String, String> without(String published, String... ids) {
        var rest = new LinkedHashMap<>(EmvReader.root(published));
        for (var id : ids) {
            rest.remove(id);
        }
        return rest;
    }
}
