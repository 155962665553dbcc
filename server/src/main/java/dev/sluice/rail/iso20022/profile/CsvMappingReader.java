package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.iso20022.csv.CsvMapping.Column;
import dev.sluice.iso20022.csv.CsvMapping.Grouping;
import dev.sluice.iso20022.csv.CsvMapping.Order;
import dev.sluice.rail.iso20022.profile.BankProfile.Account;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads `in.csv`: the notation and the columns of CSV statements. Keys without a safe value have no default.
final class CsvMappingReader {
    private static final Grammar<Charset> CHARSET = Grammar.choice(
            List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1),
            each -> each.name().toLowerCase(Locale.ROOT));
    private static final Map<String, Character> DELIMITERS =
            Map.of("comma", ',', "semicolon", ';', "tab", '\t', "pipe", '|');
    private static final Grammar<String> DELIMITER =
            Grammar.choice(List.of("comma", "semicolon", "tab", "pipe"), Function.identity());
    private static final Grammar<String> DECIMAL = Grammar.choice(List.of("comma", "point"), Function.identity());
    private static final Grammar<Grouping> GROUPING = Grammars.words(Grouping.values());
    private static final Grammar<Order> ORDER = Grammars.words(Order.values());
    private static final Grammar<Boolean> BOOLEAN = Grammar.choice(List.of(true, false), String::valueOf);
    private static final Grammar<String> DATES = Grammars.pattern(
            "must be a pattern of day, month and year, such as dd.MM.yyyy or yyyy-MM-dd",
            Pattern.compile("(?:dd?[./ -]?MM?|MM?[./ -]?dd?)[./ -]?(?:yyyy|yy)|(?:yyyy|yy)[./ -]?MM?[./ -]?dd?"));
    private static final int NAME_MAX = 100;
    private static final int SKIP_MAX = 100;

    private CsvMappingReader() {}

    static CsvMapping read(Section csv, Account account) {
        var point = csv.required("decimal", "comma", DECIMAL).equals("comma") ? ',' : '.';
        var grouping = csv.value("thousands", Grouping.NONE, GROUPING);
        csv.check(
                !(point == ',' && grouping == Grouping.COMMA) && !(point == '.' && grouping == Grouping.POINT),
                "thousands",
                "must not be the decimal sign");
        var format = new CsvMapping.Format(
                csv.value("charset", StandardCharsets.UTF_8, CHARSET),
                DELIMITERS.getOrDefault(csv.required("delimiter", "semicolon", DELIMITER), ';'),
                point,
                grouping,
                csv.required("dates", "dd.MM.yyyy", DATES),
                csv.value("skip", 0, Grammars.number(0, SKIP_MAX)));
        var columns = columns(csv.requiredSection("columns", "{booked-on: Date, amount: Amount, text: Purpose}"));
        return new CsvMapping(
                new CsvMapping.Account(account.number().number(), account.currency()),
                format,
                csv.value("order", Order.OLDEST_FIRST, ORDER),
                signed(csv, columns),
                booked(csv, columns),
                columns);
    }

    private static boolean signed(Section csv, Map<Column, String> columns) {
        csv.check(
                !csv.has("signed") || columns.containsKey(Column.DEBIT),
                "signed",
                "has no effect unless columns has debit and credit");
        return csv.value("signed", false, BOOLEAN);
    }

    private static Set<String> booked(Section csv, Map<Column, String> columns) {
        boolean named = columns.containsKey(Column.STATUS);
        if (named && !csv.has("booked")) {
            csv.missing("booked", "it must list the words of columns.status for booked entries");
        }
        csv.check(named || !csv.has("booked"), "booked", "has no effect unless columns has status");
        var booked = csv.set("booked", Set.of(), Grammars.line(NAME_MAX));
        csv.check(!named || !booked.isEmpty(), "booked", "must name at least one word");
        return booked;
    }

    private static Map<Column, String> columns(Section columns) {
        var names = new EnumMap<Column, String>(Column.class);
        var used = new HashSet<String>();
        for (var column : Column.values()) {
            var key = Grammars.word(column);
            columns.optional(key, Grammars.line(NAME_MAX)).ifPresent(name -> {
                names.put(column, name);
                columns.check(used.add(name), key, "must not be a column that another key names");
            });
        }
        if (!columns.has("booked-on")) {
            columns.missing("booked-on", "it must be the name of the column with the booking date");
        }
        boolean one = columns.has("amount");
        boolean two = columns.has("debit") || columns.has("credit");
        if (!one && !two) {
            columns.missing(
                    "amount", "it must be the name of the column with the signed amount; or give debit and credit");
        }
        columns.check(!one || !two, "amount", "must not be given beside debit and credit");
        if (two && !columns.has("debit")) {
            columns.missing("debit", "credit needs it");
        }
        if (two && !columns.has("credit")) {
            columns.missing("credit", "debit needs it");
        }
        return names;
    }
}
