package dev.sluice.dashboard.recipient;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CurrencyReference;
import dev.sluice.client.model.FiatDisbursementMethod;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a form asks for in one currency, and what can be chosen in it.
///
/// @param banks names of banks that can be paid in it
public record Needs(CurrencyReference currency, List<CurrencyReference> currencies, List<String> banks, Locale locale) {
    /// Has no code of ISO 3166, and payees, by the code that banks use for it.
    private static final String KOSOVO = "XK";

    private static final List<String> ALWAYS = List.of(
            "name",
            "email",
            "address",
            "city",
            "postCode",
            "reference",
            "bank.country",
            "bank.accountName",
            "bank.bankName",
            "bank.paymentCode");

    /// What some currencies ask for, and others do not.
    private static final List<String> NUMBERS =
            List.of("bank.accountNumber", "bank.ibanNumber", "bank.ifsc", "bank.branchCode");

    private static final List<String> ROUTING = List.of("bank.achNumber", "bank.fedwireNumber");
    private static final String ACCOUNT_TYPE = "bank.accountType";

    public Needs {
        currencies = List.copyOf(currencies);
        banks = List.copyOf(banks);
    }

    /// The currencies that a rail pays out, one of them chosen; empty where no rail pays out any.
    ///
    /// @param wanted a currency's code; where it is not on offer, the first that is
    /// @param kept the currency of a stored payee, which stays on offer to them; empty for a new one
    static Optional<Needs> of(SluiceClient client, String wanted, String kept, Locale locale) {
        var methods = client.disbursements().fiatMethods();
        var paid = methods.stream().map(FiatDisbursementMethod::currency).collect(Collectors.toSet());
        var currencies = client.references().currencies().stream()
                .filter(each ->
                        paid.contains(each.currency()) || each.currency().equals(kept))
                .toList();
        return Stream.concat(currencies.stream().filter(each -> each.currency().equals(wanted)), currencies.stream())
                .findFirst()
                .map(currency -> of(currency, currencies, methods, locale));
    }

    private static Needs of(
            CurrencyReference currency,
            List<CurrencyReference> currencies,
            List<FiatDisbursementMethod> methods,
            Locale locale) {
        var banks = methods.stream()
                .filter(method -> method.currency().equals(currency.currency()))
                .map(FiatDisbursementMethod::bankName)
                .distinct()
                .sorted()
                .toList();
        return new Needs(currency, currencies, banks, locale);
    }

    /// A country by its ISO 3166 code, and as it is called.
    public record Country(String code, String name) {}

    public List<Country> countries() {
        return countries(locale);
    }

    static List<Country> countries(Locale locale) {
        return Stream.concat(Arrays.stream(Locale.getISOCountries()), Stream.of(KOSOVO))
                .map(code -> new Country(code, Locale.of("", code).getDisplayCountry(locale)))
                .sorted(Comparator.comparing(Country::name))
                .toList();
    }

    /// What a currency is called in the page's language.
    public String name(CurrencyReference each) {
        return Currency.getInstance(each.currency()).getDisplayName(locale);
    }

    /// The currency's own country, where it has one.
    String ownCountry() {
        return Arrays.asList(Locale.getISOCountries()).contains(currency.countryCode()) ? currency.countryCode() : "";
    }

    /// The fields at which a form says what is wrong with them.
    Set<String> marked(RecipientForm form) {
        var marked = new HashSet<>(ALWAYS);
        NUMBERS.stream().filter(field -> shows(field, form)).forEach(marked::add);
        if (showsRouting(form)) {
            marked.addAll(ROUTING);
        }
        return marked;
    }

    /// Whether a form has a field for a number: the currency asks for it, or a payee whom a program stored has
    /// one all the same. What stood there unseen would go with any other change.
    public boolean shows(String field, RecipientForm form) {
        return asksFor(field) || !form.get(field).isEmpty();
    }

    public boolean showsRouting(RecipientForm form) {
        return Stream.concat(ROUTING.stream(), Stream.of(ACCOUNT_TYPE)).anyMatch(field -> shows(field, form));
    }

    /// A form without what the currency does not ask for.
    RecipientForm asked(RecipientForm form) {
        return form.without(Stream.of(NUMBERS, ROUTING, List.of(ACCOUNT_TYPE))
                .flatMap(List::stream)
                .filter(field -> !asksFor(field))
                .toList());
    }

    private boolean asksFor(String field) {
        return switch (field) {
            case "bank.accountNumber" -> asksForAccountNumber();
            case "bank.ibanNumber" -> asksForIban();
            case "bank.ifsc" -> asksForIfsc();
            // An IBAN names the branch, an IFSC is one, and routing numbers have their own fields.
            case "bank.branchCode" -> !asksForIban() && !asksForIfsc() && !asksForRouting();
            default -> asksForRouting();
        };
    }

    public boolean asksForIban() {
        return currency.requireIban();
    }

    public boolean asksForAccountNumber() {
        return currency.requireAccountNumber() || !currency.requireIban();
    }

    public boolean asksForRouting() {
        return currency.requireAchOrWire();
    }

    public boolean asksForIfsc() {
        return currency.requireIfsc();
    }
}
