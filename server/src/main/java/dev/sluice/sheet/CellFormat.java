package dev.sluice.sheet;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Number format of a cell (ECMA-376 part 1, 18.8.30 and 18.8.31), which determines the displayed value.
///
/// @param id format id; below 164 its meaning is fixed
/// @param code format code such as `#,##0.00`; null if neither the file nor the standard defines one
record CellFormat(int id, @Nullable String code) {
    private static final String GENERAL = "general";
    /// Built-in formats that files do not define. Formats 5 to 8 and 41 to 44 show a national currency beside the
    /// number.
    private static final Map<Integer, String> IMPLIED = Map.ofEntries(
            Map.entry(0, GENERAL),
            Map.entry(5, "#,##0"),
            Map.entry(6, "#,##0"),
            Map.entry(7, "#,##0.00"),
            Map.entry(8, "#,##0.00"),
            Map.entry(23, GENERAL),
            Map.entry(24, GENERAL),
            Map.entry(25, GENERAL),
            Map.entry(26, GENERAL),
            Map.entry(41, "#,##0"),
            Map.entry(42, "#,##0"),
            Map.entry(43, "#,##0.00"),
            Map.entry(44, "#,##0.00"));

    /// Quoted texts, escaped letters, fillers and spaces, and brackets with colours, currencies and conditions,
    /// but not elapsed times.
    private static final Pattern LITERAL =
            Pattern.compile("\"[^\"]*\"?|[\\\\_*].?|\\[(?!h+]|m+]|s+])[^\\]]*]", Pattern.CASE_INSENSITIVE);

    /// Literals with digits that are displayed but not stored: `"0"#` shows a zero that the number does not have.
    private static final Pattern ADDED = Pattern.compile("[\"\\\\*][^0-9]*[0-9].*|\\[\\$[^0-9-]*[0-9].*");

    private static final Pattern CONDITION = Pattern.compile("\\[[<>=]");
    private static final Pattern DATE = Pattern.compile("[ymdhsgb]|e(?![+-])");
    private static final Pattern NO_PLACE = Pattern.compile("[1-9]");
    private static final Pattern PLACE = Pattern.compile("[0#?]");
    /// Percentages, permilles and fractions, and trailing commas, each of which divides by a thousand.
    private static final Pattern CONVERTED = Pattern.compile("[%‰/]|[0#?],+(?![0#?,])");

    private static final Pattern EXPONENT = Pattern.compile("e[+-].*");
    private static final Pattern NO_ZERO = Pattern.compile("[^0]");

    CellFormat {
        code = code == null ? IMPLIED.get(id) : code;
    }

    /// Returns the fault of a number that the format displays as another value: a date, a percentage, or with
    /// fewer decimals.
    Optional<CellFault> fault(BigDecimal number) {
        if (isDate()) {
            return Optional.of(CellFault.DATE);
        }
        return isShown(number)
                ? Optional.empty()
                : Optional.of(CellFault.format(code == null ? String.valueOf(id) : code));
    }

    /// Returns the number with the leading zeros that the format displays, so that account numbers stored as
    /// numbers keep theirs.
    String withZeros(BigDecimal number) {
        var text = number.toPlainString();
        if (code == null || number.signum() < 0 || number.scale() > 0) {
            return text;
        }
        var shown = integral(EXPONENT.matcher(sections()[0]).replaceFirst(""));
        int zeros = NO_ZERO.matcher(shown).replaceAll("").length();
        return "0".repeat(Math.max(0, zeros - text.length())) + text;
    }

    private boolean isDate() {
        boolean builtIn = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47);
        return builtIn
                || (id >= 50 && id <= 58)
                || Arrays.stream(sections())
                        .anyMatch(section -> DATE.matcher(section).find());
    }

    /// Returns the sections for positive numbers, negative ones, zero and text, as far as they exist, without
    /// literals.
    private String[] sections() {
        return code == null
                ? new String[0]
                : LITERAL.matcher(code)
                        .replaceAll("")
                        .toLowerCase(Locale.ROOT)
                        .replace(GENERAL, "@")
                        .split(";", -1);
    }

    private boolean isShown(BigDecimal number) {
        var sections = sections();
        if (code == null || sections.length == 0 || addsDigits(code) || addsWords(code)) {
            return false;
        }
        if (CONDITION.matcher(code).find()) {
            return Arrays.stream(sections).allMatch(section -> isShown(section, number));
        }
        int at = number.signum() < 0 ? 1 : number.signum() == 0 ? 2 : 0;
        // Zero is often displayed as a dash.
        return (number.signum() == 0 && at < sections.length)
                || isShown(sections[at < sections.length ? at : 0], number);
    }

    private static boolean addsDigits(String code) {
        return LITERAL.matcher(code)
                .results()
                .anyMatch(literal -> ADDED.matcher(literal.group()).matches());
    }

    /// Returns true if a format displays words that may be a unit, such as `0" juta"` for millions. Currency
    /// symbols are not units.
    private static boolean addsWords(String code) {
        var texts = new ArrayList<StringBuilder>();
        int end = -1;
        var literal = LITERAL.matcher(code);
        while (literal.find()) {
            if (literal.start() != end) {
                texts.add(new StringBuilder());
            }
            texts.getLast().append(shown(literal.group()));
            end = literal.end();
        }
        return !texts.stream().map(StringBuilder::toString).allMatch(CurrencyMarks::areAll);
    }

    /// Returns the displayed text of a literal; brackets contain currencies, colours and conditions.
    private static String shown(String literal) {
        return switch (literal.charAt(0)) {
            case '"' -> literal.replace("\"", "");
            case '\\' -> literal.substring(1);
            default -> " ";
        };
    }

    private static boolean isShown(String section, BigDecimal number) {
        if (section.contains("@")) {
            return true;
        }
        if (!PLACE.matcher(section).find()
                || CONVERTED.matcher(section).find()
                || NO_PLACE.matcher(section).find()) {
            return false;
        }
        var decimals = section.substring(integral(section).length());
        return section.contains("e") || PLACE.matcher(decimals).results().count() >= Math.max(0, number.scale());
    }

    private static String integral(String section) {
        int point = section.indexOf('.');
        return point < 0 ? section : section.substring(0, point);
    }
}
