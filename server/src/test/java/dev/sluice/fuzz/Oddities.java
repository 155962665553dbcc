package dev.sluice.fuzz;

import java.util.List;
import java.util.Random;

/// Values that break programs: texts, JSON literals, and parts of paths, queries and headers.
public final class Oddities {
    /// Texts of every kind, some of them almost valid.
    public static final List<String> TEXTS = List.of(
            "",
            " ",
            "\t\n",
            "0",
            "-1",
            "null",
            "true",
            "NaN",
            "Infinity",
            "1e400",
            "\u0000",
            "a\u0000b",
            "\u202Eevil\u202C",
            "zero\u200Bwidth\u200D\uFEFF",
            "e\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
            "👩\u200D👩\u200D👧\u200D👦 🏳️\u200D🌈",
            "\uFFFE\uFFFF",
            "İıſß",
            "１２３",
            "٤٥٦",
            "'; DROP TABLE disbursement; --",
            "%' OR '1'='1",
            "${jndi:ldap://example.com/x}",
            "{{7*7}}",
            "<script>alert(1)</script>",
            "=1+1",
            "../../etc/passwd",
            "C:\\windows",
            "a\r\nX-Injected: yes",
            "x".repeat(129),
            "x".repeat(256),
            "y".repeat(5_000),
            "é".repeat(254),
            "2026-02-30",
            "2026-11-21T25:00:00Z",
            "-999999999-01-01T00:00:00Z",
            "+1000000000-12-31T23:59:59Z",
            "P1Y",
            "PT9223372036854775807S",
            "00000000-0000-0000-0000-000000000000",
            "01993f71-0d3e-7f10-b6a2-93c4e5d7f801",
            "0x0000000000000000000000000000000000000000",
            "http://localhost:1",
            "https://user:secret@example.com/",
            "IDR",
            "idr",
            "usdc-polygon");

    /// JSON literals, some of them invalid.
    private static final List<String> LITERALS = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0",
            "-1",
            "0.1e-30",
            "1e400",
            "-1e400",
            "1E+2147483648",
            "1e-2147483648",
            "9999999999999999999999",
            "9223372036854775808",
            "0.00000000000000000000000000000000000000000000000001",
            "1.0000000000",
            "NaN",
            "Infinity",
            "01",
            "+1",
            ".5",
            "1.",
            "0x10",
            "\"NaN\"",
            "\"1\"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "{\"\":\"\"}",
            "{\"a\":{\"b\":[1,{\"c\":null}]}}",
            "\"\\ud800\"",
            "\"\\udfff\\ud800\"",
            "\"\\u0000\"",
            "\"\\u202e\\u200b\\ufeff\"",
            "\"\\x\"",
            "\"\n\"",
            "\"unterminated",
            "");

    /// Path segments in place of an id.
    static final List<String> SEGMENTS = List.of(
            "x",
            "..",
            ".",
            "%2e%2e",
            "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
            "..%5c..%5cwindows",
            "%00",
            "a%00b",
            "%",
            "%zz",
            "%c3%28",
            "%ff%fe",
            "%20",
            "%0d%0aX-Injected:%20yes",
            "%E2%80%AE",
            "%F0%9F%92%A9",
            "-1",
            "null",
            "undefined",
            "00000000-0000-0000-0000-000000000000",
            "01993f71-0d3e-7f10-b6a2-93c4e5d7f80",
            "01993f710d3e7f10b6a293c4e5d7f801",
            "{01993f71-0d3e-7f10-b6a2-93c4e5d7f801}",
            "*",
            ";a=b",
            "a;b",
            "~",
            "'",
            "z".repeat(300),
            "9".repeat(3_000),
            "%41".repeat(700));

    /// Parts of a query, in encoded form.
    static final List<String> PARAMETERS = List.of(
            "unknown=1",
            "limit=0",
            "limit=-1",
            "limit=101",
            "limit=9999999999999999999999",
            "limit=1e2",
            "limit=",
            "limit=10&limit=20",
            "page=0",
            "page=2147483647",
            "page=2147483648",
            "page=9223372036854775807",
            "page=99999999999999999999",
            "page=%D9%A1",
            "sort=",
            "sort=amount",
            "sort=--createdAt",
            "sort=createdAt;drop",
            "sort=-createdAt,id",
            "status=completed&status=failed",
            "status=COMPLETED",
            "status=%00",
            "startDate=2026-01-01",
            "endDate=2026-01-01",
            "startDate=2026-02-30&endDate=2026-03-01",
            "startDate=9999-12-31&endDate=0001-01-01",
            "startDate=-999999999-01-01&endDate=%2B999999999-12-31",
            "startDate=%2B1000000-01-01T00:00:00Z&endDate=%2B1000001-01-01T00:00:00Z",
            "startDate=0000-00-00T00:00:00Z&endDate=9999-99-99T99:99:99Z",
            "startDate=0000-01-01&endDate=9999-12-31",
            "startDate=2026-01-01T00:00:00%2B18:01&endDate=2026-01-02",
            "amount=1e400",
            "amount=0.000000000000000000000001",
            "amount=9999999999999999999999999999999999",
            "amount=NaN",
            "amount=-5",
            "amount=1e30",
            "inputAmount=1e30",
            "inputAmount=99999999999999999999999999",
            "outputAmount=1e-30",
            "markupRatePercentage=99.999999999999999999999",
            "markupRatePercentage=-0.1",
            "reference=%00",
            "reference=%ED%A0%80",
            "reference=%FF",
            "search=%25%25_%5C",
            "search=%00",
            "search=" + "a".repeat(4_000),
            "search=%E2%80%AE%F0%9F%91%A9",
            "groupId=x",
            "disbursementId=..",
            "after=0",
            "after=%00",
            "after=99999999999999999999",
            "after=AAAA",
            "type=*",
            "token=%F0%9F%92%A9",
            "currency=%00",
            "=",
            "&&&",
            "%",
            "%zz=1",
            "a=%",
            "a=%e",
            "a[]=1",
            "limit[gt]=1",
            "a=b=c=d",
            "%00=%00");

    private Oddities() {}

    static <T> T one(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    /// Returns a literal for a place in a JSON document, sometimes a very large or a very deep one.
    static String literal(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> "\"" + "long ".repeat(1 + random.nextInt(20_000)) + "\"";
            case 1 -> nested(1 + random.nextInt(2_000));
            case 2 -> "9".repeat(1 + random.nextInt(2_000));
            case 3, 4, 5, 6, 7, 8 -> "\"" + escaped(one(TEXTS, random)) + "\"";
            default -> one(LITERALS, random);
        };
    }

    static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static String escaped(String text) {
        var escaped = new StringBuilder();
        text.chars().forEach(each -> {
            if (each < ' ' || each == '"' || each == '\\') {
                escaped.append(String.format("\\u%04x", each));
            } else {
                escaped.append((char) each);
            }
        });
        return escaped.toString();
    }
}
