package dev.sluice.fuzz;

import dev.sluice.fuzz.Draft.Header;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Head lines that no browser sends, though anyone can: names and values of every kind. None declares the length of
/// the request; `SmugglingTest` has those.
final class OddHeads {
    private static final List<String> NAMES = List.of(
            "Accept",
            "Accept-Charset",
            "Accept-Encoding",
            "Accept-Language",
            "Authorization",
            "Cache-Control",
            "Content-Encoding",
            "Content-Language",
            "Content-Type",
            "Cookie",
            "Date",
            "Forwarded",
            "HX-Current-URL",
            "HX-Request",
            "HX-Target",
            "If-Match",
            "If-Modified-Since",
            "If-None-Match",
            "If-Range",
            "Idempotency-Key",
            "Max-Forwards",
            "Origin",
            "Range",
            "Referer",
            "Sec-Fetch-Mode",
            "Sec-Fetch-Site",
            "TE",
            "Trailer",
            "Traceparent",
            "Upgrade",
            "User-Agent",
            "Via",
            "X-Client-ID",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-HTTP-Method-Override",
            "X-Original-URL",
            "X-Request-Id",
            "X-Signature",
            "X-Timestamp");
    private static final List<String> VALUES = List.of(
            "*",
            "*/*;q=2",
            "text/html;q=x;;,,",
            ";;;===,,,",
            "\"",
            "\"open",
            "\\\"\\",
            "W/\"\"",
            "bytes=0-0,-1",
            "bytes=99999999999999999999-",
            "gzip, br;q=0, identity;q=",
            "zz-ZZ-zzzzzzzz-x-y",
            "id-ID;q=1e400",
            "Thu, 31 Feb 9999 99:99:99 GMT",
            "h2c",
            "websocket",
            "null",
            "https://user@localhost:1/\\..",
            "for=\"[::1\";proto=https;by=_x",
            "1.1.1.1, , ::ffff:1.2.3.4%eth0",
            "DELETE",
            "/v1/../../etc/passwd",
            "00-00000000000000000000000000000000-0000000000000000-ff");
    private static final String TOKEN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+.^_`|~-";
    private static final List<String> COOKIES = List.of(
            "",
            "=",
            "a",
            "=a",
            "a=b=c",
            "a=\"b; c\"",
            "$Version=1",
            "$Path=/",
            "__Host-a=b",
            "__Secure-sluice_session=x",
            "sluice_language=xx",
            "sluice_language=" + "i".repeat(300),
            "sluice_theme=<b>",
            "sluice_notice=%zz%00",
            "sluice_notice=%F0%9F%92%A9",
            "sluice_device=AAAA.%00",
            "sluice_challenge=\u00ff",
            "sluice_half=00000000-0000-7000-8000-000000000000",
            "sluice_sent=..%2f",
            "a\u0001b=\u007f",
            "é=ü");
    private static final List<String> BETWEEN = List.of("; ", "; ", ";", " ; ", ";;", ", ", ";\t");

    private OddHeads() {}

    static Header one(Random random) {
        var name = random.nextInt(3) == 0 ? token(random) : Oddities.one(NAMES, random);
        return name.equals("Cookie") ? new Header(name, cookies("", random)) : new Header(name, value(random));
    }

    private static String value(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> "v".repeat(1 + random.nextInt(20_000));
            case 1 ->
                random.ints(random.nextInt(80), 1, 256)
                        .filter(each -> each != '\r' && each != '\n')
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            case 2, 3, 4 -> line(Oddities.one(Oddities.TEXTS, random));
            default -> Oddities.one(VALUES, random);
        };
    }

    private static String token(Random random) {
        int length = random.nextInt(30) == 0 ? random.nextInt(9_000) : random.nextInt(40);
        return "X"
                + random.ints(length, 0, TOKEN.length())
                        .mapToObj(at -> TOKEN.substring(at, at + 1))
                        .collect(Collectors.joining());
    }

    /// Returns a text in its form within one line.
    static String line(String text) {
        return text.replaceAll("[\r\n]", " ");
    }

    /// Returns usual browser cookies with an additional one, sometimes a very large one.
    static String cookies(String among, Random random) {
        var all = new ArrayList<String>();
        for (int i = random.nextInt(5); i > 0; i--) {
            all.add(Oddities.one(COOKIES, random));
        }
        if (random.nextInt(12) == 0) {
            all.add("huge=" + "x".repeat(random.nextInt(12_000)));
        }
        if (random.nextInt(12) == 0) {
            IntStream.range(0, random.nextInt(1_000)).forEach(number -> all.add("n" + number + "=" + number));
        }
        for (int i = random.nextInt(8) == 0 ? 2 : 1; i > 0 && !among.isEmpty(); i--) {
            all.add(among);
        }
        Collections.shuffle(all, random);
        return String.join(Oddities.one(BETWEEN, random), all);
    }
}
