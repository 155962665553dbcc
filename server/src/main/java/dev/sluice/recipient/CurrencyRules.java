package dev.sluice.recipient;

/// Bank details that a currency requires: the `require…` flags of its reference record.
public record CurrencyRules(
        boolean requireBankName,
        boolean requireIfsc,
        boolean requireIban,
        boolean requireAchOrWire,
        boolean requireAccountNumber) {

    /// Rules of an unknown currency: nothing is required.
    static final CurrencyRules NONE = new CurrencyRules(false, false, false, false, false);

    /// Rules of a currency without requirements of its own: bank name and account number.
    public static final CurrencyRules BANK_NAME_AND_ACCOUNT = new CurrencyRules(true, false, false, false, true);

    /// Returns these rules without those that stored details already fail. A recipient stored with a payout has
    /// the details that the payout required, which may be fewer. A change of the recipient's name need not add
    /// any.
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
