package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.http.Fields;
import dev.sluice.http.Json;
import dev.sluice.merchant.Switch;
import dev.sluice.rail.AccountName;
import dev.sluice.recipient.PayeeFixture.Merchant;
import dev.sluice.recipient.Verification.Outcome;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The façade: its use by payouts, and the rows that it writes beside a recipient's row.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecipientsTest {
    private static final String BCA = """
            {"name":"%s","email":"%s","bank":{"bankName":"BCA","accountName":"Budi Santoso",
             "accountNumber":"%s","bankCode":"014"}}""";

    private static final String EVERYTHING = """
            SELECT r::text || encode(sealed, 'escape') || encode(email_fingerprint, 'escape') FROM recipient r
            WHERE organization_id = :organization
            """;

    private final PayeeFixture fixture = new PayeeFixture();
    private Merchant merchant = fixture.merchant();

    @BeforeEach
    void newMerchant() {
        merchant = fixture.merchant();
    }

    @AfterAll
    void close() {
        fixture.close();
    }

    @Test
    void a_payee_given_inline_is_stored_with_the_payout_and_found_again() {
        var payee = inline(BCA.formatted("Budi", "budi@example.com", "0123 4567 89"), "IDR")
                .orElseThrow();
        assertThat(fixture.recipients.find(merchant.organization.id(), payee.id()))
                .isEmpty();
        insert(List.of(payee));
        var found = fixture.recipients.find(merchant.organization.id(), List.of(payee.id(), UUID.randomUUID()));
        assertThat(found.usable()).containsOnly(java.util.Map.entry(payee.id(), payee));
        assertThat(payee.name()).isEqualTo("Budi");
        assertThat(payee.bank().accountNumber()).isEqualTo("0123456789");
        assertThat(payee.bank().paymentCode()).isEqualTo("014");
        assertThat(payee.country()).isEqualTo("ID");
        assertThat(payee.currency()).isEqualTo("IDR");
        assertThat(fixture.recipients
                        .find(fixture.merchant().organization.id(), List.of(payee.id()))
                        .usable())
                .isEmpty();
    }

    @Test
    void of_payees_who_share_an_address_those_with_the_same_account_are_known() {
        var first = inline(BCA.formatted("Budi", "office@example.com", "0123456789"), "IDR")
                .orElseThrow();
        var second = inline(BCA.formatted("Siti", "office@example.com", "0123456780"), "IDR")
                .orElseThrow();
        insert(List.of(first, second));
        var again = inline(BCA.formatted("B. Santoso", "Office@example.com", "0123 4567 89"), "IDR")
                .orElseThrow();
        var known = fixture.auth
                .database
                .database()
                .inTx(tx -> fixture.recipients.known(tx.handle(), merchant.organization.id(), List.of(again)));
        assertThat(known).containsOnly(java.util.Map.entry(fixture.recipients.identity(first), first.id()));
    }

    @Test
    void a_name_left_out_inline_is_the_accounts_name() {
        var payee = inline(bank("Deutsche Bank", "Muster GmbH", "FR14 2004 1010 0505 0001 3M02 606", "DEUTDEFF"), "EUR")
                .orElseThrow();
        assertThat(payee.name()).isEqualTo("Muster GmbH");
        assertThat(payee.email()).isNull();
        assertThat(payee.country()).isEqualTo("FR");
        assertThat(fixture.recipients.accountOf(payee).accountNumber()).isEqualTo("FR1420041010050500013M02606");
    }

    @Test
    void what_is_wrong_inline_is_found_under_its_path() {
        assertThat(found("""
                {"email":"x","bank":{"bankName":"","accountNumber":7,"bankCode":"014"}}""", "IDR"))
                .containsExactlyInAnyOrder(
                        "disburseData[0].recipient.email INVALID_FORMAT",
                        "disburseData[0].recipient.bank.bankName REQUIRED",
                        "disburseData[0].recipient.bank.accountName REQUIRED",
                        "disburseData[0].recipient.bank.accountNumber WRONG_TYPE");
        assertThat(found("{}", "IDR")).contains("disburseData[0].recipient.bank REQUIRED");
        assertThat(found(bank("Deutsche Bank", "A B", "532013000", "DEUTDEFF"), "EUR"))
                .containsExactly("disburseData[0].recipient.bank.accountNumber INVALID_FORMAT");
        assertThat(found(bank("Deutsche Bank", "A B", "DE88370400440532013000", "DEUTDEFF"), "EUR"))
                .containsExactly("disburseData[0].recipient.bank.accountNumber INVALID_CHECKSUM");
        assertThat(found(bank("Bank Central Asia", "A B", "1", "nowhere"), "IDR"))
                .containsExactlyInAnyOrder(
                        "disburseData[0].recipient.bank.bankCode PAYMENT_METHOD_NOT_FOUND",
                        "disburseData[0].recipient.bank.accountNumber INVALID_FORMAT");
    }

    @Test
    void a_magic_account_of_the_sandbox_is_taken_in_every_currency() {
        for (var currency : fixture.references.currencies()) {
            var method = fixture.references.payoutMethods(currency.code()).getFirst();
            var payee = inline(bank(method.bankName(), "A B", "9999000005", method.bankCode()), currency.code());
            assertThat(payee).as(currency.code()).isPresent();
            assertThat(fixture.recipients.verify(payee.get()).outcome())
                    .as(currency.code())
                    .isEqualTo(Outcome.NO_MATCH);
        }
    }

    @Test
    void the_code_of_a_payout_method_is_right_in_every_currency() {
        for (var currency : fixture.references.currencies()) {
            for (var bank : fixture.references.payoutMethods(currency.code())) {
                var reply = merchant.post("/v1/recipient/verify", """
                        {"bank":{"accountName":"A B","currency":"%s","country":"%s","bankName":"%s","paymentCode":"%s",
                         "accountNumber":"9999000005","achNumber":"021000021","ifsc":"HDFC0001234",
                         "ibanNumber":"DE89370400440532013000"}}""".formatted(
                                currency.code(),
                                currency.code().equals("EUR") ? "DE" : bank.country(),
                                bank.bankName(),
                                bank.bankCode()));
                assertThat(reply.findings())
                        .as(bank.toString())
                        .filteredOn(finding -> finding.contains("paymentCode"))
                        .isEmpty();
            }
        }
    }

    @Test
    void a_payout_method_is_found_by_code_and_else_by_the_banks_name() {
        assertThat(method("Nobody's Bank", "014")).contains("014");
        assertThat(method("bank MANDIRI", "none of ours")).contains("008");
        assertThat(method("bank mandiri", "")).contains("008");
        assertThat(method("Nobody's Bank", "")).isEmpty();
    }

    /// An account in India needs no more than its number and its IFSC.
    @Test
    void the_payout_method_of_an_indian_account_is_that_of_its_ifsc() {
        for (var field : List.of("ifsc", "paymentCode")) {
            var body = """
                    {"name":"A","email":"a@example.com","address":"1","city":"1","postCode":"1","bank":{
                    "accountName":"A B","currency":"INR","country":"IN","accountNumber":"50100012345678",
                    "%s":"%s0001234"}}""";
            assertThat(method(body.formatted(field, "HDFC"))).as(field).contains("HDFC");
            assertThat(method(body.formatted(field, "ZZZZ"))).as(field).isEmpty();
        }
    }

    private Optional<String> method(String bankName, String paymentCode) {
        var body = """
                {"name":"A","email":"a@example.com","address":"1","city":"1","postCode":"1","bank":{"accountName":"A B",
                 "currency":"IDR","country":"ID","bankName":"%s","accountNumber":"0123456789","paymentCode":"%s"}}""";
        return method(body.formatted(bankName, paymentCode));
    }

    private Optional<String> method(String body) {
        var id = merchant.stored(body);
        var payee = fixture.recipients.find(merchant.organization.id(), id).orElseThrow();
        return fixture.recipients.methodOf(payee).map(PayoutMethod::bankCode);
    }

    @Test
    void a_bank_that_fails_has_given_no_answer() {
        var broken = fixture.recipients(new ScriptedRail(_ -> {
            throw new IllegalStateException("connection reset");
        }));
        assertThat(broken.verify(payee()).outcome()).isEqualTo(Outcome.UNAVAILABLE);
    }

    @Test
    void nobody_waits_long_for_slow_banks_however_many_are_asked() {
        var never = new CountDownLatch(1);
        var slow = fixture.recipients(new ScriptedRail(account -> {
            if (account.accountNumber().endsWith("0")) {
                return new AccountName.Known("BUDI SANTOSO", "quick");
            }
            try {
                never.await();
            } catch (InterruptedException abandoned) {
                Thread.currentThread().interrupt();
            }
            return new AccountName.Unavailable("slow");
        }));
        var payees = IntStream.range(0, 60)
                .mapToObj(i -> inline(BCA.formatted("Budi", "b@example.com", "01234567" + (10 + i)), "IDR")
                        .orElseThrow())
                .toList();
        long started = System.nanoTime();
        var verified = slow.verified(payees);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(6));
        assertThat(verified)
                .extracting(Recipient::id)
                .isEqualTo(payees.stream().map(Recipient::id).toList());
        assertThat(verified)
                .filteredOn(payee ->
                        fixture.recipients.accountOf(payee).accountNumber().endsWith("0"))
                .extracting(RecipientsTest::outcome)
                .containsOnly(Outcome.MATCH)
                .hasSize(6);
        assertThat(verified)
                .filteredOn(payee -> outcome(payee) == Outcome.UNAVAILABLE)
                .hasSize(54);
    }

    @Test
    void who_pays_no_other_name_pays_nobody_whom_no_bank_was_asked_about() {
        var never = new CountDownLatch(1);
        var silent = fixture.recipients(new ScriptedRail(_ -> {
            try {
                never.await();
            } catch (InterruptedException abandoned) {
                Thread.currentThread().interrupt();
            }
            return new AccountName.Unavailable("silent");
        }));
        var payees = IntStream.range(0, 70)
                .mapToObj(i -> inline(BCA.formatted("Budi", "b@example.com", "01234567" + (10 + i)), "IDR")
                        .orElseThrow())
                .toList();
        assertThat(silent.verifiedToPay(payees)).hasSize(70);
        merchant = fixture.merchant();
        fixture.auth.organizations.setSwitch(merchant.organization.id(), Switch.VERIFICATION_BLOCKS, true);
        var strict = IntStream.range(0, 70)
                .mapToObj(i -> inline(BCA.formatted("Budi", "b@example.com", "01234567" + (10 + i)), "IDR")
                        .orElseThrow())
                .toList();
        assertThatThrownBy(() -> silent.verifiedToPay(strict))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
        assertThat(silent.verified(strict)).extracting(RecipientsTest::outcome).containsOnly(Outcome.UNAVAILABLE);
        assertThat(silent.verifiedToPay(strict.subList(0, 64))).hasSize(64);
    }

    private static Outcome outcome(Recipient payee) {
        return Objects.requireNonNull(payee.verification()).outcome();
    }

    @Test
    void every_change_is_an_event_with_the_next_number_and_the_payee_as_it_was_answered() {
        var body = """
                {"name":"A","email":"a@example.com","address":"1","city":"1","postCode":"1","bank":{"accountName":"A B",
                 "currency":"IDR","country":"ID","bankName":"Bank Mandiri","accountNumber":"0123456789"}}""";
        var created = merchant.post("/v1/recipient", body).data();
        var id = UUID.fromString(created.get("id").stringValue());
        var updated = merchant.patch("/v1/recipient/" + id, body.replace("\"A\"", "\"B\""))
                .data();
        merchant.delete("/v1/recipient/" + id);
        var events = fixture.events(merchant.organization.id(), id);
        assertThat(events)
                .extracting("type")
                .containsExactly("recipient.created", "recipient.updated", "recipient.deleted");
        assertThat(events).extracting("sequence").containsExactly(1, 2, 3);
        assertThat(Json.parse(events.get(0).data())).isEqualTo(created);
        assertThat(Json.parse(events.get(1).data())).isEqualTo(updated);
        assertThat(Json.parse(events.get(2).data())).isEqualTo(updated);
    }

    @Test
    void a_change_based_on_an_older_state_is_not_stored() {
        var first = payee();
        insert(List.of(first));
        var mine = first.with(new Verification(Outcome.UNAVAILABLE, "x", null, "x", fixture.auth.clocks.instant()));
        var next = new Recipient(
                mine.organizationId(),
                mine.id(),
                mine.userId(),
                mine.profile(),
                mine.account(),
                mine.revision().next(fixture.auth.clocks.instant()));
        var database = fixture.auth.database.database();
        boolean stored = database.inTx(tx -> fixture.recipients.update(tx, first, next));
        boolean storedAgain = database.inTx(tx -> fixture.recipients.update(tx, first, next));
        assertThat(stored).isTrue();
        assertThat(storedAgain).isFalse();
        assertThat(fixture.events(merchant.organization.id(), first.id())).hasSize(2);
    }

    @Test
    void changes_at_once_all_count() throws InterruptedException {
        var body = """
                {"name":"%s","email":"a@example.com","address":"1","city":"1","postCode":"1",
                 "bank":{"accountName":"A B","currency":"IDR","country":"ID","bankName":"Bank Mandiri",
                 "accountNumber":"0123456789"}}""";
        var id = merchant.stored(body.formatted("0"));
        var mine = merchant;
        var threads = IntStream.rangeClosed(1, 4)
                .mapToObj(i -> Thread.ofVirtual()
                        .start(() -> mine.patch("/v1/recipient/" + id, body.formatted(String.valueOf(i)))))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(fixture.events(mine.organization.id(), id))
                .extracting("sequence")
                .containsExactly(1, 2, 3, 4, 5);
        assertThat(mine.get("/v1/recipient?currency=IDR")
                        .data()
                        .get("totalDocs")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void nothing_personal_but_the_name_is_readable_in_the_tables() {
        merchant.stored("""
                {"name":"Clear Name","email":"Hidden.Person@example.com","address":"77 Hidden Street",
                 "city":"Hiddenville","postCode":"HID123","reference":"hidden ref",
                 "bank":{"accountName":"Hidden Holder","currency":"IDR","country":"ID","bankName":"Bank Mandiri",
                 "accountNumber":"6543210987654"}}""");
        var rows = fixture.auth
                .database
                .database()
                .read(handle -> handle.createQuery(EVERYTHING)
                        .bind("organization", merchant.organization.id())
                        .mapTo(String.class)
                        .list());
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().toLowerCase(java.util.Locale.ROOT))
                .contains("clear name")
                .doesNotContain("hidden", "6543210987654", "mandiri", "example.com");
    }

    @Test
    void a_payee_in_a_log_shows_no_personal_data_beyond_the_names() {
        assertThat(payee().toString()).doesNotContain("budi@example.com", "0123456789");
    }

    private static String bank(String bankName, String accountName, String accountNumber, String bankCode) {
        var json = """
                {"bank":{"bankName":"%s","accountName":"%s","accountNumber":"%s","bankCode":"%s"}}""";
        return json.formatted(bankName, accountName, accountNumber, bankCode);
    }

    private Recipient payee() {
        return inline(BCA.formatted("Budi", "budi@example.com", "0123456789"), "IDR")
                .orElseThrow();
    }

    private void insert(List<Recipient> payees) {
        fixture.auth.database.database().run(tx -> fixture.recipients.insert(tx, payees));
    }

    private Optional<Recipient> inline(String json, String currency) {
        var fields = item(json);
        var payee = fixture.recipients.inline(fields, merchant.caller(), currency);
        assertThat(fields.findings().isEmpty())
                .as(() -> String.valueOf(details(fields)))
                .isTrue();
        return payee;
    }

    private List<String> found(String json, String currency) {
        var item = item(json);
        assertThat(fixture.recipients.inline(item, merchant.caller(), currency)).isEmpty();
        return details(item);
    }

    private static List<String> details(Fields fields) {
        try {
            fields.findings().throwIfAny();
            return List.of();
        } catch (Refused refused) {
            return refused.details().stream().map(RecipientsTest::text).toList();
        }
    }

    private static String text(Detail detail) {
        return detail.field() + " " + detail.code();
    }

    private static Fields item(String json) {
        return PayeeFixture.fields("{\"disburseData\":[{\"recipient\":" + json + "}]}")
                .requiredObjects("disburseData", 10)
                .getFirst()
                .requiredObject("recipient");
    }
}
