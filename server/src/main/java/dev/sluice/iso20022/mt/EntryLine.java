package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.mt.MtMessage.Field;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Field 61: value date, entry date, mark, funds code, amount, transaction type, references and supplementary
/// details.
///
/// Marks are `C`, `D`, `RC` (reversal of a credit, so a debit), `RD` (reversal of a debit, so a credit), and in
/// MT942 also `EC` and `ED` (expected). The third letter of the currency may follow the mark. Only the first three
/// parts, the mark and the amount are required; banks leave out or shift the others.
///
/// @param amount signed
/// @param type such as `NTRF`; empty if it is missing
/// @param supplementary text of the second line; empty if there is none
record EntryLine(
        @Nullable LocalDate valueOn,
        @Nullable LocalDate entryOn,
        Mark mark,
        BigDecimal amount,
        String type,
        References references,
        String supplementary) {
    private static final int DATE_LENGTH = 6;
    private static final int ENTRY_DATE_LENGTH = 4;
    private static final int TYPE_LENGTH = 4;

    /// @param reversal the entry takes an earlier one back
    /// @param expected the entry is announced and not booked
    record Mark(boolean credit, boolean reversal, boolean expected) {}

    record References(@Nullable String customer, @Nullable String bank) {}

    static EntryLine of(Field field) throws Unreadable {
        return new Parser(field).read();
    }

    /// A position in the text of the field.
    private static final class Parser {
        private final Field field;
        private final String text;
        private int at;

        private Parser(Field field) {
            this.field = field;
            this.text = String.join("\n", field.lines());
        }

        private EntryLine read() throws Unreadable {
            skipSpace();
            var date = digits(DATE_LENGTH);
            var valueOn = MtDates.date(date);
            if (valueOn == null) {
                throw wrong("the value date");
            }
            skipSpace();
            var day = digits(ENTRY_DATE_LENGTH);
            skipSpace();
            var mark = mark();
            skipSpace();
            var amount = amount();
            skipSpace();
            var type = type();
            int line = text.indexOf('\n', at);
            var references = text.substring(at, line < 0 ? text.length() : line);
            var supplementary = line < 0 ? "" : text.substring(line + 1).replace("\n", "");
            return new EntryLine(
                    valueOn,
                    day.length() == ENTRY_DATE_LENGTH ? MtDates.near(valueOn, day) : null,
                    mark,
                    mark.credit() ? amount : amount.negate(),
                    type,
                    references(references),
                    supplementary);
        }

        private void skipSpace() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        /// Returns the digits at the position, if there are as many.
        private String digits(int count) {
            int end = at;
            while (end < text.length() && end - at < count && isDigit(text.charAt(end))) {
                end++;
            }
            if (end - at < count) {
                return "";
            }
            var found = text.substring(at, end);
            at = end;
            return found;
        }

        private Mark mark() throws Unreadable {
            boolean reversal = take('R');
            boolean expected = !reversal && take('E');
            boolean credit = take('C');
            if (!credit && !take('D')) {
                throw wrong("the mark C or D");
            }
            // The third letter of the currency.
            if (at < text.length() && text.charAt(at) >= 'A' && text.charAt(at) <= 'Z') {
                at++;
            }
            return new Mark(credit != reversal, reversal, expected);
        }

        private BigDecimal amount() throws Unreadable {
            int begin = at;
            while (at < text.length()
                    && (isDigit(text.charAt(at)) || text.charAt(at) == ',' || text.charAt(at) == '.')) {
                at++;
            }
            return MtDates.amount(text.substring(begin, at)).orElseThrow(() -> wrong("an amount such as 12,50"));
        }

        private String type() {
            boolean typed = at + TYPE_LENGTH <= text.length()
                    && "NFS".indexOf(text.charAt(at)) >= 0
                    && text.substring(at, at + TYPE_LENGTH).indexOf('\n') < 0;
            if (!typed) {
                return "";
            }
            at += TYPE_LENGTH;
            return text.substring(at - TYPE_LENGTH, at).strip();
        }

        private static References references(String text) {
            int bank = text.indexOf("//");
            return bank < 0
                    ? new References(Remittance.provided(text), null)
                    : new References(
                            Remittance.provided(text.substring(0, bank)),
                            Remittance.provided(text.substring(bank + 2)));
        }

        private boolean take(char letter) {
            boolean there = at < text.length() && text.charAt(at) == letter;
            at += there ? 1 : 0;
            return there;
        }

        private static boolean isDigit(char each) {
            return each >= '0' && each <= '9';
        }

        private Unreadable wrong(String expected) {
            return new Unreadable("line " + field.line() + ", column " + (":61:".length() + at + 1)
                    + ": an entry (field 61) lacks " + expected
                    + "; the file is cut off or damaged: fetch it again, or ask the bank to send it again");
        }
    }
}
