package dev.sluice.deposit.create;

import dev.sluice.deposit.Pricing;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.merchant.Organizations;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rate.Rates;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Methods for a wish, and their amounts.
public final class PaymentOptions {
    private final References references;
    private final Organizations organizations;
    private final Rates rates;
    private final PaymentInstructions instructions;
    private final ExchangeLimits limits;

    public PaymentOptions(
            References references, Organizations organizations, Rates rates, PaymentInstructions instructions) {
        this.references = references;
        this.organizations = organizations;
        this.rates = rates;
        this.instructions = instructions;
        this.limits = new ExchangeLimits(references);
    }

    /// A method, and the amounts of paying by it.
    ///
    /// @param isOpen true if payers can pay by it now; a stopped rail takes nothing new
    public record Offer(DepositMethod method, Priced priced, boolean isOpen) {}

    /// Returns the methods with limits that admit a wish, in the order of the reference data, including those of
    /// stopped rails.
    ///
    /// @throws dev.sluice.refusal.Refused `RATE_UNAVAILABLE` if the rate for their amounts is unknown now
    public List<Offer> of(UUID organizationId, RequestedAmount requested) {
        return rate(organizationId, requested).stream()
                .flatMap(rate -> references.depositMethods(requested.input().code()).stream()
                        .map(method -> references.withTerms(organizationId, method))
                        .flatMap(method -> offer(organizationId, requested, method, rate).stream()))
                .toList();
    }

    /// Reports whether any method takes a currency.
    public boolean isTaken(Asset currency) {
        return !references.depositMethods(currency.code()).isEmpty();
    }

    /// Returns the maximum number of decimal places of an amount in a currency, over all of its methods.
    public int decimals(Asset currency) {
        return references.depositMethods(currency.code()).stream()
                .mapToInt(PaymentInstructions::decimals)
                .max()
                .orElse(currency.exponent());
    }

    /// Reports whether the two assets of a wish can be exchanged, and the output can be paid out. An asset that
    /// was switched off has a rate for money in transit, and for nothing new.
    public boolean isExchangeable(RequestedAmount requested) {
        var output = requested.output();
        return requested.input().equals(output)
                || (references.isPayable(output) && isPaired(requested) && rates.isKnown(requested.input(), output));
    }

    /// Reports whether the exchange is offered, in which case it has limits. Two fiat currencies can always be
    /// exchanged.
    private boolean isPaired(RequestedAmount requested) {
        return requested.output().kind() == Asset.Kind.FIAT
                || references
                        .token(requested.output().code())
                        .flatMap(token -> references.pair(
                                token.symbol(), requested.input().code()))
                        .isPresent();
    }

    /// Returns the draft of a deposit by one method.
    ///
    /// @throws dev.sluice.refusal.Refused `RAIL_UNAVAILABLE` if its rail is stopped
    public Optional<Draft> draft(UUID organizationId, RequestedAmount requested, String methodCode, Identity identity) {
        return references
                .depositMethod(requested.input().code(), methodCode)
                .map(method -> references.withTerms(organizationId, method))
                .flatMap(method ->
                        rate(organizationId, requested).flatMap(rate -> offer(organizationId, requested, method, rate)))
                .map(offer -> draft(offer, identity));
    }

    private Draft draft(Offer offer, Identity identity) {
        var way = instructions
                .of(offer.method(), offer.priced().input(), identity.payee())
                .orElseThrow(Refusal.RAIL_UNAVAILABLE::refused);
        return new Draft(
                "",
                new Draft.Id(identity.id(), true),
                offer.priced(),
                offer.method().fee(),
                Draft.By.of(offer.method()),
                way,
                null,
                identity.reference(),
                identity.note());
    }

    /// Identity of a deposit.
    ///
    /// @param payee name that payers see
    public record Identity(
            UUID id,
            String payee,
            @Nullable String reference,
            @Nullable String note) {}

    private Optional<BigDecimal> rate(UUID organizationId, RequestedAmount requested) {
        return isExchangeable(requested) && isEnabled(organizationId, requested)
                ? Optional.of(rates.require(requested.input(), requested.output()))
                : Optional.empty();
    }

    /// Reports whether an organization may still make the exchange of a wish: it may have been switched off since.
    private boolean isEnabled(UUID organizationId, RequestedAmount requested) {
        var input = requested.input().code();
        var output = requested.output();
        if (requested.input().equals(output)) {
            return true;
        }
        var switches = organizations.switches(organizationId);
        return output.kind() == Asset.Kind.FIAT
                ? switches.conversionEnabled(input, output.code())
                : references
                        .token(output.code())
                        .filter(token -> switches.conversionEnabled(token.symbol(), input))
                        .isPresent();
    }

    private Optional<Offer> offer(
            UUID organizationId, RequestedAmount requested, DepositMethod method, BigDecimal rate) {
        return Optional.of(priced(requested, method, rate))
                .filter(priced -> priced.output().isPositive()
                        && limits.isWithin(organizationId, priced)
                        && method.terms().admits(priced.input())
                        && Money.fits(priced.input().decimal(), PaymentInstructions.decimals(method)))
                .map(priced -> new Offer(method, priced, instructions.isOpen(method)));
    }

    private static Priced priced(RequestedAmount requested, DepositMethod method, BigDecimal rate) {
        var pricing = new Pricing(method.fee(), rate, requested.output());
        Money input = requested.inputAmount();
        Money output = requested.outputAmount();
        return input != null || output == null
                ? pricing.ofInput(Objects.requireNonNull(input))
                : pricing.ofOutput(output, requested.input(), PaymentInstructions.decimals(method));
    }
}
