package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.EntryDetails.Counterparty;
import dev.sluice.iso20022.Remittance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Field 86: information about an entry, in one of the usual dialects.
///
/// - German and Polish banks: a code of three digits and numbered subfields, `166?00…?20…?32…`. The first
///   character after the code is the separator;
/// - Dutch and other banks: code words, `/EREF/…/NAME/…/REMI/…`;
/// - any other text.
///
/// @param code the code of three digits; empty if there is none
/// @param returnCode code word `RTRN`; null if there is none
record Narrative(
        String code,
        @Nullable String endToEndId,
        Counterparty counterparty,
        Remittance remittance,
        @Nullable String returnCode,
        String text) {
    static final Narrative NONE = new Narrative("", null, Counterparty.NONE, Remittance.NONE, null, "");

    /// Length at which banks cut lines of field 86, and subfields.
    private static final int LINE_CUT = 65;

    private static final int SUBFIELD_CUT = 27;
    private static final int CODE_LENGTH = 3;

    static Narrative of(List<String> lines) {
        var plain = String.join("", lines);
        var subfields = subfields(plain);
        if (!subfields.isEmpty()) {
            return numbered(plain.substring(0, CODE_LENGTH), subfields, plain);
        }
        var text = Remittance.joined(lines, LINE_CUT);
        var words = CodeWords.slashed(plain);
        return words.isEmpty()
                ? new Narrative("", null, Counterparty.NONE, new Remittance(List.of(), List.of(text)), null, text)
                : slashed(words, text);
    }

    /// Returns subfields by their numbers; empty if the text is not of this dialect.
    private static Map<Integer, String> subfields(String text) {
        var found = new TreeMap<Integer, String>();
        if (text.length() < CODE_LENGTH + 3 || !isNumber(text.substring(0, CODE_LENGTH))) {
            return found;
        }
        char separator = text.charAt(CODE_LENGTH);
        if (Character.isLetterOrDigit(separator)
                || Character.isWhitespace(separator)
                || !isNumber(text.substring(CODE_LENGTH + 1, CODE_LENGTH + 3))) {
            return found;
        }
        int at = CODE_LENGTH;
        while (at >= 0 && at + 3 <= text.length()) {
            int next = next(text, separator, at + 3);
            int number = Integer.parseInt(text.substring(at + 1, at + 3));
            found.merge(number, text.substring(at + 3, next < 0 ? text.length() : next), String::concat);
            at = next;
        }
        return found;
    }

    /// Returns the position of the next separator with two digits behind it; -1 if there is none.
    private static int next(String text, char separator, int from) {
        int at = text.indexOf(separator, from);
        while (at >= 0 && (at + 3 > text.length() || !isNumber(text.substring(at + 1, at + 3)))) {
            at = text.indexOf(separator, at + 1);
        }
        return at;
    }

    private static Narrative numbered(String code, Map<Integer, String> subfields, String text) {
        var purpose = new ArrayList<String>();
        subfields.forEach((number, value) -> {
            if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) {
                purpose.add(value);
            }
        });
        var words = CodeWords.plussed(Remittance.joined(purpose, SUBFIELD_CUT));
        var name = Remittance.joined(
                List.of(subfields.getOrDefault(32, ""), subfields.getOrDefault(33, "")), SUBFIELD_CUT);
        var account = Remittance.firstOf(subfields.get(31), subfields.get(38));
        var remittance = words.isEmpty() ? purpose : List.of(words.getOrDefault("SVWZ", words.getOrDefault("VWZ", "")));
        return new Narrative(
                code,
                Remittance.provided(words.get("EREF")),
                new Counterparty(name.isEmpty() ? null : name, account, Remittance.firstOf(subfields.get(30))),
                remittance(remittance, words.isEmpty() ? SUBFIELD_CUT : 0),
                null,
                text);
    }

    private static Narrative slashed(Map<String, String> words, String text) {
        var party = CodeWords.party(words);
        return new Narrative(
                "",
                Remittance.provided(words.get("EREF")),
                party,
                remittance(List.of(CodeWords.remittance(words.getOrDefault("REMI", ""))), 0),
                Remittance.provided(words.get("RTRN")),
                text);
    }

    /// @param cut length of the lines that continue in the next one; 0 if there is one line only
    private static Remittance remittance(List<String> lines, int cut) {
        var text = cut == 0 ? String.join("", lines).strip() : Remittance.joined(lines, cut);
        return text.isEmpty() ? Remittance.NONE : new Remittance(List.of(), List.of(text));
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(each -> each >= '0' && each <= '9');
    }
}
