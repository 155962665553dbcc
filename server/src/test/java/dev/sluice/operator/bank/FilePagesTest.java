package dev.sluice.operator.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Widths;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.payout.BankPayouts.OutgoingFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Outgoing files on the operators' pages, and the decisions about doubtful ones.
class FilePagesTest extends BankPagesCase {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Map<String, String> WHY = Map.of("reason", "Letter of the bank");

    private static final String REQUEST = """
            {"currency": "EUR", "disburseData": [{"amount": %s, "recipient": {"name": "Jürgen Müller",
            "bank": {"bankName": "SEPA credit transfer", "bankCode": "SEPA", "currency": "EUR", "country": "DE",
            "accountName": "Jürgen Müller", "accountNumber": "DE75512108001245126199"}}}]}
            """;

    /// A payout in a file of its own.
    private record Sent(String payout, OutgoingFile file) {
        String path() {
            return ACCOUNT + "/files/" + file.msgId();
        }
    }

    private Sent sent() {
        var known = newest();
        var payout = merchant.paidBy(REQUEST.formatted("12.34"));
        var file = Eventually.await(
                PATIENCE,
                "the file is delivered",
                FilePagesTest::newest,
                each -> each != null
                        && each.state().equals("delivered")
                        && (known == null || !each.msgId().equals(known.msgId())));
        return new Sent(payout, file);
    }

    private static OutgoingFile newest() {
        return service.connections().read(handle -> BankPayouts.files(handle, "eur-main", 1)).stream()
                .findFirst()
                .orElse(null);
    }

    /// Returns a file in doubt, as after a crash between rename and commit.
    private Sent doubtful() {
        var sent = sent();
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("""
                        UPDATE rail_iso20022_file
                        SET state = 'doubtful', maybe_twice = true, delivered_at = NULL, due_at = 'infinity'
                        WHERE msg_id = :msgId
                        """)
                        .bind("msgId", sent.file().msgId())
                        .execute());
        return sent;
    }

    @Test
    void a_file_shows_its_payouts_and_attempts_and_gives_out_its_bytes() {
        var sent = sent();
        assertThat(first.get(ACCOUNT + "/files").body()).contains(sent.path(), "12.34\u00a0EUR", "Delivered");
        assertThat(first.get(ACCOUNT + "/files?state=delivered").body()).contains(sent.path());
        assertThat(first.get(ACCOUNT + "/files?state=doubtful").body()).doesNotContain(sent.path());
        assertThat(first.get(sent.path()).body())
                .contains("/dashboard/operator/payouts/" + merchant.organizationId() + "/" + sent.payout())
                .contains("The bank has it.", "In the file", "SHA-256")
                .doesNotContain("/void\"", "/requeue\"", "Ask the bank");
        var bytes = new String(first.bytes(sent.path() + "/content").body(), StandardCharsets.UTF_8);
        assertThat(bytes).contains("pain.001.001.09", "<MsgId>" + sent.file().msgId() + "</MsgId>", "12.34");
        assertThat(deeds(merchant.organizationId(), 5)).anySatisfy(entry -> {
            assertThat(entry.action().action()).isEqualTo("operator/banks/{account}/files/{msgId}/content");
            assertThat(entry.action().subject()).isEqualTo(sent.file().msgId());
        });
        assertThat(first.get(sent.path() + "X").statusCode()).isEqualTo(404);
    }

    @Test
    void a_doubtful_file_has_the_question_for_the_bank_in_both_languages() {
        var sent = doubtful();
        assertThat(first.get(ACCOUNT).body()).contains("/files\"", ">1</span>");
        assertThat(first.get(sent.path()).body())
                .contains("Subject: Payment file " + sent.file().msgId(), "Number of payments: 1", "Sum: 12.34 EUR")
                .contains("Account: Example GmbH, DE89370400440532013000", "data-copy=\"Subject: Payment file")
                .doesNotContain("Perihal");
        assertThat(first.get(sent.path(), Map.of("Accept-Language", "id")).body())
                .contains("Perihal: Berkas pembayaran " + sent.file().msgId())
                .contains("Subject: Payment file " + sent.file().msgId());
    }

    @Test
    void two_people_resolve_a_payout_of_a_doubtful_file() {
        var sent = doubtful();
        var form = Map.of("payout", sent.payout(), "verdict", "paid", "reason", "Letter of the bank");
        assertThat(first.post(sent.path() + "/resolve", Map.of("payout", "x", "verdict", "paid", "reason", "y"))
                        .body())
                .contains("Choose a payout of this file.");
        var decision = decision(first.post(sent.path() + "/resolve", form));
        assertThat(first.get(sent.path()).body()).contains(decision, "Resolve a payout: paid");
        assertThat(second.get(decision).body()).contains("Letter of the bank", sent.payout());
        assertThat(second.post(decision + "/confirm", WHY).statusCode()).isEqualTo(303);
        merchant.await(sent.payout(), "completed");
        assertThat(first.get(sent.path()).body()).contains("Paid").doesNotContain("/resolve\"");
        assertThat(first.post(sent.path() + "/resolve", form).statusCode()).isEqualTo(409);
    }

    @Test
    void a_payout_with_a_certain_outcome_is_not_resolved() {
        var sent = sent();
        var refused = first.post(
                sent.path() + "/resolve", Map.of("payout", sent.payout(), "verdict", "unpaid", "reason", "We guess"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("is not uncertain", "We guess");
        assertThat(first.post(sent.path() + "/void", WHY).statusCode()).isEqualTo(409);
        assertThat(first.post(sent.path() + "/requeue", WHY).statusCode()).isEqualTo(409);
    }

    @Test
    void two_people_declare_a_doubtful_file_void_and_its_payout_is_in_another_one() {
        var sent = doubtful();
        var decision = decision(first.post(sent.path() + "/void", WHY));
        assertThat(second.get(decision).body()).contains(sent.path(), "Void a file");
        assertThat(second.post(decision + "/confirm", WHY).statusCode()).isEqualTo(303);
        assertThat(first.get(sent.path()).body()).contains("The bank does not have it.", "the bank does not have it");
        Eventually.within(
                PATIENCE,
                "the payout is in another file",
                () -> first.get(sent.path()).body().contains("Now in "));
    }

    @Test
    void a_payout_over_the_limit_of_a_file_is_sent_when_an_operator_releases_it() {
        var payout = merchant.paidBy(REQUEST.formatted("5000.00"));
        Eventually.within(
                PATIENCE, "it waits", () -> first.get(ACCOUNT + "/files").body().contains("value=\"" + payout + "\""));
        var page = first.get(ACCOUNT + "/files").body();
        assertThat(page).contains("Payouts over a limit", "5,000.00\u00a0EUR", "out.max-sum-per-file");
        assertThat(first.post(ACCOUNT + "/files/release", Map.of("payout", payout))
                        .statusCode())
                .isEqualTo(400);
        assertThat(first.post(ACCOUNT + "/files/release", Map.of("payout", "x", "reason", "y"))
                        .body())
                .contains("Choose a payout.");
        assertThat(first.post(ACCOUNT + "/files/release", Map.of("payout", payout, "reason", "Treasury agreed"))
                        .statusCode())
                .isEqualTo(303);
        Eventually.within(
                PATIENCE,
                "it is in a file",
                () -> first.get(ACCOUNT + "/files")
                        .body()
                        .contains("5,000.00\u00a0EUR</td>\n<td data-label=\"Status\"><span"));
        assertThat(first.get(ACCOUNT + "/files").body()).doesNotContain("value=\"" + payout + "\"");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_pages_are_well_made(int width) {
        var sent = doubtful();
        try (var page = window(first, width)) {
            page.navigate(ACCOUNT + "/files");
            assertWellMade(page);
            page.navigate(sent.path());
            assertWellMade(page);
        }
    }
}
