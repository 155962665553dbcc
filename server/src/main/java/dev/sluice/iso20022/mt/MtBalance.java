package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Balance;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.mt.MtMessage.Field;

/// Fields 60 and 62: mark, date, currency and amount, as `C200608EUR1250,00`.
final class MtBalance {
    private static final int DATE_END = 1 + "YYMMDD".length();

    private MtBalance() {}

    /// @param fallback currency of the page, for a balance without one
    static Balance read(Field field, String fallback) throws Unreadable {
        var text = field.first().replace(" ", "");
        boolean credit = text.startsWith("C");
        if (text.length() < DATE_END || (!credit && !text.startsWith("D"))) {
            throw damaged(field);
        }
        var own = MtReader.currency(text, DATE_END);
        var currency = own.isEmpty() ? fallback : own;
        var value = MtDates.wholeAmount(text.substring(DATE_END + own.length())).orElseThrow(() -> damaged(field));
        if (currency.isEmpty()) {
            throw damaged(field);
        }
        var amount = new Amount(credit ? value : value.negate(), currency);
        return new Balance(
                amount, MtDates.date(text.substring(1, DATE_END)), field.tag().endsWith("M"));
    }

    private static Unreadable damaged(Field field) {
        return new Unreadable("line " + field.line() + ": field " + field.tag() + " is no balance such as"
                + " C200608EUR1250,00; the file is cut off or damaged: fetch it again, or ask the bank to send it"
                + " again");
    }
}
