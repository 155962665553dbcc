package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.notification.Notifications;
import dev.sluice.screening.Check;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.ScreeningModule;
import dev.sluice.screening.ScreeningSettings.LocalList;
import dev.sluice.screening.ScreeningWorker;
import dev.sluice.screening.Screenings.Decided;
import dev.sluice.screening.Screenings.Operator;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recipients that are screened against a list when they are stored or renamed.
class ScreenedRecipientTest {
    private static final String HEADER = "id,schema,name,aliases,birth_date,countries,dataset\n";
    private static final String LISTED = "Q1,Person,Viktor Morozhenko,,1961,ru,Test list\n";
    private static final Duration AGE_MAX = Duration.ofDays(3);
    private static final String STORED = """
        {"name":"%s","email":"a@example.com","type":"personal","address":"Jl. 1","city":"Jakarta",
         "postCode":"10110","bank":{"country":"ID","currency":"IDR","bankName":"BCA","accountName":"%s",
         "accountNumber":"1234567890","paymentCode":"014"}}\
        """;

    private final PayeeFixture fixture = new PayeeFixture(true);
    private final PayeeFixture.Merchant merchant = fixture.merchant();
    private final ServingRole attacker = new ServingRole(fixture.auth.database.database());
    private final Operator operator = new Operator(new UUID(0, 9), "Olga", "It is him");

    @TempDir
    private Path folder;

    private ScreeningModule module;
    private ScreeningWorker worker;

    @BeforeEach
    void open() {
        module = ScreeningModule.wire(
                fixture.auth.database.database(),
                fixture.auth.vault,
                fixture.auth.clocks,
                new LocalList(folder.resolve("targets.simple.csv"), AGE_MAX, 50));
        worker = worker();
        list(Duration.ZERO);
    }

    @AfterEach
    void close() {
        module.close();
        attacker.close();
        fixture.close();
    }

    private ScreeningWorker worker() {
        var notifications =
                Notifications.wire(fixture.auth.database.database(), fixture.auth.vault, fixture.auth.clocks);
        return module.worker(notifications, Map.of(CheckKind.RECIPIENT, _ -> {}), new SimpleMeterRegistry());
    }

    private void list(Duration age) {
        var file = folder.resolve("targets.simple.csv");
        try {
            Files.writeString(file, HEADER + LISTED);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        module.refreshTask().orElseThrow().run();
    }

    private static String body(String name, String accountName) {
        return STORED.formatted(name, accountName);
    }

    private UUID stored(String name) {
        return merchant.stored(body(name, name));
    }

    private void work() {
        while (worker.step()) {
            // Repeated, so that every answer is reported.
        }
    }

    private CheckRef ref(UUID recipient) {
        return new CheckRef(merchant.organization.id(), recipient);
    }

    private Check check(UUID recipient) {
        return module.screenings().find(ref(recipient)).orElseThrow();
    }

    private Decided decide(UUID recipient, boolean cleared) {
        return module.screenings()
                .decide(
                        ref(recipient),
                        cleared,
                        operator,
                        check(recipient).result().matches());
    }

    private StoredRecipients paid(UUID recipient) {
        return fixture.recipients.find(merchant.organization.id(), List.of(recipient));
    }

    private void patch(UUID recipient, String body) {
        assertThat(merchant.patch("/v1/recipient/" + recipient, body).status()).isEqualTo(200);
    }

    private long count(String sql) {
        return fixture.auth
                .database
                .database()
                .read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    @Test
    void a_listed_recipient_is_found_when_it_is_stored_and_is_shown_meanwhile() {
        var recipient = stored("Wiktor Moroshenko");
        assertThat(check(recipient).state()).isEqualTo(Check.State.OPEN);
        work();
        assertThat(check(recipient).state()).isEqualTo(Check.State.HIT);
        assertThat(count("SELECT count(*) FROM notification_report WHERE kind = 'SCREENING_HIT'"))
                .isEqualTo(1);
        assertThat(merchant.get("/v1/recipient/" + recipient).status()).isEqualTo(200);
        assertThat(paid(recipient).usable()).containsKey(recipient);
    }

    @Test
    void a_recipient_that_is_on_no_list_passes() {
        var recipient = stored("Budi Santoso");
        work();
        assertThat(check(recipient).state()).isEqualTo(Check.State.CLEAR);
        assertThat(paid(recipient).rejected()).isEmpty();
    }

    @Test
    void a_rejected_recipient_is_not_paid_and_a_cleared_one_is() {
        var rejected = stored("Viktor Morozhenko");
        work();
        assertThat(decide(rejected, false)).isEqualTo(Decided.DONE);
        var cleared = stored("Viktor V. Morozhenko");
        work();
        assertThat(decide(cleared, true)).isEqualTo(Decided.DONE);
        work();
        assertThat(paid(rejected).usable()).isEmpty();
        assertThat(paid(rejected).rejected()).containsExactly(rejected);
        assertThat(paid(cleared).usable()).containsOnlyKeys(cleared);
        assertThat(merchant.get("/v1/recipient/" + rejected).status()).isEqualTo(200);
    }

    @Test
    void a_new_name_is_screened_and_other_changes_keep_the_decision() {
        var recipient = stored("Viktor Morozhenko");
        work();
        decide(recipient, false);
        patch(recipient, body("Viktor Morozhenko", "Viktor Morozhenko").replace("Jakarta", "Bogor"));
        assertThat(check(recipient).state()).isEqualTo(Check.State.REJECTED);
        patch(recipient, body("Budi", "Budi Santoso"));
        assertThat(check(recipient).state()).isEqualTo(Check.State.OPEN);
        work();
        assertThat(check(recipient).state()).isEqualTo(Check.State.CLEAR);
        patch(recipient, body("Budi", "Viktor Morozhenko"));
        work();
        assertThat(check(recipient).state()).isEqualTo(Check.State.HIT);
    }

    @Test
    void nobody_decides_on_a_recipient_that_is_deleted() {
        var recipient = stored("Viktor Morozhenko");
        work();
        assertThat(module.screenings().waiting().hits()).isEqualTo(1);
        assertThat(merchant.delete("/v1/recipient/" + recipient).status()).isEqualTo(200);
        assertThat(module.screenings().waiting().hits()).isZero();
    }

    @Test
    void a_recipient_that_is_not_stored_after_all_is_not_screened() {
        var payee = fixture.recipients
                .read(PayeeFixture.fields(body("Viktor Morozhenko", "Viktor Morozhenko")), merchant.caller())
                .orElseThrow();
        assertThatThrownBy(() -> fixture.auth.database.database().run(tx -> {
                    fixture.recipients.insert(tx, List.of(payee));
                    throw new IllegalStateException("the node dies here");
                }))
                .hasMessageContaining("dies here");
        assertThat(module.screenings().find(ref(payee.id()))).isEmpty();
    }

    @Test
    void a_recipient_that_a_payout_brings_is_screened_with_the_payout_only() {
        var payee = fixture.recipients
                .read(PayeeFixture.fields(body("Viktor Morozhenko", "Viktor Morozhenko")), merchant.caller())
                .orElseThrow();
        fixture.auth.database.database().run(tx -> fixture.recipients.insertPaid(tx, List.of(payee)));
        assertThat(paid(payee.id()).usable()).containsKey(payee.id());
        assertThat(module.screenings().find(ref(payee.id()))).isEmpty();
    }

    @Test
    void while_the_list_is_old_a_recipient_waits_and_then_passes() {
        list(AGE_MAX.plusMinutes(1));
        var recipient = stored("Budi Santoso");
        work();
        assertThat(check(recipient).trouble()).contains("older than PT72H");
        list(Duration.ZERO);
        fixture.auth
                .database
                .database()
                .run(tx -> tx.handle().execute("UPDATE screening_check SET due_at = now() - interval '1 s'"));
        work();
        assertThat(check(recipient).state()).isEqualTo(Check.State.CLEAR);
    }

    @Test
    void two_nodes_find_a_recipient_once() throws InterruptedException {
        var recipient = stored("Viktor Morozhenko");
        var other = worker();
        var here = Thread.ofVirtual().start(this::work);
        var there = Thread.ofVirtual().start(() -> {
            while (other.step()) {
                // Repeated, as the other node does it.
            }
        });
        here.join();
        there.join();
        work();
        assertThat(check(recipient).state()).isEqualTo(Check.State.HIT);
        assertThat(count("SELECT count(*) FROM notification_report WHERE kind = 'SCREENING_HIT'"))
                .isEqualTo(1);
    }

    @Test
    void a_changed_row_rejects_nobody() {
        var recipient = stored("Budi Santoso");
        work();
        assertThat(attacker.execute("UPDATE screening_check SET state = 'REJECTED' WHERE subject_id = ?", recipient))
                .isEqualTo(1);
        assertThat(paid(recipient).usable()).containsKey(recipient);
    }

    @Test
    void where_screening_is_off_its_table_is_not_asked() {
        try (var calm = new PayeeFixture()) {
            calm.auth
                    .database
                    .database()
                    .run(tx -> tx.handle().execute("ALTER TABLE screening_check RENAME TO screening_check_away"));
            var there = calm.merchant();
            var recipient = there.stored(body("Viktor Morozhenko", "Viktor Morozhenko"));
            assertThat(there.patch("/v1/recipient/" + recipient, body("Viktor", "Viktor Morozhenko"))
                            .status())
                    .isEqualTo(200);
            assertThat(calm.recipients
                            .find(there.organization.id(), List.of(recipient))
                            .usable())
                    .containsKey(recipient);
            assertThat(there.delete("/v1/recipient/" + recipient).status()).isEqualTo(200);
        }
    }
}
