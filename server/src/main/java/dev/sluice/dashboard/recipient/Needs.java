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

/// Fields that a currency requires, and the options for them.
///
/// @param banks names of the banks that can be paid in the currency
public record Needs(CurrencyReference currency, List<CurrencyReference> currencies, List<String> banks, Locale locale) {
    /// Code that banks use for Kosovo, which ISO 3166 lacks and where recipients exist.
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

    /// Fields that only some currencies require.
    private static final List<String> NUMBERS =
            List.of("bank.accountNumber", "bank.ibanNumber", "bank.ifsc", "bank.branchCode");

    private static final List<String> ROUTING = List.of("bank.achNumber", "bank.fedwireNumber");
    private static final String ACCOUNT_TYPE = "bank.accountType";

    public Needs {
        currencies = List.copyOf(currencies);
        banks = List.copyOf(banks);
    }

    /// Returns the currencies that a rail pays out, with one of them chosen; empty if there are none.
    ///
    /// @param wanted code of the chosen currency; if it is not available, the first available one is chosen
    /// @param stored currency of a saved recipient, which stays available to them; empty for a new one
    static Optional<Needs> of(SluiceClient client, String wanted, String stored, Locale locale) {
        var methods = client.disbursements().fiatMethods();
        var paid = currencies(methods);
        var currencies = client.references().currencies().stream()
                .filter(each ->
                        paid.contains(each.currency()) || each.currency().equals(stored))
                .toList();
        return Stream.concat(currencies.stream().filter(each -> each.currency().equals(wanted)), currencies.stream())
                .findFirst()
                .map(currency -> of(currency, currencies, methods, locale));
    }

    /// Returns the codes of the currencies that a rail pays out.
    static Set<String> paid(SluiceClient client) {
        return currencies(client.disbursements().fiatMethods());
    }

    private static Set<String> currencies(List<FiatDisbursementMethod> methods) {
        return methods.stream().map(FiatDisbursementMethod::currency).collect(Collectors.toSet());
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

    /// Country with its ISO 3166 code and its name.
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

    /// Returns the name of a currency in the page's language.
    public String name(CurrencyReference each) {
        return Currency.getInstance(each.currency()).getDisplayName(locale);
    }

    /// Returns the currency's own country; empty if it has none.
    String ownCountry() {
        return Arrays.asList(Locale.getISOCountries()).contains(currency.countryCode()) ? currency.countryCode() : "";
    }

    /// Returns the fields at which the form shows problems.
    Set<String> marked(RecipientForm form) {
        var marked = new HashSet<>(ALWAYS);
        NUMBERS.stream().filter(field -> shows(field, form)).forEach(marked::add);
        if (showsRouting(form)) {
            marked.addAll(ROUTING);
        }
        return marked;
    }

    /// Reports whether the form has a field for a number. It has one if the currency requires the number, or if a
    /// program stored one for the recipient. If such a value were hidden, any other change would delete it.
    public boolean shows(String field, RecipientForm form) {
        return asksFor(field) || !form.get(field).isEmpty();
    }

    public boolean showsRouting(RecipientForm form) {
        return Stream.concat(ROUTING.stream(), Stream.of(ACCOUNT_TYPE)).anyMatch(field -> shows(field, form));
    }

    /// Returns the form without the fields that the currency does not require.
    RecipientForm required(RecipientForm form) {
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
            // An IBAN contains the branch, an IFSC identifies it, and routing numbers have their own
            // fields.
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
