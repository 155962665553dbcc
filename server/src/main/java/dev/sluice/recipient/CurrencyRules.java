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
}
