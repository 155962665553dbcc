package dev.sluice.qr;

import java.util.regex.Pattern;

/// Pix: Manual do BR Code and Manual de Padrões para Iniciação do Pix (Banco Central do Brasil), the static code with
/// a key, an amount and a transaction id. A dynamic code contains the URL of the charge, which only the payee's own
/// institution can serve.
final class Pix {
    private static final String SCHEME = "br.gov.bcb.pix";
    private static final int KEY_LENGTH_MAX = 77;
    private static final String TAX_NUMBER = "[0-9]{11}|[0-9A-Z]{12}[0-9]{2}";
    private static final String PHONE = "[+][1-9][0-9]{7,14}";
    private static final String EMAIL = "[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+([.][a-z0-9-]+)+";
    private static final String RANDOM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern ACCOUNT = Pattern.compile(
            "(?=.{1," + KEY_LENGTH_MAX + "}$)(" + TAX_NUMBER + "|" + PHONE + "|" + EMAIL + "|" + RANDOM + ")");

    private Pix() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "a Pix key: CPF, CNPJ, +55 phone, e-mail or random");
        Identifier.noAcquirer(QrScheme.PIX, payee);
        return EmvPayload.plain()
                .template("26", new DataObjects().put("00", SCHEME).put("01", account.group()))
                .transaction(QrScheme.PIX, payment)
                .payee(payee)
                .template("62", new DataObjects().put("05", payment.reference()))
                .sealed();
    }
}
