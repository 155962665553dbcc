package dev.sluice.checkout;

import dev.sluice.clock.Clocks;
import dev.sluice.deposit.Offers;
import dev.sluice.deposit.Wish;
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

/// A payment page that nobody pays at, to see a look before it is chosen.
public final class CheckoutPreview {
    /// The template that shows it.
    public static final String TEMPLATE = "checkout/choose.jte";

    private static final BigInteger TIMES = BigInteger.TEN;

    private final References references;
    private final Offers offers;
    private final CheckoutLooks looks;
    private final Clocks clocks;
    private final Logos logos = new Logos(() -> "");

    CheckoutPreview(References references, Offers offers, CheckoutLooks looks, Clocks clocks) {
        this.references = references;
        this.offers = offers;
        this.looks = looks;
        this.clocks = clocks;
    }

    /// Whose page it would be, and where their logo is, if they have one.
    public record Merchant(
            Organization organization, @Nullable String logo) {}

    /// The page in a look, with an amount in a currency that its methods take.
    ///
    /// @return nothing where the currency has no methods
    public Optional<PageModel> of(Merchant merchant, CheckoutLook look, String currency, String language) {
        return amount(currency).map(amount -> {
            var organization = merchant.organization();
            var asset = amount.asset();
            var wish = new Wish(asset, asset, amount, null);
            var checkout = new Checkout(
                    organization.id(),
                    new UUID(0, 0),
                    wish,
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
                    CheckoutPage.Merchant.of(organization, merchant.logo(), look),
                    amount,
                    false,
                    clocks.instant());
            return page.choose(
                    looks.shown(organization.id(), currency, offers.of(organization.id(), wish)), logos, null);
        });
    }

    /// Ten times what the methods want at least, where all of them take that.
    private Optional<Money> amount(String currency) {
        List<DepositMethod> methods = references.depositMethods(currency);
        return methods.stream().map(DepositMethod::min).max(Money::compareTo).map(least -> {
            var more = new Money(least.units().max(BigInteger.ONE).multiply(TIMES), least.asset());
            return methods.stream().allMatch(method -> method.terms().admits(more)) ? more : least;
        });
    }
}
