package dev.sluice.recipient;

/// What a currency requires of bank details: the `require…` flags of its reference record.
public record CurrencyRules(
        boolean requireBankName,
        boolean requireIfsc,
        boolean requireIban,
        boolean requireAchOrWire,
        boolean requireAccountNumber) {

    /// What is required where nobody knows the currency.
    static final CurrencyRules NONE = new CurrencyRules(false, false, false, false, false);

    /// The rules of a currency that asks for nothing of its own: bank name and account number.
    public static final CurrencyRules BANK_NAME_AND_ACCOUNT = new CurrencyRules(true, false, false, false, true);

    /// The same but for what stored details lack already: who was given with a payout has what the payout took,
    /// which may be less, and whoever changes their name need not add to it.
    CurrencyRules asMetBy(BankDetails stored) {
        var code = stored.paymentCode();
        var account = stored.accountNumber();
        return new CurrencyRules(
                requireBankName && stored.bankName() != null,
                requireIfsc && (stored.ifsc() != null || (code != null && RoutingCodes.looksLikeIfsc(code))),
                requireIban && (stored.ibanNumber() != null || (account != null && Ibans.looksLikeOne(account))),
                requireAchOrWire && (stored.achNumber() != null || stored.fedwireNumber() != null),
                requireAccountNumber && account != null);
    }
}
