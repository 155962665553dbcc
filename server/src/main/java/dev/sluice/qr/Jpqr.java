package dev.sluice.qr;

import java.util.regex.Pattern;

/// JPQR, store-presented: Unified Technical Specification Guideline for Code Payment, MPM (Payments Japan
/// Association). The payer sees the name in Japanese (64). The Latin fields are `xxx` if there is no value, as in the
/// guideline's examples.
final class Jpqr {
    private static final String SCHEME = "jp.or.paymentsjapan";
    private static final String LANGUAGE = "JA";
    private static final String UNSAID = "xxx";
    private static final Pattern ACCOUNT = Pattern.compile(
            "(?<first>[0-9]{13})/(?<second>[0-9A-Za-z]{4})/(?<third>[0-9A-Za-z]{6})/(?<fourth>[0-9A-Za-z]{6})");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}\\s]+");
    private static final Pattern POST_CODE = Pattern.compile("[0-9]{7}");

    private Jpqr() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "a unified store ID of four levels, 13/4/6/6 characters");
        Identifier.noAcquirer(QrScheme.JPQR, payee);
        var postCode = Identifier.postCode(payee, POST_CODE, "seven digits");
        return EmvPayload.dynamic()
                .template(
                        "26",
                        new DataObjects()
                                .put("00", SCHEME)
                                .put("01", account.group("first"))
                                .put("02", account.group("second"))
                                .put("03", account.group("third"))
                                .put("04", account.group("fourth")))
                .transaction(QrScheme.JPQR, payment)
                .put("59", latin(payee.name(), EmvPayload.NAME_LENGTH_MAX))
                .put("60", latin(payee.city(), EmvPayload.CITY_LENGTH_MAX))
                .put("61", postCode.group())
                .template("62", new DataObjects().put("05", payment.reference()))
                .template("64", new DataObjects().put("00", LANGUAGE).put("01", japanese(payee.name())))
                .sealed();
    }

    private static String latin(String text, int lengthMax) {
        var latin = LatinText.of(text, lengthMax);
        return latin.isEmpty() ? UNSAID : latin;
    }

    /// Returns the name on one line.
    private static String japanese(String name) {
        var line = UNPRINTABLE.matcher(name).replaceAll(" ").strip();
        int length = Math.min(line.codePointCount(0, line.length()), EmvPayload.NAME_LENGTH_MAX);
        return line.substring(0, line.offsetByCodePoints(0, length));
    }
}
