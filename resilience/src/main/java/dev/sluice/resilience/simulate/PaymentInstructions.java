package dev.sluice.resilience.simulate;

import dev.sluice.merchant.Organization;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Payment instructions of a deposit as a payer reads them: the account, the QR code, the page's address, or the
/// wallet.
///
/// @param exchange conversion of the payment; null without one
record PaymentInstructions(
        Organization organization,
        String depositId,
        String rail,
        Destination destination,
        Money amount,
        @Nullable Exchange exchange) {
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    /// Field of a QR code with additional data, which contains the payee's reference (EMVCo).
    private static final String FURTHER_DATA = "62";
    private static final String REFERENCE_LABEL = "05";
    private static final int ID_LENGTH = 2;
    private static final int LENGTH_LENGTH = 2;

    /// Promised rate of the conversion, and its expiry.
    record Exchange(BigDecimal rate, Instant until) {
        private static final Duration AT_MOST = Duration.ofMinutes(30);

        boolean holds(Instant paidAt) {
            return !paidAt.isAfter(until);
        }

        private static @Nullable Exchange of(JsonNode deposit) {
            if (text(deposit, "inputCurrency").equals(text(deposit, "outputCurrency"))) {
                return null;
            }
            var most = Instant.parse(text(deposit, "createdAt")).plus(AT_MOST);
            var end = Instant.parse(text(deposit, "expiredAt"));
            return new Exchange(deposit.path("exchangeRate").decimalValue(), most.isBefore(end) ? most : end);
        }
    }

    static PaymentInstructions fiat(Organization organization, JsonNode deposit) {
        return new PaymentInstructions(
                organization,
                text(deposit, "depositId"),
                SandboxRail.NAME,
                new Destination(IDR.code(), text(deposit, "paymentMethod"), number(deposit.path("paymentFiat"))),
                amount(deposit, IDR),
                Exchange.of(deposit));
    }

    static PaymentInstructions crypto(Organization organization, JsonNode deposit) {
        var wallet = deposit.path("paymentCrypto");
        return new PaymentInstructions(
                organization,
                text(deposit, "depositId"),
                SandboxChain.NAME,
                new Destination(USDC.code(), text(wallet, "network"), text(wallet, "payoutWallet")),
                amount(deposit, USDC),
                Exchange.of(deposit));
    }

    boolean isOnChain() {
        return rail.equals(SandboxChain.NAME);
    }

    /// Returns the API path of the deposit.
    String target() {
        return target(isOnChain(), depositId);
    }

    static String target(boolean onChain, String depositId) {
        return (onChain ? "/v1/deposit/crypto/" : "/v1/deposit/fiat/") + depositId;
    }

    /// Returns the asset that is credited.
    Asset output() {
        boolean tokens = isOnChain() == (exchange == null);
        return tokens ? USDC : IDR;
    }

    private static String number(JsonNode instructions) {
        var code = text(instructions, "qrCode");
        if (!code.isEmpty()) {
            return value(code, FURTHER_DATA)
                    .flatMap(data -> value(data, REFERENCE_LABEL))
                    .orElseThrow(() -> new IllegalStateException("no reference in " + code));
        }
        var page = text(instructions, "checkoutUrl");
        if (!page.isEmpty()) {
            return Path.of(URI.create(page).getPath()).getFileName().toString();
        }
        var reference = text(instructions, "paymentReference");
        return reference.isEmpty() ? text(instructions, "accountNumber") : reference;
    }

    /// Returns the value of an id in a sequence of ids, lengths and values.
    private static Optional<String> value(String text, String id) {
        for (int at = 0; at + ID_LENGTH + LENGTH_LENGTH <= text.length(); ) {
            int begin = at + ID_LENGTH + LENGTH_LENGTH;
            int end = begin + Integer.parseInt(text.substring(at + ID_LENGTH, begin));
            if (text.startsWith(id, at)) {
                return Optional.of(text.substring(begin, end));
            }
            at = end;
        }
        return Optional.empty();
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    private static Money amount(JsonNode deposit, Asset asset) {
        return Money.exactly(deposit.path("inputAmount").decimalValue(), asset);
    }
}
