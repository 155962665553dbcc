package dev.sluice.rail.sandbox;

import dev.sluice.qr.QrPayee;
import dev.sluice.rail.CollectionAccount;
import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Deposit rail of the sandbox's bank. It has an account at every bank, supports every QR scheme whose codes need no
/// third-party keys, and simulates every wallet.
public final class SandboxPayin implements PayinRail {
    /// Path of the sandbox's wallet page.
    static final String WALLET = "/sandbox/wallet/";

    private static final String CATEGORY = "5999";
    private static final Map<String, QrPayee> PAYEES = Map.of(
            "QRIS", payee("Jakarta", "12190", "936009990000000017/00000017/ID1020000000000/UMI", "ID.CO.SLUICE.WWW"),
            "QRPH", payee("Makati", "1226", "000000000000017/000", "NRTHPHM1XXX"),
            "VIETQR", payee("Ha Noi", "10000", "0071000123456", "970436"),
            "PROMPTPAY", payee("Bangkok", "10330", "099999999999901", null),
            "DUITNOW", payee("Kuala Lumpur", "50450", "MD0000000001", "501664"),
            "PAYNOW", payee("Singapore", "018956", "202012345X", null),
            "UPI", payee("Mumbai", "400001", "sluice.sandbox@okbank", null),
            "PIX", payee("Sao Paulo", "01310100", "123e4567-e12b-12d1-a456-426655440000", null),
            "NQR", payee("Lagos", "101241", "M0000000001/S0000000001", "999166"),
            "JPQR", payee("Tokyo", "1000005", "0000000000001/0001/000001/000001", null));

    private final Supplier<URI> baseUrl;

    public SandboxPayin(Supplier<URI> baseUrl) {
        this.baseUrl = baseUrl;
    }

    @Override
    public String name() {
        return SandboxRail.NAME;
    }

    @Override
    public Optional<CollectionAccount> account(String currency, String bankCode) {
        return Optional.of(CollectionAccounts.at(currency, bankCode));
    }

    @Override
    public Optional<QrPayee> qrPayee(String currency, String scheme) {
        return Optional.ofNullable(PAYEES.get(scheme));
    }

    @Override
    public Optional<URI> wallet(Destination bill) {
        return Optional.of(URI.create(baseUrl.get() + WALLET + part(bill.currency()) + "/" + part(bill.method()) + "/"
                + part(bill.number())));
    }

    private static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static QrPayee payee(String city, String postCode, String account, @Nullable String acquirer) {
        return new QrPayee("Sluice Sandbox", city, postCode, CATEGORY, account, acquirer);
    }
}
