package dev.sluice.iso20022.xml;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.Unreadable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of elements: amounts, dates, indicators, identifiers, reasons.
public final class Values {
    private static final int DATE_LENGTH = 10;
    private static final String CREDIT = "CRDT";
    private static final String DEBIT = "DBIT";

    private Values() {}

    /// Returns an amount without a sign of its own.
    ///
    /// @throws Unreadable if the text is no number, or the currency is missing
    public static Amount amount(XmlNode node) throws Unreadable {
        var number = Amount.decimal(node.text(), '.');
        var currency = node.currency();
        if (number.isEmpty() || currency == null || currency.isEmpty()) {
            throw new Unreadable(node.position() + ": " + node.name() + " is no amount with a currency: '"
                    + shortened(node.text()) + "'; ask the bank to send the file again");
        }
        return new Amount(number.get(), currency);
    }

    /// Returns true for a credit.
    ///
    /// @throws Unreadable if the indicator is missing or unknown
    public static boolean isCredit(@Nullable XmlNode indicator, String position) throws Unreadable {
        var text = indicator == null ? "" : indicator.text();
        return switch (text) {
            case CREDIT -> true;
            case DEBIT -> false;
            default ->
                throw new Unreadable(position + ": CdtDbtInd is neither CRDT nor DBIT: '" + shortened(text)
                        + "'; ask the bank to send the file again");
        };
    }

    /// Returns a date that is given as `Dt`, as `DtTm`, or as the text itself.
    public static @Nullable LocalDate date(@Nullable XmlNode node, Findings findings) {
        if (node == null) {
            return null;
        }
        var text = Remittance.firstOf(node.text("Dt"), node.text("DtTm"), node.text());
        if (text == null) {
            return null;
        }
        try {
            return LocalDate.parse(text.length() > DATE_LENGTH ? text.substring(0, DATE_LENGTH) : text);
        } catch (DateTimeParseException noDate) {
            findings.problem(node.position() + ": " + node.name() + " is no date: '" + shortened(text) + "'");
            return null;
        }
    }

    /// Returns true unless the indicator is missing or says false: a damaged indicator may be a reversal.
    public static boolean isTrue(@Nullable String indicator) {
        return indicator != null && !indicator.equals("false") && !indicator.equals("0");
    }

    /// Returns the IBAN, else another identification of an account (`DbtrAcct`, `Acct`).
    public static @Nullable String account(@Nullable XmlNode node) {
        return node == null
                ? null
                : Remittance.firstOf(
                        node.text("Id", "IBAN"),
                        node.text("Id", "Othr", "Id"),
                        node.text("Id", "PrtryAcct", "Id"),
                        node.text("Id", "BBAN"),
                        node.text("Prxy", "Id"));
    }

    /// Returns the reasons of a status (`StsRsnInf`, `CxlStsRsnInf`, `CxlRsnInf`).
    public static List<StatusReason> reasons(List<XmlNode> nodes) {
        var reasons = new ArrayList<StatusReason>();
        for (var node : nodes) {
            var text = String.join(
                    " ", node.all("AddtlInf").stream().map(XmlNode::text).toList());
            reasons.add(new StatusReason(Remittance.firstOf(node.code("Rsn"), node.code("StsRsn")), text));
        }
        return reasons;
    }

    /// Returns a decimal number; null if there is none.
    public static @Nullable BigDecimal number(@Nullable String text) {
        return text == null ? null : Amount.decimal(text, '.').orElse(null);
    }

    static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
