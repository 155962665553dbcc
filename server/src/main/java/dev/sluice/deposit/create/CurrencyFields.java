package dev.sluice.deposit.create;

import dev.sluice.auth.Caller;
import dev.sluice.http.Fields;
import dev.sluice.merchant.Organizations;
import dev.sluice.money.Asset;
import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.util.Optional;

/// Currencies of a request: the fiat currency that is paid, and the one or the token that it is exchanged for.
public final class CurrencyFields {
    private static final int CODE_LENGTH_MAX = 64;

    private final References references;
    private final Organizations organizations;

    public CurrencyFields(References references, Organizations organizations) {
        this.references = references;
        this.organizations = organizations;
    }

    /// Returns `inputCurrency`, a required field.
    public Optional<Currency> input(Fields fields) {
        var code = fields.requiredText("inputCurrency", CODE_LENGTH_MAX);
        var currency = references.currency(code);
        if (currency.isEmpty() && !code.isEmpty()) {
            fields.findings().add(fields.path("inputCurrency"), "UNKNOWN_VALUE", "is not a supported fiat currency");
        }
        return currency;
    }

    /// Returns `outputCurrency`, a required field.
    public Optional<Asset> output(Caller caller, Fields fields, Optional<Currency> input) {
        var code = fields.requiredText("outputCurrency", CODE_LENGTH_MAX);
        return code.isEmpty() ? Optional.empty() : named(caller, fields, code, input);
    }

    /// Returns `outputCurrency`, or the input currency if it is left out.
    public Optional<Asset> outputOrInput(Caller caller, Fields fields, Optional<Currency> input) {
        var code = fields.text("outputCurrency", CODE_LENGTH_MAX);
        return code.isEmpty() ? input.map(Currency::asset) : named(caller, fields, code.get(), input);
    }

    /// Returns the `outputCurrency` of a deposit of a token: the token itself, also if the field is left out, or a
    /// currency that it is exchanged for.
    Optional<Asset> outputOfToken(Caller caller, Fields fields, Token token) {
        var code = fields.text("outputCurrency", CODE_LENGTH_MAX);
        if (code.isEmpty() || Asset.codeOf(code.get()).equals(token.id())) {
            return Optional.of(token.asset());
        }
        var currency = references.currency(code.get());
        if (currency.isEmpty()) {
            fields.findings()
                    .add(
                            fields.path("outputCurrency"),
                            "UNKNOWN_VALUE",
                            "must be " + token.id() + " or a supported fiat currency");
        }
        currency.ifPresent(found -> requireConversion(caller, fields, token, found, found.asset()));
        return currency.map(Currency::asset);
    }

    private Optional<Asset> named(Caller caller, Fields fields, String code, Optional<Currency> input) {
        var currency = references.currency(code);
        var token = references.token(code);
        input.ifPresent(paid -> {
            currency.ifPresent(other -> requireExchange(caller, fields, paid, other));
            token.ifPresent(other -> requireConversion(caller, fields, other, paid, other.asset()));
        });
        var asset = currency.map(Currency::asset).or(() -> token.map(Token::asset));
        if (asset.isEmpty()) {
            fields.findings()
                    .add(
                            fields.path("outputCurrency"),
                            "UNKNOWN_VALUE",
                            "is not a supported currency or token identifier");
        }
        return asset;
    }

    private void requireExchange(Caller caller, Fields fields, Currency from, Currency to) {
        if (!from.code().equals(to.code())) {
            require(isEnabled(caller, from.code(), to.code()), fields, from.code() + " and " + to.code(), to.asset());
        }
    }

    private void requireConversion(Caller caller, Fields fields, Token token, Currency currency, Asset output) {
        boolean offered = references.pair(token.symbol(), currency.code()).isPresent();
        boolean enabled = offered && isEnabled(caller, token.symbol(), currency.code());
        require(enabled, fields, token.id() + " and " + currency.code(), output);
    }

    private boolean isEnabled(Caller caller, String from, String to) {
        return organizations.switches(caller.organizationId()).conversionEnabled(from, to);
    }

    /// Refuses an exchange that is not enabled, or into an asset that no rail pays out: the money could not leave.
    private void require(boolean enabled, Fields fields, String both, Asset output) {
        boolean isPayable = references.isPayable(output);
        if (!isPayable || !enabled) {
            fields.findings()
                    .named(
                            Refusal.CONVERSION_NOT_ENABLED,
                            fields.path("outputCurrency"),
                            isPayable
                                    ? both + " cannot be exchanged on this account"
                                    : "is not paid out by any rail here, so nothing is converted to " + output.code());
        }
    }
}
