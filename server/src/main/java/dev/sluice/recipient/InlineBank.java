package dev.sluice.recipient;

import dev.sluice.reference.Currency;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.util.Optional;
import java.util.Set;

/// Rules for an inline recipient of a payout, given by four fields and the codes of a branch. The account number takes
/// the place of the number that the currency requires: an IBAN for EUR and CHF, without a bank. The bank's code has to
/// be a payout method's, and its name must not be another bank's. The country is the IBAN's, else that of the payout
/// method's bank. A test number of the sandbox is no IBAN: with a method that reaches any bank it counts as German, as
/// the sandbox's own IBANs are.
final class InlineBank {
    private static final Set<String> SENT = Set.of(
            "bankName",
            "accountName",
            "accountNumber",
            "branchCode",
            "achNumber",
            "fedwireNumber",
            "ifsc",
            "accountType");
    /// Country code of currencies and methods with several countries; no account is in it.
    private static final String SEVERAL = "EU";
    private static final String SPARED = "DE";
    private static final CurrencyRules ACCOUNT = new CurrencyRules(false, false, false, false, true);

    private final References references;
    private final BankRules rules;
    private final PhoneAccounts phones;

    InlineBank(References references, BankRules rules) {
        this.references = references;
        this.rules = rules;
        this.phones = new PhoneAccounts(references, rules);
    }

    BankDetails checked(BankFields bank, BankDetails given, Currency currency) {
        var typed = phones.inOneForm(
                given.toBuilder().currency(currency.code()).build().normalised());
        var method = PayoutMethods.byCode(references, typed);
        if (method.isEmpty() && typed.paymentCode() != null) {
            bank.named(
                    Refusal.PAYMENT_METHOD_NOT_FOUND,
                    "bankCode",
                    "must be the bankCode of a payment method in " + currency.code());
        }
        var home = method.map(PayoutMethod::country).orElse(currency.country());
        var details = typed.toBuilder().country(country(typed, currency, home)).build();
        var required = currency.required().iban() ? ACCOUNT : CurrencyRules.BANK_NAME_AND_ACCOUNT;
        for (var problem :
                rules.check(details, required, phones.country(details).orElse(null))) {
            var name = BankFields.name(problem);
            if (SENT.contains(name)) {
                bank.add(name, problem.code().name(), problem.message());
            }
        }
        new NamedBanks(references).check(bank, details);
        var account = details.accountNumber();
        if (currency.required().iban() && account != null && !Ibans.looksLikeOne(account) && !rules.spares(account)) {
            bank.add("accountNumber", Problem.Code.INVALID_FORMAT.name(), "must be an IBAN in this currency");
        }
        return details;
    }

    private static String country(BankDetails details, Currency currency, String home) {
        var ofIban = Optional.ofNullable(details.accountNumber())
                .filter(_ -> currency.required().iban())
                .flatMap(Ibans::country);
        return ofIban.orElse(home.equals(SEVERAL) ? SPARED : home);
    }
}
