package dev.sluice.checkout;

import dev.sluice.clock.Clocks;
import dev.sluice.deposit.create.PaymentOptions;
import dev.sluice.deposit.create.RequestedAmount;
import dev.sluice.merchant.Organization;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.Logos;
import dev.sluice.reference.References;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A preview of a payment page, to show branding before it is saved.
public final class CheckoutPreview {
    /// Template of the preview.
    public static final String TEMPLATE = "checkout/choose.jte";

    private static final BigInteger TIMES = BigInteger.TEN;

    private final References references;
    private final PaymentOptions options;
    private final CheckoutDesigns designs;
    private final Clocks clocks;
    private final Logos logos = new Logos(() -> "");

    CheckoutPreview(References references, PaymentOptions options, CheckoutDesigns designs, Clocks clocks) {
        this.references = references;
        this.options = options;
        this.designs = designs;
        this.clocks = clocks;
    }

    /// The merchant of the page, and the path of the logo; null if there is none.
    public record Merchant(
            Organization organization, @Nullable String logo) {}

    /// Returns a page with the given branding, and an amount that the currency's methods accept.
    ///
    /// @return empty if the currency has no methods
    public Optional<PageModel> of(Merchant merchant, CheckoutDesign design, String currency, String language) {
        return amount(currency).map(amount -> {
            var organization = merchant.organization();
            var asset = amount.asset();
            var requested = new RequestedAmount(asset, asset, amount, null);
            var checkout = new Checkout(
                    organization.id(),
                    new UUID(0, 0),
                    requested,
                    null,
                    false,
                    null,
                    new Checkout.Journey(null, null, null, null),
                    new UUID(0, 0),
                    clocks.instant().plus(Checkouts.VALID));
            var page = new CheckoutPage(
                    checkout,
                    references,
                    Texts.of("checkout", language),
                    CheckoutPage.Merchant.of(organization, merchant.logo(), design),
                    amount,
                    false,
                    clocks.instant());
            return page.choose(
                    designs.visible(organization.id(), currency, options.of(organization.id(), requested)),
                    logos,
                    null);
        });
    }

    /// Returns ten times the highest minimum of the methods, or that minimum if ten times is too much for one.
    private Optional<Money> amount(String currency) {
        List<DepositMethod> methods = references.depositMethods(currency);
        return methods.stream().map(DepositMethod::min).max(Money::compareTo).map(least -> {
            var more = new Money(least.units().max(BigInteger.ONE).multiply(TIMES), least.asset());
            return methods.stream().allMatch(method -> method.terms().admits(more)) ? more : least;
        });
    }
}
