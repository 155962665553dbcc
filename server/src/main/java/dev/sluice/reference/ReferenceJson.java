package dev.sluice.reference;

import dev.sluice.http.JsonObject;
import dev.sluice.text.Sha256;
import java.util.HexFormat;

/// Reference data as JSON, with the fields listed in the API's document.
final class ReferenceJson {
    private static final int ID_BYTES = 12;

    private final References references;
    private final Logos logos;

    ReferenceJson(References references, Logos logos) {
        this.references = references;
        this.logos = logos;
    }

    JsonObject currency(Currency currency) {
        var required = currency.required();
        return new JsonObject()
                .put("_id", stableId("currency", currency.code()))
                .put("value", currency.countryName())
                .put("currency", currency.code())
                .put("countryCode", currency.country())
                .put("logo", logos.url(currency))
                .put("name", currency.name())
                .put("requireBankName", required.bankName())
                .put("requireIfsc", required.ifsc())
                .put("requireIban", required.iban())
                .put("requireAchOrWire", required.achOrWire())
                .put("requireAccountNumber", required.accountNumber())
                .put("country", currency.countryName())
                .put("symbol", currency.symbol())
                .put("id", currency.code());
    }

    /// Returns a token. A native token has no contract, so its `address` is empty; a network without a chain id
    /// has
    /// 0.
    JsonObject token(Token token) {
        return new JsonObject()
                .put("_id", stableId("token", token.id()))
                .put("symbol", token.symbol())
                .put("id", token.id())
                .put("name", token.name())
                .put("label", token.label())
                .put("address", token.address() == null ? "" : token.address())
                .put("chainId", token.network().chainId())
                .put("is_native", token.isNative())
                .put("logo", logos.url(token))
                .put("currencies", references.currenciesOf(token.symbol()))
                .put("decimal", token.decimals())
                .put("priceId", token.priceId());
    }

    JsonObject payoutMethod(PayoutMethod method) {
        return new JsonObject()
                .put("currency", method.currency())
                .put("bankCode", method.bankCode())
                .put("bankName", method.bankName())
                .put("minAmount", method.min().decimal())
                .put("maxAmount", method.max().decimal())
                .put("feeFlat", method.fee().flat())
                .put("feePercentage", method.fee().percentage())
                .put("amountDecimals", method.amountDecimals())
                .put("accountNumberType", method.accountNumberType().name());
    }

    JsonObject tokenPayoutMethod(Token token) {
        var terms = token.payout();
        return new JsonObject()
                .put("currency", token.id())
                .put("network", token.network().network())
                .put("symbol", token.symbol())
                .put("name", token.name())
                .put("minimumAmount", terms.min().decimal())
                .put("maximumAmount", terms.max().decimal())
                .put("feeFlat", terms.fee().flat())
                .put("feePercentage", terms.fee().percentage());
    }

    JsonObject depositMethod(DepositMethod method) {
        return new JsonObject()
                .put("depositPaymentType", method.type().name())
                .put("bankName", method.name())
                .put("bankCode", method.bankCode())
                .put("currency", method.currency())
                .put("minimumAmount", method.min().decimal())
                .put("maximumAmount", method.max().decimal())
                .put("image", logos.url(method))
                .put("feeFlat", method.fee().flat())
                .put("feePercentage", method.fee().percentage())
                .put("amountDecimals", method.amountDecimals());
    }

    /// Returns the `_id` of a row that is identified by its code: the first 24 hexadecimal digits of SHA-256 of
    /// kind, `:` and code. It is identical in every deployment.
    private static String stableId(String kind, String code) {
        return HexFormat.of().formatHex(Sha256.of(kind + ":" + code), 0, ID_BYTES);
    }
}
