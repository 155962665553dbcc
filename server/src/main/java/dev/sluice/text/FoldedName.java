package dev.sluice.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A name reduced to the part that distinguishes recipients: sorted words without case, accents, punctuation and
/// titles.
///
/// Scripts other than Latin and Greek keep their marks, since those are letters there. Patronymic particles (bin,
/// binti, a/l) are kept, since they distinguish a son from a daughter.
///
/// @param words sorted words; empty if the name has neither letters nor digits
/// @param forms removed company forms, such as `pt` or `ltd`
/// @param spoken words in their original order
record FoldedName(List<String> words, Set<String> forms, List<String> spoken) {
    /// Longer names are truncated to bound the cost of a comparison with any bank's answer.
    private static final int LENGTH_MAX = 280;

    private static final Pattern ACCENTS = Pattern.compile("(?<=[\\p{IsLatin}\\p{IsGreek}])[\\u0300-\\u036f]+");
    private static final Pattern APOSTROPHES = Pattern.compile("['’‘ʼ`]");
    private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");
    /// Letters with dots: initials (J. P.) or a company form (S.A.).
    private static final Pattern DOTTED = Pattern.compile("(?<![\\p{L}\\p{N}])(?:\\p{L}\\.\\s?)+(?:\\p{L}(?!\\p{L}))?");
    /// Malaysian and Singaporean "child of": a/l, a/p, s/o, d/o.
    private static final Pattern CHILD_OF = Pattern.compile("\\b([asd])/([lpo])\\b");

    private static final Map<String, String> LETTERS =
            Map.of("đ", "d", "ø", "o", "ł", "l", "æ", "ae", "œ", "oe", "þ", "th", "ð", "d");
    private static final Map<String, String> ABBREVIATIONS = Map.ofEntries(
            Map.entry("mohd", "mohamad"),
            Map.entry("muhd", "muhamad"),
            Map.entry("muh", "muhamad"),
            Map.entry("moh", "mohamad"),
            Map.entry("md", "mohamad"),
            Map.entry("bte", "binti"),
            Map.entry("bt", "binti"),
            Map.entry("jr", "junior"),
            Map.entry("company", "co"),
            Map.entry("limited", "ltd"),
            Map.entry("incorporated", "inc"),
            Map.entry("corporation", "corp"),
            Map.entry("berhad", "bhd"),
            Map.entry("sendirian", "sdn"),
            Map.entry("private", "pvt"));
    private static final Map<Pattern, String> DOTTED_WORDS = Map.of(
            Pattern.compile("\\bma\\."), "maria ",
            Pattern.compile("\\bsta\\."), "santa ",
            Pattern.compile("\\bsto\\."), "santo ");
    private static final Set<String> TITLES = Set.of(
            "mr", "mrs", "ms", "miss", "mdm", "madam", "dr", "dra", "prof", "sr", "sra", "srta", "herr", "frau", "shri",
            "smt", "encik", "puan", "cik", "dato", "datuk", "tn", "ny", "bpk", "ibu", "sdr", "sdri", "khun");
    private static final Set<String> FORMS = Set.of(
            "pt", "cv", "ud", "tbk", "ltd", "llc", "llp", "plc", "inc", "corp", "gmbh", "sdn", "bhd", "pte", "pty",
            "pvt", "ltda", "eireli", "srl", "sarl", "sas", "kgaa", "mbh");
    /// Forms that are also names (Sá, Co, As), so that they count as forms only with dots.
    private static final Set<String> DOTTED_FORMS =
            Set.of("sa", "ag", "kg", "ab", "bv", "nv", "as", "se", "spa", "sl", "co", "sapi", "oy", "kk");

    private static final List<Phrase> PHRASES = List.of(
            new Phrase("\\bs\\.?\\s*a\\.?\\s*(?:p\\.?\\s*i\\.?\\s*)?de\\s*c\\.?\\s*v\\b\\.?", "sadecv"),
            new Phrase("\\bs\\.?\\s*de\\s*r\\.?\\s*l\\b\\.?(?:\\s*de\\s*c\\.?\\s*v\\b\\.?)?", "srl"),
            new Phrase("\\bcong ty (?:tnhh|trach nhiem huu han|co phan|cp)(?: mtv| mot thanh vien)?\\b", "congty"),
            new Phrase("股份有限公司|有限责任公司|有限公司", "gongsi"),
            new Phrase("株式会社|\\(株\\)", "kabushiki"),
            new Phrase("有限会社|\\(有\\)", "yugen"),
            new Phrase("合同会社", "godo"),
            new Phrase(accentless("บริษัท|จำกัด|\\(มหาชน\\)"), "borisat"));
    private static final Pattern THAI_TITLES = Pattern.compile(accentless("^(?:นางสาว|นาย|นาง|น\\.ส\\.)"));

    /// A company form of several words, or one without a space before the name.
    private record Phrase(Pattern pattern, String form) {
        Phrase(String regex, String form) {
            this(Pattern.compile(regex), form);
        }
    }

    FoldedName {
        words = List.copyOf(words);
        forms = Set.copyOf(forms);
        spoken = List.copyOf(spoken);
    }

    private FoldedName(List<String> spoken, Set<String> forms) {
        this(spoken.stream().sorted().toList(), forms, spoken);
    }

    /// Returns a copy with other words.
    FoldedName with(List<String> others) {
        return new FoldedName(others, forms);
    }

    /// Returns true if there is nothing to compare.
    boolean isEmpty() {
        return words.isEmpty();
    }

    /// Returns true if the word is a company form that is also a name, such as Sá and S.A.
    static boolean isDoubtfulForm(String word) {
        return DOTTED_FORMS.contains(word);
    }

    static FoldedName of(String name) {
        var cut = name.length() > LENGTH_MAX ? name.substring(0, LENGTH_MAX) : name;
        var forms = new HashSet<String>();
        var text = letters(accentless(cut.strip()));
        text = THAI_TITLES.matcher(text).replaceFirst("");
        for (var phrase : PHRASES) {
            var matcher = phrase.pattern().matcher(text);
            if (matcher.find()) {
                forms.add(phrase.form());
                text = matcher.replaceAll(" ");
            }
        }
        text = DOTTED.matcher(expanded(text)).replaceAll(dotted -> undotted(dotted, forms));
        text = CHILD_OF.matcher(text).replaceAll("$1$2");
        text = APOSTROPHES.matcher(text).replaceAll("").replace("&", " and ");
        return ofWords(
                SEPARATORS.splitAsStream(text).filter(word -> !word.isEmpty()).toList(), forms);
    }

    private static FoldedName ofWords(List<String> all, Set<String> forms) {
        var words = new ArrayList<String>();
        for (var raw : all) {
            var word = ABBREVIATIONS.getOrDefault(raw, raw);
            if (FORMS.contains(word)) {
                forms.add(word);
            } else if (!TITLES.contains(word)) {
                words.add(word);
            }
        }
        if (words.isEmpty() && !all.isEmpty()) {
            return new FoldedName(all, Set.of());
        }
        return new FoldedName(words, forms);
    }

    /// Unifies compatibility forms, removes accents and folds case.
    private static String accentless(String text) {
        var apart = Normalizer.normalize(text, Normalizer.Form.NFKD);
        var bare = Normalizer.normalize(ACCENTS.matcher(apart).replaceAll(""), Normalizer.Form.NFC);
        return bare.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static String letters(String text) {
        var result = text;
        for (var letter : LETTERS.entrySet()) {
            result = result.replace(letter.getKey(), letter.getValue());
        }
        return result;
    }

    private static String expanded(String text) {
        var result = text;
        for (var word : DOTTED_WORDS.entrySet()) {
            result = word.getKey().matcher(result).replaceAll(word.getValue());
        }
        return result;
    }

    /// Separates initials and removes company forms (with dots but no spaces).
    private static String undotted(MatchResult dotted, Set<String> forms) {
        var compact = dotted.group().strip();
        var word = compact.replace(".", "");
        if (FORMS.contains(word) || DOTTED_FORMS.contains(word)) {
            forms.add(word);
            return " ";
        }
        return " " + compact.replace('.', ' ') + " ";
    }
}
