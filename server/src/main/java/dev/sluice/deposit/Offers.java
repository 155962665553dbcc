package dev.sluice.deposit;

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
public final class Offers {
    private final References references;
    private final Organizations organizations;
    private final Rates rates;
    private final Ways ways;
    private final ExchangeLimits limits;

    Offers(References references, Organizations organizations, Rates rates, Ways ways) {
        this.references = references;
        this.organizations = organizations;
        this.rates = rates;
        this.ways = ways;
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
    public List<Offer> of(UUID organizationId, Wish wish) {
        return rate(organizationId, wish).stream()
                .flatMap(rate -> references.depositMethods(wish.input().code()).stream()
                        .map(method -> references.agreed(organizationId, method))
                        .flatMap(method -> offer(organizationId, wish, method, rate).stream()))
                .toList();
    }

    /// Reports whether any method takes a currency.
    public boolean isTaken(Asset currency) {
        return !references.depositMethods(currency.code()).isEmpty();
    }

    /// Returns the maximum number of decimal places of an amount in a currency, over all of its methods.
    public int decimals(Asset currency) {
        return references.depositMethods(currency.code()).stream()
                .mapToInt(Ways::decimals)
                .max()
                .orElse(currency.exponent());
    }

    /// Reports whether the two assets of a wish can be exchanged, and the output can be paid out. An asset that
    /// was switched off has a rate for money in transit, and for nothing new.
    public boolean isExchangeable(Wish wish) {
        var output = wish.output();
        return wish.input().equals(output)
                || (references.isPayable(output) && isPaired(wish) && rates.isKnown(wish.input(), output));
    }

    /// Reports whether the exchange is offered, in which case it has limits. Two fiat currencies can always be
    /// exchanged.
    private boolean isPaired(Wish wish) {
        return wish.output().kind() == Asset.Kind.FIAT
                || references
                        .token(wish.output().code())
                        .flatMap(token ->
                                references.pair(token.symbol(), wish.input().code()))
                        .isPresent();
    }

    /// Returns the draft of a deposit by one method.
    ///
    /// @throws dev.sluice.refusal.Refused `RAIL_UNAVAILABLE` if its rail is stopped
    Optional<Draft> draft(UUID organizationId, Wish wish, String methodCode, Identity identity) {
        return references
                .depositMethod(wish.input().code(), methodCode)
                .map(method -> references.agreed(organizationId, method))
                .flatMap(
                        method -> rate(organizationId, wish).flatMap(rate -> offer(organizationId, wish, method, rate)))
                .map(offer -> draft(offer, identity));
    }

    private Draft draft(Offer offer, Identity identity) {
        var way = ways.of(offer.method(), offer.priced().input(), identity.payee())
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

    private Optional<BigDecimal> rate(UUID organizationId, Wish wish) {
        return isExchangeable(wish) && isEnabled(organizationId, wish)
                ? Optional.of(rates.require(wish.input(), wish.output()))
                : Optional.empty();
    }

    /// Reports whether an organization may still make the exchange of a wish: it may have been switched off since.
    private boolean isEnabled(UUID organizationId, Wish wish) {
        var input = wish.input().code();
        var output = wish.output();
        if (wish.input().equals(output)) {
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

    private Optional<Offer> offer(UUID organizationId, Wish wish, DepositMethod method, BigDecimal rate) {
        return Optional.of(priced(wish, method, rate))
                .filter(priced -> priced.output().isPositive()
                        && limits.isWithin(organizationId, priced)
                        && method.terms().admits(priced.input())
                        && Money.fits(priced.input().decimal(), Ways.decimals(method)))
                .map(priced -> new Offer(method, priced, ways.isOpen(method)));
    }

    private static Priced priced(Wish wish, DepositMethod method, BigDecimal rate) {
        var pricing = new Pricing(method.fee(), rate, wish.output());
        Money input = wish.inputAmount();
        Money output = wish.outputAmount();
        return input != null || output == null
                ? pricing.ofInput(Objects.requireNonNull(input))
                : pricing.ofOutput(output, wish.input(), Ways.decimals(method));
    }
}
