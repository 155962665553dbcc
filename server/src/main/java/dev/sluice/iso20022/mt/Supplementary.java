package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Amount;
import org.jspecify.annotations.Nullable;

/// Second line of field 61: original amount and charges, as `/OCMT/EUR11,85//CHGS/EUR0,50/`.
final class Supplementary {
    private static final String CHARGES = "/CHGS/";

    private Supplementary() {}

    /// Returns the charges; null if there are none.
    static @Nullable Amount charges(String text) {
        int begin = text.indexOf(CHARGES);
        if (begin < 0) {
            return null;
        }
        var rest = text.substring(begin + CHARGES.length());
        var currency = MtReader.currency(rest, 0);
        int end = rest.indexOf('/');
        var value = MtDates.amount(
                rest.substring(currency.length(), Math.max(currency.length(), end < 0 ? rest.length() : end)));
        return currency.isEmpty() || value.isEmpty() ? null : new Amount(value.get(), currency);
    }
}
