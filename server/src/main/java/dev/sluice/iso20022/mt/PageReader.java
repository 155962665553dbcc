package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Balance;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.EntryDetails.References;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.PaymentReturn;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.camt.ReturnCodes;
import dev.sluice.iso20022.mt.MtMessage.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one message as a page of a statement.
final class PageReader {
    private static final int CURRENCY_LENGTH = 3;

    private final MtMessage message;
    private final Findings findings;
    private final List<Entry> entries = new ArrayList<>();
    private String currency = "";
    private @Nullable String msgId;
    private @Nullable String account;
    private @Nullable String number;
    private @Nullable Balance opening;
    private @Nullable Balance closing;
    private @Nullable EntryLine entry;
    private @Nullable Narrative narrative;

    PageReader(MtMessage message, Findings findings) {
        this.message = message;
        this.findings = findings;
    }

    StatementMessage read() throws Unreadable {
        currency = currency();
        for (var field : message.fields()) {
            field(field);
        }
        finishEntry();
        checkTotals();
        var page = new Statement(
                msgId,
                account == null ? null : Account.of(account, currency),
                number,
                currency.isEmpty() ? null : currency,
                new Statement.Balances(opening, closing),
                entries);
        return new StatementMessage(msgId, List.of(page));
    }

    /// Returns the currency of the balances; a few banks leave it out of one of them. MT942 has it in its limits.
    private String currency() {
        for (var field : message.fields()) {
            var text = field.first();
            var found = switch (field.tag()) {
                case "60F", "60M", "62F", "62M" -> MtReader.currency(text, 1 + "YYMMDD".length());
                case "34F" -> MtReader.currency(text, 0);
                case "90D", "90C" -> MtReader.currency(text, countLength(text));
                default -> "";
            };
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    private void field(Field field) throws Unreadable {
        switch (field.tag()) {
            case "20" -> msgId = Remittance.firstOf(field.first());
            case "25", "25P" -> account = Remittance.firstOf(field.first());
            case "28", "28C" -> number = Remittance.firstOf(field.first());
            case "60F", "60M" -> opening = MtBalance.read(field, currency);
            case "61" -> {
                finishEntry();
                findings.count();
                if (currency.isEmpty()) {
                    throw new Unreadable("line " + field.line() + ": no field of the message names its currency;"
                            + " ask the bank to send the file again");
                }
                entry = EntryLine.of(field);
            }
            case "86" -> {
                if (entry != null && narrative == null) {
                    narrative = Narrative.of(field.lines());
                }
            }
            case "NS" -> {
                if (entry != null && narrative == null) {
                    narrative = Notes.of(field.lines());
                }
            }
            case "62F", "62M" -> {
                finishEntry();
                closing = MtBalance.read(field, currency);
            }
            default -> {
                // Available balances, limits and related references decide nothing.
            }
        }
    }

    private void finishEntry() {
        var line = entry;
        if (line == null) {
            return;
        }
        var text = narrative == null ? Narrative.NONE : narrative;
        var amount = new Amount(line.amount(), currency);
        var returned = returned(line, text);
        var details = narrative == null
                ? List.<EntryDetails>of()
                : List.of(new EntryDetails(
                        amount,
                        new References(text.endToEndId(), line.references().bank(), null, null, null, null),
                        text.counterparty(),
                        text.remittance(),
                        returned,
                        Supplementary.charges(line.supplementary()),
                        null));
        boolean pending = message.isInterim() || line.mark().expected();
        entries.add(new Entry(
                amount,
                new Entry.Booking(
                        pending ? Entry.Booking.PENDING : Entry.Booking.BOOKED,
                        line.entryOn(),
                        line.valueOn(),
                        line.mark().reversal()),
                new Entry.References(
                        line.references().customer(), line.references().bank()),
                returned,
                details,
                text.text(),
                text.code().isEmpty() ? line.type() : line.type() + "+" + text.code()));
        entry = null;
        narrative = null;
    }

    private static @Nullable PaymentReturn returned(EntryLine line, Narrative text) {
        var code = Remittance.firstOf(text.returnCode(), ReturnCodes.ofMt(line.type(), text.code()));
        if (code != null) {
            return new PaymentReturn(code);
        }
        return line.mark().reversal() ? new PaymentReturn(PaymentReturn.REVERSAL) : null;
    }

    /// Compares the counts and sums of MT942 (fields 90D and 90C) with the entries.
    private void checkTotals() {
        for (var field : message.fields()) {
            if (field.tag().startsWith("90")) {
                boolean credit = field.tag().equals("90C");
                var side = entries.stream()
                        .filter(each -> each.amount().signum() >= 0 == credit)
                        .toList();
                var sum =
                        side.stream().map(each -> each.amount().value().abs()).reduce(BigDecimal.ZERO, BigDecimal::add);
                var text = field.first();
                int digits = countLength(text);
                var count = Amount.decimal(text.substring(0, digits), ',').orElse(BigDecimal.ZERO);
                int begin = Math.min(text.length(), digits + CURRENCY_LENGTH);
                var total = MtDates.amount(text.substring(begin)).orElse(BigDecimal.ZERO);
                if (count.compareTo(BigDecimal.valueOf(side.size())) != 0 || total.compareTo(sum) != 0) {
                    findings.problem("line " + field.line() + ": field " + field.tag() + " says " + text + ", but there"
                            + " are " + side.size() + " entries with a sum of " + sum.toPlainString());
                }
            }
        }
    }

    private static int countLength(String text) {
        int length = 0;
        while (length < text.length() && Character.isDigit(text.charAt(length))) {
            length++;
        }
        return length;
    }
}
