package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.model.Activity;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.page.Texts;
import dev.sluice.rail.FailureCode;
import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordingTest {
    private static final Wording INDONESIAN = Wording.of(Locale.of("id"));
    private static final Wording ENGLISH = Wording.of(Locale.ENGLISH);

    /// Modules with refusals that a page can show.
    private static final List<String> ROOMS = List.of(
            "checkout", "convert", "deposit", "disbursement", "http", "policy", "recipient", "reference", "webhook");

    private static final Pattern SAID = Pattern.compile(
            "\"((?:must|is|are|does|has|needs|leaves|was|comes|names|expired|goes|makes|send|refunds) [^\"]*)\"");

    private static final List<String> ROOMS_AND_SANDBOX =
            Stream.concat(ROOMS.stream(), Stream.of("rail/sandbox")).toList();
    private static final Pattern FINDING = Pattern.compile(
            "(?:\\.add|\\.named|\\.refused|\\badd|\\binvalid|\\bmalformed)\\(" + "((?:(?!\\.withMessage)[^;])*)");
    private static final Pattern BEGUN = Pattern.compile("[,?:(]\\s*\"([A-Za-z]+ [^\"]*)\"");
    private static final Pattern VERB = Pattern.compile(
            "(?:must|is|are|does|has|needs|leaves|was|comes|names|expired|goes|makes|refunds|no longer matches) "
                    + "|or bank\\.\\w+ (?:is|must) |and account are ");

    @ParameterizedTest
    @EnumSource(Refusal.class)
    void every_refusal_is_known(Refusal refusal) {
        assertThat(INDONESIAN.find(refusal.message())).isPresent();
    }

    @ParameterizedTest
    @EnumSource(FailureCode.class)
    void every_failure_is_known(FailureCode code) {
        assertThat(INDONESIAN.find(code.message())).isPresent().isEqualTo(INDONESIAN.failure(code.name()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "is required | wajib diisi",
                "or bank.fedwireNumber is required in this currency: a routing number (ABA)"
                        + " | atau “Nomor routing Fedwire” wajib diisi untuk mata uang ini: nomor routing (ABA)",
                "must be an IBAN of the country in bank.country | harus IBAN dari negara di “Negara”",
                "must name the bank of bank.ibanNumber, which is unchanged unless it is sent"
                        + " | harus bank yang sama dengan di “IBAN”, yang tidak berubah jika tidak ikut dikirim",
                "must be at most 140 characters | paling banyak 140 karakter",
                "must be at most 12.50 USDC, which is left | paling banyak 12,50 USDC, yaitu yang tersisa",
                "must be from 10000 IDR to 500000000 IDR | harus dari 10.000 IDR sampai 500.000.000 IDR",
                "needs 0.10 usdc-polygon, 0.0000001 usdc-polygon is available"
                        + " | membutuhkan 0,10 usdc-polygon, tersedia 0,0000001 usdc-polygon",
                "comes to 5 IDR, which must be from 10 IDR to 20 IDR"
                        + " | menjadi 5 IDR, padahal harus dari 10 IDR sampai 20 IDR",
                "needs 10 IDR with its fee, 5 IDR is available at this item"
                        + " | membutuhkan 10 IDR termasuk biayanya, tersedia 5 IDR pada item ini",
                "has a fee of 107 IDR now, 10000 IDR was confirmed"
                        + " | kini berbiaya 107 IDR, yang dikonfirmasi 10.000 IDR",
                "is for 12 USDC in the end | berlaku untuk hasil akhir 12 USDC",
                "is for 12 USDC | berlaku untuk 12 USDC",
                "comes to less than 0.01 EUR, the smallest unit of the output"
                        + " | menjadi kurang dari 0,01 EUR, satuan terkecil dari hasilnya",
                "must not be given together with recipientId | tidak boleh diberikan bersama recipientId",
                "is required together with startDate | wajib diisi bersama startDate",
                "is the zero address, which no one owns | adalah alamat nol, yang tidak dimiliki siapa pun",
                "are missing: the deposit was not paid | tidak ada: belum ada yang membayarnya",
                "must be one of pending, completed | harus salah satu dari pending, completed",
                "Approved by Ana: as agreed by mail | Disetujui oleh Ana: as agreed by mail",
                "Approved by {0} | Disetujui oleh {0}",
                "10 IDR reversed by the network; 5 IDR of 15 IDR received"
                        + " | 10 IDR dibatalkan oleh jaringan; 5 IDR dari 15 IDR sudah masuk",
                "goes to a recipient known for less than 1 day"
                        + " | ditujukan ke penerima yang dikenal kurang dari 1 hari",
                "The rail is stopped | Jalur dihentikan",
                "The organization is frozen | Organisasi dibekukan",
                "The network is not configured | Jaringan belum dikonfigurasi",
                "The hot wallet has insufficient funds: the token, or coins for gas"
                        + " | Saldo token di hot wallet, atau koinnya untuk gas, tidak cukup",
                "The gas price is above the configured cap | Biaya gas melebihi batas yang dikonfigurasi",
                "The token is halted, blocks the hot wallet, or is not configured"
                        + " | Token dihentikan, memblokir hot wallet, atau belum dikonfigurasi",
                "The network's nodes reject the preflight of the payout"
                        + " | Node jaringan menolak mencoba pembayaran keluar ini",
                "The token eurc-stellar is not configured | Token eurc-stellar belum dikonfigurasi",
                "The hot account has an insufficient balance of usdc-stellar"
                        + " | Saldo usdc-stellar di akun pembayar tidak cukup",
                "The hot account has an insufficient balance of the token | Saldo token di akun pembayar tidak cukup",
                "The hot account may not hold the token | Akun pembayar tidak boleh menyimpan token ini",
                "The hot account does not exist or has other keys"
                        + " | Akun pembayar tidak ada atau memakai kunci lain",
                "The source account GA5Z does not exist | Akun sumber GA5Z tidak ada",
            })
    void what_is_said_is_found_by_how_it_reads(String english, String indonesian) {
        assertThat(INDONESIAN.of(english)).isEqualTo(indonesian);
    }

    @Test
    void people_read_of_a_field_by_what_their_form_calls_it() {
        assertThat(ENGLISH.of("must be an IBAN of the country in bank.country"))
                .isEqualTo("must be an IBAN of the country in “Country”");
        assertThat(ENGLISH.of("Approved by Ana: see bank.country")).isEqualTo("Approved by Ana: see bank.country");
    }

    @Test
    void people_read_numbers_otherwise_than_programs() {
        assertThat(ENGLISH.of("must be from 10000 IDR to 500000000 IDR"))
                .isEqualTo("must be from 10,000 IDR to 500,000,000 IDR");
        assertThat(ENGLISH.of("is required")).isEqualTo("is required");
        assertThat(ENGLISH.of("expired at 2026-01-31T12:00:00.000Z")).isEqualTo("expired at 2026-01-31T12:00:00.000Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{0}", "is", "is required by somebody", "something new: {", "'"})
    void what_is_not_known_stays_as_it_is(String text) {
        assertThat(INDONESIAN.of(text)).isEqualTo(text);
    }

    /// Prevents new messages without a translation.
    @Test
    void whatever_the_service_says_of_a_field_is_known() {
        var english = Texts.of("wording", "en", DashboardGuard.LANGUAGES);
        var known = english.keys()
                .map(key -> english.format(key).toPattern().replace("''", "'"))
                .toList();
        var unknown = new TreeSet<String>();
        for (var room : ROOMS) {
            for (var text : said(Path.of("src/main/java/dev/sluice", room))) {
                boolean isPart = known.stream().anyMatch(each -> each.contains(text.strip()));
                if (!isPart && INDONESIAN.find(text).isEmpty()) {
                    unknown.add(room + ": " + text);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    private static Set<String> said(Path module) {
        try (var files = Files.walk(module)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(WordingTest::literals)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<String> literals(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.strip().startsWith("///"))
                    .flatMap(line -> SAID.matcher(line).results().map(match -> match.group(1)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// The message of a refusal is the name of a field followed by its problem.
    @Test
    void whatever_is_said_of_a_field_goes_on_from_its_name() {
        var odd = new TreeSet<String>();
        for (var room : ROOMS_AND_SANDBOX) {
            for (var text : found(Path.of("src/main/java/dev/sluice", room))) {
                if (!VERB.matcher(text).lookingAt()) {
                    odd.add(room + ": " + text);
                }
            }
        }
        assertThat(odd).isEmpty();
    }

    /// Returns the texts that are arguments of a call that reports a finding.
    private static List<String> found(Path module) {
        try (var files = Files.walk(module)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(WordingTest::text)
                    .flatMap(text -> FINDING.matcher(text).results())
                    .flatMap(call -> BEGUN.matcher(call.group(1)).results())
                    .map(begun -> begun.group(1))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static final String ERROR = """
            {"statusCode":400,"message":"amount is required","code":"VALIDATION_FAILED",\
            "details":[{"field":"amount","code":"REQUIRED","message":"is required"}],"requestId":"x"}""";

    private static String said(Wording wording, String error) {
        var answer = new Answer(400, Answer.JSON, error.getBytes(StandardCharsets.UTF_8)).with("X-Request-Id", "x");
        assertThat(wording.of(answer).headers()).isEqualTo(answer.headers());
        return new String(wording.of(answer).body(), StandardCharsets.UTF_8);
    }

    /// A form marks its fields, so the message omits their API names.
    @Test
    void an_error_is_told_in_the_words_of_the_page() {
        assertThat(said(INDONESIAN, ERROR))
                .isEqualTo(ERROR.replace("amount is required", "Wajib diisi").replace("is required", "wajib diisi"));
        assertThat(said(ENGLISH, ERROR)).isEqualTo(ERROR.replace("amount is required", "Is required"));
        var twice = ERROR.replace("[{", "[{\"field\":\"token\",\"code\":\"REQUIRED\",\"message\":\"is required\"},{");
        assertThat(said(INDONESIAN, twice)).contains("\"message\":\"Ada 2 hal yang perlu diperbaiki");
        assertThat(said(INDONESIAN, "{\"message\":\"Not found\",\"code\":\"NOT_FOUND\"}"))
                .contains("\"message\":\"Tidak ditemukan\"");
        var right = new Answer(200, Answer.JSON, Json.bytes("is required"));
        assertThat(INDONESIAN.of(right)).isSameAs(right);
    }

    @Test
    void a_step_keeps_its_status_and_its_time() {
        var at = Instant.parse("2026-01-31T12:00:00Z");
        assertThat(INDONESIAN.of(new Activity("Paid by Payee", "pending", "waiting for payment", at)))
                .isEqualTo(new Activity("Dibayar pembayar", "pending", "menunggu pembayaran", at));
    }
}
