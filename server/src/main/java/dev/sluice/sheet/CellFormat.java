package dev.sluice.sheet;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The number format of a cell (ECMA-376 part 1, 18.8.30 and 18.8.31): what a spreadsheet shows of the number that it
/// stores.
///
/// @param id whose meaning is fixed below 164
/// @param code such as `#,##0.00`; nothing where neither the file nor the standard has one
record CellFormat(int id, @Nullable String code) {
    private static final String GENERAL = "general";
    /// Formats of the standard that files do not describe. Those of 5 to 8 and 41 to 44 have the currency of a country
    /// beside their numbers.
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

    /// Texts in quotes, letters after an escape, a filler or a space, and colours, currencies and conditions, but no
    /// elapsed times.
    private static final Pattern LITERAL =
            Pattern.compile("\"[^\"]*\"?|[\\\\_*].?|\\[(?!h+]|m+]|s+])[^\\]]*]", Pattern.CASE_INSENSITIVE);

    /// Literals with digits, which are shown and not stored: `"0"#` shows a zero that the number does not have.
    private static final Pattern ADDED = Pattern.compile("[\"\\\\*][^0-9]*[0-9].*|\\[\\$[^0-9-]*[0-9].*");

    private static final Pattern CONDITION = Pattern.compile("\\[[<>=]");
    private static final Pattern DATE = Pattern.compile("[ymdhsgb]|e(?![+-])");
    private static final Pattern NO_PLACE = Pattern.compile("[1-9]");
    private static final Pattern PLACE = Pattern.compile("[0#?]");
    /// Percentages, permilles and fractions, and commas behind the last place, each of which divides by a thousand.
    private static final Pattern CONVERTED = Pattern.compile("[%‰/]|[0#?],+(?![0#?,])");

    private static final Pattern EXPONENT = Pattern.compile("e[+-].*");
    private static final Pattern NO_ZERO = Pattern.compile("[^0]");

    CellFormat {
        code = code == null ? IMPLIED.get(id) : code;
    }

    /// Fault of a number that the format shows as something else than it is: a date, a percentage, a part of
    /// its decimals.
    Optional<CellFault> fault(BigDecimal number) {
        if (isDate()) {
            return Optional.of(CellFault.DATE);
        }
        return isShown(number)
                ? Optional.empty()
                : Optional.of(CellFault.format(code == null ? String.valueOf(id) : code));
    }

    /// With the zeros that the format shows before an integer: account numbers that a spreadsheet took for numbers keep
    /// theirs.
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

    /// The sections for positive numbers, negative ones, zero and text, as far as there are some, without what is shown
    /// as it stands there.
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
        // Zero is often shown as a dash.
        return (number.signum() == 0 && at < sections.length)
                || isShown(sections[at < sections.length ? at : 0], number);
    }

    private static boolean addsDigits(String code) {
        return LITERAL.matcher(code)
                .results()
                .anyMatch(literal -> ADDED.matcher(literal.group()).matches());
    }

    /// Reports whether a format shows words beside the number that may be a unit of it, such as `0" juta"`, millions.
    /// Marks of currencies are none.
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

    /// The text that a literal shows; brackets have currencies, colours and conditions.
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
