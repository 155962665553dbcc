package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Uploaded files with arbitrary content in and around their cells: no page answers with an internal error.
@Tag("slow")
class FileFuzzTest extends ImportFileCase {
    private static final int TRIES = Integer.getInteger("sluice.fuzz.files", 3);
    private static final String LOGO = "/dashboard/settings/logo";
    private static final int TEXT_MAX = 300;

    /// Upload paths of files of rows, each with a valid first line and a valid row. The column titles distinguish
    /// two kinds that are sent to the same path.
    private static final Map<String, List<String>> GOOD = new TreeMap<>(Map.of(
            "/dashboard/payouts/bulk",
            List.of(
                    "currency,amount,account_name,account_number,bank_code,email,reference,note",
                    "IDR,10000,Siti Rahayu,1234567890,014,siti@example.com,A-1,wages"),
            "/dashboard/payouts/bulk?kind=crypto",
            List.of(
                    "token,amount,wallet_address,memo,reference,note",
                    "usdc-polygon,1,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,,A-2,wages"),
            "/dashboard/deposits/import",
            List.of(
                    "input_currency,amount,payment_method,output_currency,reference,note",
                    "IDR,150000,014_VA,,R-1,rent"),
            "/dashboard/recipients/import",
            List.of(
                    "name,email,address,city,post_code,recipient_type,reference,currency,country,account_name,"
                            + "bank_name,account_number,payment_code",
                    "Siti,siti@example.com,Jl. Braga 9,Bandung,40111,Individual,P-1,IDR,ID,Siti Rahayu,"
                            + "Bank Central Asia,1000000001,014")));

    private final Random random = new Random(ApiFuzzTest.SEED);
    private final List<String> faults = new ArrayList<>();
    private final Tally tally = new Tally();

    @AfterEach
    void there_are_no_faults() {
        System.out.println("File fuzz: " + tally + "; " + ApiFuzzTest.again("-Dsluice.fuzz.files=" + TRIES));
        assertThat(faults).as("seed " + ApiFuzzTest.SEED).isEmpty();
        assertThat(service.audit().faults()).isEmpty();
    }

    /// A file with odd cells under valid titles is parsed, shown and confirmed.
    @Test
    void no_cell_breaks_a_page() {
        var person = person(Role.OWNER);
        GOOD.forEach((path, lines) -> {
            assertThat(sent(person, path, lines.get(0) + "\n" + lines.get(1) + "\n", "a right file")
                            .statusCode())
                    .as("the titles of " + path)
                    .isEqualTo(303);
            int cells = lines.get(0).split(",").length;
            int shown = 0;
            for (int at = 0; at < cells; at++) {
                for (var chosen : texts()) {
                    var rows = lines.get(0) + "\n" + lines.get(1) + "\n" + withCell(lines.get(1), at, chosen) + "\n";
                    var answer = sent(person, path, rows, "a cell " + at + ": " + chosen);
                    shown += answer.statusCode() == 303 ? shown(person, answer) : 0;
                }
            }
            assertThat(shown).as("files of " + path + " that were shown").isGreaterThan(cells * TRIES / 2);
        });
    }

    private List<String> texts() {
        var some = new ArrayList<String>();
        for (int i = 0; i < TRIES; i++) {
            some.add(Oddities.one(Oddities.TEXTS, random));
        }
        return some;
    }

    private static String withCell(String row, int at, String text) {
        var cells = new ArrayList<>(Arrays.asList(row.split(",", -1)));
        cells.set(at, "\"" + text.replace("\"", "\"\"") + "\"");
        return String.join(",", cells);
    }

    private int shown(Person person, HttpResponse<String> sent) {
        var page = sent.headers().firstValue("Location").orElseThrow();
        judge(page, "the page of a file", person.get(page));
        judge(page, "a file that is confirmed", person.post(page + "/confirm", Map.of()));
        return 1;
    }

    private HttpResponse<String> sent(Person person, String path, String rows, String what) {
        var answer = person.upload(bare(path), Map.of(), "rows.csv", rows.getBytes(StandardCharsets.UTF_8));
        judge(path, what, answer);
        return answer;
    }

    private static String bare(String path) {
        return path.split("\\?")[0];
    }

    @Test
    void no_bytes_break_a_page() {
        var person = person(Role.OWNER);
        for (var path : paths()) {
            var good = good(path);
            for (int i = 0; i < TRIES; i++) {
                var bytes = new byte[random.nextInt(2_000)];
                random.nextBytes(bytes);
                for (var file : List.of(bytes, Mutator.flipped(good, random), new byte[0], zipped(bytes))) {
                    var name = Oddities.one(List.of("a.csv", "a.xlsx", "..%2fa.csv", "a.svg", ""), random);
                    judge(path, "a file " + name, person.upload(bare(path), Map.of(), name, file));
                }
            }
        }
    }

    /// Malformed envelopes of a file: boundaries, headers and parts.
    @Test
    void no_envelope_breaks_a_page() {
        var person = person(Role.OWNER);
        for (var path : paths()) {
            var right = Person.envelope(Map.of("formToken", person.formToken()), "rows.csv", good(path));
            assertThat(person.postAsIs(bare(path), Person.MULTIPART, right).statusCode())
                    .as(path)
                    .isEqualTo(303);
            for (var type : types()) {
                judge(path, "of the type " + type, person.postAsIs(bare(path), type, right));
            }
            for (var spoilt : spoilt(new String(right, StandardCharsets.ISO_8859_1))) {
                var bytes = spoilt.getBytes(StandardCharsets.ISO_8859_1);
                judge(path, spoilt, person.postAsIs(bare(path), Person.MULTIPART, bytes));
            }
            for (int i = 0; i < TRIES * 4; i++) {
                var bytes = i % 2 == 0
                        ? Mutator.flipped(right, random)
                        : Arrays.copyOf(right, random.nextInt(right.length));
                judge(path, "a spoilt envelope", person.postAsIs(bare(path), Person.MULTIPART, bytes));
            }
        }
    }

    private static List<String> types() {
        var form = "multipart/form-data";
        return List.of(
                form,
                form + ";",
                form + "; boundary",
                form + "; boundary=",
                form + "; boundary=\"\"",
                form + "; boundary=another",
                form + "; boundary=" + "b".repeat(8_000),
                form + "; boundary=\"a b\"; boundary=c",
                form + "; boundary=%00",
                form + "; boundary=--",
                Person.MULTIPART.replace("form-data", "mixed"),
                Person.MULTIPART + "; charset=nonsense",
                Person.MULTIPART.toUpperCase(Locale.ROOT));
    }

    private static List<String> spoilt(String right) {
        var file = "name=\"file\"; filename=\"rows.csv\"";
        return List.of(
                right.replace("\r\n", "\n"),
                right.replace("\r\n", "\r"),
                right.replace("\r\n\r\n", "\r\n"),
                right.replace("Content-Disposition", "X"),
                right.replace("form-data", "attachment"),
                right.replace("name=", "nom="),
                right.replace(file, "name=\"file\""),
                right.replace(file, file + "; " + file),
                right.replace(file, "name=\"file\"; filename*=UTF-8''%ff%00%zz"),
                right.replace(file, "name=\"file; filename=\"\"\"\"\""),
                right.replace(file, "name=file; filename=\"" + "n".repeat(3_000) + "\""),
                right.replace(file, "name=\"file\"; filename=\"" + "n".repeat(1_000) + "\""),
                right.replace(file, "name=\"file\"; filename=\"\u0000\u0001\u007f\u00ff\""),
                right.replace("Content-Type: application/octet-stream", "Content-Transfer-Encoding: base64"),
                right.replace("application/octet-stream", "multipart/mixed; boundary=inner"),
                right.replace("--\r\n", "\r\n"),
                right.repeat(3),
                right.substring(right.indexOf("\r\n")).repeat(60),
                "preamble\r\n" + right + "epilogue",
                "");
    }

    private static List<String> paths() {
        var all = new ArrayList<>(GOOD.keySet());
        all.add(LOGO);
        return all;
    }

    private static byte[] good(String path) {
        return GOOD.containsKey(path)
                ? (String.join("\n", GOOD.get(path)) + "\n").getBytes(StandardCharsets.UTF_8)
                : logo();
    }

    private static byte[] logo() {
        try {
            var out = new ByteArrayOutputStream();
            ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_INT_ARGB), "png", out);
            return out.toByteArray();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static byte[] zipped(byte[] bytes) {
        var zipped = new byte[bytes.length + 4];
        System.arraycopy(new byte[] {'P', 'K', 3, 4}, 0, zipped, 0, 4);
        System.arraycopy(bytes, 0, zipped, 4, bytes.length);
        return zipped;
    }

    private void judge(String path, String what, HttpResponse<String> answer) {
        var told = what.length() > TEXT_MAX ? what.substring(0, TEXT_MAX) + "…" : what;
        tally.answered(answer.statusCode());
        if (answer.statusCode() >= 500) {
            faults.add(path + " answered " + answer.statusCode() + " to " + told);
        }
        ResponseChecker.internalsIn(answer.body())
                .ifPresent(inside -> faults.add(path + " tells " + inside + " to " + told));
    }
}
