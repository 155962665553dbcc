package dev.sluice.qr;

import java.util.regex.Pattern;

/// QRIS: Quick Response Code Indonesian Standard of Bank Indonesia and ASPI (PADG 21/18/2019), merchant-presented.
/// The fields follow the codes that Indonesian acquirers publish in their documentation. The acquirer's template (26)
/// and that of the national repository (51) are both present.
final class Qris {
    private static final String REPOSITORY = "ID.CO.QRIS.WWW";
    private static final Pattern ACCOUNT = Pattern.compile(
            "(?<pan>9360[0-9]{12,15})/(?<merchant>[A-Za-z0-9]{1,15})/(?<nmid>ID[0-9]{13})/(?<size>[A-Z]{3})");
    private static final Pattern ACQUIRER = Pattern.compile("(?=.{3,32}$)[A-Z0-9-]+([.][A-Z0-9-]+)+");
    private static final Pattern POST_CODE = Pattern.compile("[0-9]{5}");

    private Qris() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "merchant PAN/merchant ID/NMID/size");
        var acquirer = Identifier.acquirer(payee, ACQUIRER, "a domain name in reverse, ID.CO.BANK.WWW");
        Identifier.postCode(payee, POST_CODE, "five digits");
        return EmvPayload.dynamic()
                .template(
                        "26",
                        new DataObjects()
                                .put("00", acquirer.group())
                                .put("01", account.group("pan"))
                                .put("02", account.group("merchant"))
                                .put("03", account.group("size")))
                .template(
                        "51",
                        new DataObjects()
                                .put("00", REPOSITORY)
                                .put("02", account.group("nmid"))
                                .put("03", account.group("size")))
                .transaction(QrScheme.QRIS, payment)
                .payee(payee)
                .template("62", new DataObjects().put("05", payment.reference()))
                .sealed();
    }
}
