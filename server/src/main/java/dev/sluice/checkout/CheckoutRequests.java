package dev.sluice.checkout;

import dev.sluice.auth.Caller;
import dev.sluice.checkout.Checkout.Journey;
import dev.sluice.clock.Clocks;
import dev.sluice.deposit.create.CurrencyFields;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.deposit.create.PaymentOptions.Offer;
import dev.sluice.deposit.create.RequestedAmount;
import dev.sluice.http.Fields;
import dev.sluice.http.Request;
import dev.sluice.http.WebUrl;
import dev.sluice.merchant.Organizations;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Validates requests for a payment page and converts them to pages; reports all findings at once.
final class CheckoutRequests {
    private static final int REFERENCE_LENGTH_MAX = 128;
    private static final int NOTE_LENGTH_MAX = 500;
    private static final int NAME_LENGTH_MAX = 140;
    private static final int URL_LENGTH_MAX = 2_000;
    private static final int LOCALE_LENGTH_MAX = 35;

    private final CurrencyFields currencies;
    private final Organizations organizations;
    private final PaymentOptions options;
    private final CheckoutDesigns designs;
    private final Checkouts checkouts;
    private final Clocks clocks;
    private final RandomGenerator random;

    CheckoutRequests(
            References references,
            Organizations organizations,
            PaymentOptions options,
            CheckoutDesigns designs,
            Checkouts checkouts,
            Clocks clocks,
            RandomGenerator random) {
        this.currencies = new CurrencyFields(references, organizations);
        this.organizations = organizations;
        this.options = options;
        this.designs = designs;
        this.checkouts = checkouts;
        this.clocks = clocks;
        this.random = random;
    }

    /// @throws dev.sluice.refusal.Refused with all findings
    Checkout read(Caller caller, Request request) {
        var fields = request.fields();
        if (!organizations.switches(caller.organizationId()).checkoutEnabled()) {
            fields.findings().named(Refusal.CHECKOUT_NOT_ENABLED);
        }
        var requested = requestedAmount(caller, fields);
        var reference = fields.line("reference", REFERENCE_LENGTH_MAX);
        var note = fields.text("note", NOTE_LENGTH_MAX);
        var journey = new Journey(
                fields.text("customerName", NAME_LENGTH_MAX).orElse(null),
                locale(fields),
                url(fields, "successUrl"),
                url(fields, "cancelUrl"));
        if (!fields.findings().isEmpty()) {
            reference
                    .flatMap(each -> checkouts.referenceInUse(caller.organizationId(), each))
                    .ifPresent(used -> fields.findings().named(Refusal.REFERENCE_EXISTS, used));
        }
        fields.findings().throwIfAny();
        return new Checkout(
                caller.organizationId(),
                clocks.newSecretId(random),
                requested.orElseThrow(),
                reference.orElse(null),
                organizations.switches(caller.organizationId()).duplicateReferencesAllowed(),
                note.orElse(null),
                journey,
                caller.actorId(),
                checkouts.now().plus(Checkouts.VALID));
    }

    private Optional<RequestedAmount> requestedAmount(Caller caller, Fields fields) {
        var currency = currencies.input(fields);
        var output = currencies.outputOrInput(caller, fields, currency);
        boolean hasInput = fields.has("inputAmount");
        boolean hasOutput = fields.has("outputAmount");
        if (hasInput == hasOutput) {
            fields.findings()
                    .add(
                            "inputAmount",
                            hasInput ? "CONFLICT" : "REQUIRED",
                            hasInput
                                    ? "must not be given together with outputAmount"
                                    : "is required unless outputAmount is given");
        }
        var inputAmount = fields.positive("inputAmount");
        var outputAmount = fields.positive("outputAmount");
        if (currency.isEmpty() || output.isEmpty() || fields.findings().count() > 0) {
            return Optional.empty();
        }
        var input = currency.get().asset();
        var requested = new RequestedAmount(
                input,
                output.get(),
                money(fields, "inputAmount", inputAmount, input),
                money(fields, "outputAmount", outputAmount, output.get()));
        if (fields.findings().count() == 0) {
            requireOffers(caller, fields, requested, hasInput ? "inputAmount" : "outputAmount");
        }
        return Optional.of(requested);
    }

    private void requireOffers(Caller caller, Fields fields, RequestedAmount requested, String field) {
        if (!options.isTaken(requested.input())) {
            fields.findings()
                    .named(
                            Refusal.PAYMENT_METHOD_NOT_FOUND,
                            "inputCurrency",
                            "is not accepted by any rail here, so a customer could not pay");
        } else if (!options.isExchangeable(requested)) {
            fields.findings()
                    .named(
                            Refusal.CONVERSION_NOT_ENABLED,
                            "outputCurrency",
                            "has no rate from " + requested.input().code());
        } else if (requested.inputAmount() != null
                && !Money.fits(requested.inputAmount().decimal(), options.decimals(requested.input()))) {
            fields.findings()
                    .add(
                            field,
                            "TOO_MANY_DECIMALS",
                            Money.decimalsRule(
                                    options.decimals(requested.input()),
                                    requested.input().code()));
        } else {
            requireOpen(caller, fields, requested, field);
        }
    }

    /// Checks that at least one method accepts the amount, and that the rail of one of them is not stopped.
    private void requireOpen(Caller caller, Fields fields, RequestedAmount requested, String field) {
        var shown = designs.visible(
                caller.organizationId(), requested.input().code(), options.of(caller.organizationId(), requested));
        if (shown.isEmpty()) {
            fields.findings()
                    .named(
                            Refusal.AMOUNT_OUTSIDE_LIMITS,
                            field,
                            "is outside the limits of every payment method in "
                                    + requested.input().code());
        } else if (shown.stream().noneMatch(Offer::isOpen)) {
            fields.findings()
                    .named(
                            Refusal.RAIL_UNAVAILABLE,
                            "inputCurrency",
                            "has no payment method available for this amount at the moment: try again later");
        }
    }

    private static @Nullable Money money(Fields fields, String field, Optional<BigDecimal> amount, Asset asset) {
        if (amount.isEmpty()) {
            return null;
        }
        if (!Money.fits(amount.get(), asset)) {
            fields.findings()
                    .add(
                            field,
                            "TOO_MANY_DECIMALS",
                            "must have at most " + asset.exponent() + " decimals in " + asset.code());
            return Money.zero(asset);
        }
        return Money.exactly(amount.get(), asset);
    }

    private static @Nullable String locale(Fields fields) {
        var locale = fields.text("locale", LOCALE_LENGTH_MAX);
        if (locale.isPresent() && !Texts.knows(locale.get())) {
            fields.findings()
                    .add(
                            "locale",
                            "UNKNOWN_VALUE",
                            "must be one of "
                                    + String.join(
                                            ", ",
                                            Texts.LANGUAGES.stream()
                                                    .map(Locale::toLanguageTag)
                                                    .toList()));
        }
        return locale.orElse(null);
    }

    /// Parses a web URL. Other URLs that browsers follow, such as `javascript:`, are rejected to prevent script
    /// injection.
    private static @Nullable String url(Fields fields, String field) {
        var text = fields.text(field, URL_LENGTH_MAX);
        try {
            return text.map(CheckoutRequests::web).orElse(null);
        } catch (IllegalArgumentException malformed) {
            fields.findings().add(field, "INVALID_FORMAT", String.valueOf(malformed.getMessage()));
            return null;
        }
    }

    /// Returns a text as a web URL, with its host in ASCII.
    ///
    /// @throws IllegalArgumentException with a message that says what the text must be
    static String web(String text) {
        var url = WebUrl.of(text).uri();
        if (url.getRawAuthority().contains("@")) {
            throw new IllegalArgumentException("must be an absolute http or https URL without a user");
        }
        return url.toString();
    }
}
