package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Base of the tests of deposit files.
abstract class DepositFileCase extends ImportFileCase {
    static final String IMPORT = "/dashboard/deposits/import";
    static final String TITLES = "Input Currency,amount,payment_method,output_currency,reference,note";

    static List<String> rows(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(each -> "IDR,250000,014_VA,,R-" + each + ",")
                .toList();
    }

    static byte[] csv(List<String> rows) {
        return csv(TITLES, rows);
    }

    static String uploaded(Person person, List<String> rows) {
        return uploaded(person, IMPORT, csv(rows));
    }

    static String id(String file) {
        return file.substring(IMPORT.length() + 1);
    }

    int made(String type, String narrowed) {
        return merchant.client()
                .get("/v1/deposit/" + type + narrowed)
                .expect(200)
                .data()
                .path("totalDocs")
                .intValue();
    }

    int made() {
        return made("fiat", "") + made("crypto", "");
    }

    /// Returns the rows of a result by column title.
    static List<Map<String, String>> result(Person person, String file) {
        var lines = person.get(file + "/result").body().lines().toList();
        var titles = lines.getFirst().split(",", -1);
        return lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> IntStream.range(0, titles.length)
                        .boxed()
                        .collect(Collectors.toMap(at -> titles[at], at -> cells[at])))
                .toList();
    }
}
