package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.EntryDetails.Counterparty;
import dev.sluice.iso20022.Remittance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Code words inside of field 86: `/EREF/…` of Dutch and other banks, `EREF+…` of German banks.
final class CodeWords {
    private static final Set<String> SLASHED = Set.of(
            "ACCW", "ADDR", "BENM", "BIC", "BO", "CHGS", "CNTP", "CSID", "EREF", "EXCH", "IBAN", "ID", "INST", "IREF",
            "ISDT", "KREF", "MARF", "NAME", "NRTX", "OCMT", "ORDP", "PREF", "PURP", "REMI", "RTRN", "SVCL", "TRCD",
            "TRTP", "ULTB", "ULTC", "ULTD", "UDTR", "UCRD", "TRAN");

    private static final Set<String> PLUSSED = Set.of(
            "ABWA", "ABWE", "ANAM", "BIC", "BREF", "COAM", "CRED", "DEBT", "DDAT", "EREF", "IBAN", "KREF", "MDAT",
            "MREF", "OAMT", "PURP", "RCUR", "RREF", "SQTP", "SVWZ", "VWZ");

    /// Code words that alone show the dialect; `ID` or `BO` may be part of any text.
    private static final Set<String> TELLING = Set.of("EREF", "REMI", "CNTP", "TRTP", "RTRN", "MARF", "BENM", "ORDP");

    private static final int WORD_LENGTH_MAX = 4;

    private CodeWords() {}

    /// Returns texts by their code words; empty if the text has none of this dialect. The first of equal words
    /// counts.
    static Map<String, String> slashed(String text) {
        var words = new LinkedHashMap<String, String>();
        @Nullable String word = null;
        int begin = 0;
        int at = text.indexOf('/');
        while (at >= 0) {
            int end = text.indexOf('/', at + 1);
            var found = end < 0 || end - at - 1 > WORD_LENGTH_MAX ? "" : text.substring(at + 1, end);
            if (SLASHED.contains(found)) {
                put(words, word, text.substring(begin, at));
                word = found;
                begin = end + 1;
            }
            at = end;
        }
        put(words, word, text.substring(begin));
        return words.keySet().stream().anyMatch(TELLING::contains) ? words : Map.of();
    }

    /// Returns texts by their code words; empty if the text has none of this dialect.
    static Map<String, String> plussed(String text) {
        var words = new LinkedHashMap<String, String>();
        @Nullable String word = null;
        int begin = 0;
        int plus = text.indexOf('+');
        while (plus >= 0) {
            int start = plus;
            while (start > begin && plus - start < WORD_LENGTH_MAX && Character.isUpperCase(text.charAt(start - 1))) {
                start--;
            }
            var found = text.substring(start, plus);
            if (PLUSSED.contains(found)) {
                put(words, word, text.substring(begin, start));
                word = found;
                begin = plus + 1;
            }
            plus = text.indexOf('+', plus + 1);
        }
        put(words, word, text.substring(begin));
        return words;
    }

    /// Returns the counterparty: `CNTP` has account, BIC, name and town; others have a word for each.
    static Counterparty party(Map<String, String> words) {
        var together = words.get("CNTP");
        if (together != null) {
            var parts = List.of(together.split("/", 5));
            return new Counterparty(part(parts, 2), part(parts, 0), part(parts, 1));
        }
        return new Counterparty(
                Remittance.firstOf(words.get("NAME"), words.get("BENM"), words.get("ORDP")),
                Remittance.firstOf(words.get("IBAN"), words.get("ACCW")),
                Remittance.firstOf(words.get("BIC")));
    }

    /// Returns the text of `REMI` without the words for unstructured and structured text.
    static String remittance(String text) {
        for (var form : List.of("USTD//", "STRD/CUR/", "STRD/")) {
            if (text.startsWith(form)) {
                return text.substring(form.length()).strip();
            }
        }
        return text;
    }

    private static @Nullable String part(List<String> parts, int at) {
        return parts.size() > at ? Remittance.firstOf(parts.get(at)) : null;
    }

    private static void put(Map<String, String> words, @Nullable String word, String text) {
        if (word != null) {
            var value = text.strip();
            while (value.endsWith("/")) {
                value = value.substring(0, value.length() - 1).strip();
            }
            words.putIfAbsent(word, value);
        }
    }
}
