package dev.sluice.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.AtOnce;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Notices to users: once, grouped, and only to the concerned users.
class NotificationsTest {
    private static final String FAILED = "disbursement.failed";
    private static final Subject ENDPOINT = new Subject("e-1", null, null, "https://shop.example/hook");

    private static NotificationFixture fixture;
    private UUID organization = new UUID(0, 0);

    @BeforeAll
    static void open() {
        fixture = new NotificationFixture();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void enter() {
        organization = fixture.organization();
    }

    @Test
    void a_note_is_cut_between_two_characters() {
        var note = new Subject("p-1", null, null, "x".repeat(139) + "🙂").note();
        assertThat(note).isEqualTo("x".repeat(139));
        var whole = List.of(new Subject("p-1", null, null, "🙂".repeat(200)));
        assertThat(Subject.read(Subject.written(whole))).isEqualTo(whole);
    }

    private List<Mail> mail() {
        return fixture.mail(organization);
    }

    private void mailIsDue() {
        fixture.pass(Notifications.GATHERED);
        fixture.worker.step();
    }

    @Test
    void failed_payouts_are_told_together_and_named_up_to_ten() {
        var owner = fixture.person(organization, Role.OWNER);
        fixture.fail(organization, FAILED, 1, 24);
        fixture.fail(organization, "disbursement.reversed", 25, 1);
        fixture.fail(organization, "disbursement.completed", 26, 3);
        fixture.worker.step();
        assertThat(fixture.seenBy(owner)).singleElement().satisfies(notification -> {
            assertThat(notification.kind()).isEqualTo(Kind.PAYOUT_FAILED);
            assertThat(notification.count()).isEqualTo(25);
            assertThat(notification.subjects()).hasSize(10);
            assertThat(notification.unread()).isTrue();
        });
        assertThat(mail()).isEmpty();
        mailIsDue();
        assertThat(mail()).singleElement().satisfies(mail -> {
            assertThat(mail.to()).isEqualTo(owner.email());
            assertThat(mail.subject()).isEqualTo("Failed or returned payouts: 25 (Acme)");
            assertThat(mail.text())
                    .contains(
                            "150,000\u00a0IDR · INV-1 · The account is closed\n",
                            "INV-10",
                            "and 15 more",
                            "https://pay.example/dashboard/payouts/")
                    .doesNotContain("INV-11");
        });
    }

    @Test
    void there_is_one_mail_in_a_quarter_of_an_hour() {
        fixture.person(organization, Role.OWNER);
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        mailIsDue();
        for (int number = 2; number < 12; number++) {
            fixture.fail(organization, FAILED, number, 1);
            fixture.worker.step();
            mailIsDue();
        }
        assertThat(mail()).hasSize(1);
        fixture.pass(Notifications.PAUSE);
        fixture.worker.step();
        assertThat(mail()).hasSize(2);
        assertThat(mail().getFirst().subject()).contains(": 10 (");
    }

    @Test
    void two_nodes_send_one_mail() {
        fixture.person(organization, Role.OWNER);
        var nodes = Stream.generate(() -> fixture.node(fixture.notices, fixture.mails(fixture.clocks)))
                .limit(4)
                .toList();
        for (int round = 1; round <= 5; round++) {
            fixture.fail(organization, FAILED, round * 10, 7);
            AtOnce.each(nodes, NotificationWorker::step);
            fixture.pass(Notifications.PAUSE);
            AtOnce.each(nodes, NotificationWorker::step);
            assertThat(mail()).hasSize(round);
            assertThat(mail().getFirst().subject()).contains(": 7 (");
        }
    }

    @Test
    void what_a_node_saw_before_it_died_is_told_by_another() {
        var owner = fixture.person(organization, Role.OWNER);
        fixture.fail(organization, FAILED, 1, 3);
        var dying = fixture.node(fixture.notices(fixture.deadly(1)), fixture.mails(fixture.clocks));
        assertThatThrownBy(dying::step).isInstanceOf(NotificationFixture.Killed.class);
        assertThat(fixture.seenBy(owner)).isEmpty();
        fixture.worker.step();
        assertThat(fixture.seenBy(owner))
                .singleElement()
                .extracting(Notification::count)
                .isEqualTo(3);
        fixture.worker.step();
        assertThat(fixture.seenBy(owner))
                .singleElement()
                .extracting(Notification::count)
                .isEqualTo(3);
    }

    /// The node dies between two mails.
    @Test
    void a_mail_that_a_node_died_over_is_written_by_another_once() {
        fixture.person(organization, Role.OWNER);
        fixture.person(organization, Role.ADMIN);
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        fixture.pass(Notifications.GATHERED);
        var dying = fixture.node(fixture.notices, fixture.mails(fixture.deadly(2)));
        assertThatThrownBy(dying::step).isInstanceOf(NotificationFixture.Killed.class);
        assertThat(mail()).isEmpty();
        fixture.worker.step();
        fixture.worker.step();
        assertThat(mail()).hasSize(2);
    }

    @Test
    void what_is_undone_was_not_told() {
        var owner = fixture.person(organization, Role.OWNER);
        assertThatThrownBy(() -> fixture.database.database().run(tx -> {
                    fixture.notices.create(tx, organization, Kind.ENDPOINT_DISABLED, ENDPOINT);
                    throw new NotificationFixture.Killed();
                }))
                .isInstanceOf(NotificationFixture.Killed.class);
        assertThat(fixture.seenBy(owner)).isEmpty();
    }

    @Test
    void many_who_tell_at_once_tell_of_all() {
        var owner = fixture.person(organization, Role.OWNER);
        AtOnce.times(20, _ -> {
            fixture.tell(organization, Kind.APPROVAL_WAITING, new Subject("p", null, null, "INV"));
            return true;
        });
        assertThat(fixture.seenBy(owner))
                .singleElement()
                .extracting(Notification::count)
                .isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({
        "BALANCE_LOW,OWNER ADMIN",
        "PAYOUT_FAILED,OWNER ADMIN",
        "ENDPOINT_DISABLED,DEVELOPER",
        "APPROVAL_WAITING,CHECKER",
        "PAYOUT_REJECTED,MAKER"
    })
    void a_kind_is_mailed_to_whom_it_concerns(Kind kind, String roles) {
        for (var role : Role.values()) {
            fixture.person(organization, role);
        }
        fixture.tell(organization, kind, new Subject("s", null, null, kind == Kind.BALANCE_LOW ? "5" : "note"));
        mailIsDue();
        assertThat(mail().stream()
                        .map(mail ->
                                mail.to().substring(0, mail.to().indexOf('-')).toUpperCase(Locale.ROOT)))
                .containsExactlyInAnyOrder(roles.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "VIEWER,ENDPOINT_DISABLED",
        "MAKER,APPROVAL_WAITING",
        "CHECKER,PAYOUT_REJECTED",
        "OPERATOR,PAYOUT_FAILED"
    })
    void nobody_sees_or_chooses_what_is_not_for_their_role(Role role, Kind kind) {
        var person = fixture.person(organization, role);
        fixture.choices.choose(person, EnumSet.allOf(Kind.class));
        fixture.tell(organization, kind, ENDPOINT);
        mailIsDue();
        assertThat(fixture.seenBy(person)).isEmpty();
        assertThat(fixture.choices.byMail(person)).doesNotContain(kind);
        assertThat(mail()).isEmpty();
    }

    @Test
    void who_chose_none_gets_none_and_who_chose_more_gets_more() {
        var owner = fixture.person(organization, Role.OWNER);
        var viewer = fixture.person(organization, Role.VIEWER);
        fixture.choices.choose(owner, Set.of());
        fixture.choices.choose(viewer, Set.of(Kind.PAYOUT_FAILED));
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        mailIsDue();
        assertThat(mail()).extracting(Mail::to).containsExactly(viewer.email());
        assertThat(fixture.choices.byMail(owner)).isEmpty();
    }

    @Test
    void who_has_no_access_gets_no_mail() {
        var owner = fixture.person(organization, Role.OWNER);
        fixture.users.disable(organization, owner.email());
        fixture.database
                .database()
                .run(tx -> fixture.users.invite(
                        tx, organization, "new-" + organization + "@example.com", "New", Role.ADMIN));
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        mailIsDue();
        assertThat(mail()).isEmpty();
    }

    @Test
    void a_mail_is_in_the_language_in_which_somebody_was_last_at_the_dashboard() {
        var owner = fixture.person(organization, Role.OWNER);
        var unread = new UnreadCount(fixture.notices, fixture.choices);
        unread.unread(owner, "en");
        unread.unread(owner, "id");
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        mailIsDue();
        assertThat(mail()).singleElement().satisfies(mail -> {
            assertThat(mail.subject()).isEqualTo("Pembayaran keluar yang gagal atau dikembalikan: 1 (Acme)");
            assertThat(mail.text()).contains("Halo Rani owner", "150.000\u00a0IDR", "Rekening sudah ditutup");
        });
    }

    @Test
    void what_one_reads_another_has_not_read() {
        var owner = fixture.person(organization, Role.OWNER);
        var viewer = fixture.person(organization, Role.VIEWER);
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        var id = fixture.seenBy(owner).getFirst().id();
        fixture.notices.read(Reader.of(owner), id, Optional.empty());
        assertThat(fixture.notices.unread(Reader.of(owner))).isZero();
        assertThat(fixture.notices.unread(Reader.of(viewer))).isEqualTo(1);
        fixture.fail(organization, FAILED, 2, 1);
        fixture.worker.step();
        assertThat(fixture.notices.unread(Reader.of(owner))).isEqualTo(1);
        assertThat(fixture.seenBy(owner))
                .singleElement()
                .extracting(Notification::unread)
                .isEqualTo(true);
        fixture.notices.readAll(Reader.of(owner), Optional.empty());
        fixture.notices.readAll(Reader.of(owner), Optional.empty());
        assertThat(fixture.notices.unread(Reader.of(owner))).isZero();
    }

    @Test
    void another_organizations_notices_are_not_there() {
        var stranger = fixture.person(fixture.organization(), Role.OWNER);
        var owner = fixture.person(organization, Role.OWNER);
        fixture.fail(organization, FAILED, 1, 1);
        fixture.worker.step();
        var first = fixture.seenBy(owner).getFirst().id();
        fixture.notices.read(Reader.of(stranger), first, Optional.empty());
        assertThat(fixture.seenBy(stranger)).isEmpty();
        assertThat(fixture.notices.unread(Reader.of(owner))).isEqualTo(1);
    }

    @Test
    void unread_ones_come_first() {
        var owner = fixture.person(organization, Role.OWNER);
        fixture.tell(organization, Kind.ENDPOINT_DISABLED, ENDPOINT);
        fixture.pass(Duration.ofSeconds(1));
        fixture.tell(organization, Kind.APPROVAL_WAITING, new Subject("p-1", null, null, "INV-1"));
        assertThat(fixture.seenBy(owner))
                .extracting(Notification::kind)
                .containsExactly(Kind.APPROVAL_WAITING, Kind.ENDPOINT_DISABLED);
        var first = fixture.seenBy(owner).getFirst().id();
        fixture.notices.read(Reader.of(owner), first, Optional.empty());
        assertThat(fixture.seenBy(owner))
                .extracting(Notification::kind)
                .containsExactly(Kind.ENDPOINT_DISABLED, Kind.APPROVAL_WAITING);
    }

    @Test
    void old_notices_are_forgotten_with_what_was_read_of_them() {
        var owner = fixture.person(organization, Role.OWNER);
        fixture.tell(organization, Kind.ENDPOINT_DISABLED, ENDPOINT);
        mailIsDue();
        fixture.notices.readAll(Reader.of(owner), Optional.empty());
        fixture.pass(Notifications.KEPT.minusSeconds(1));
        fixture.worker.deleteExpired();
        assertThat(fixture.seenBy(owner)).hasSize(1);
        fixture.pass(Duration.ofSeconds(2));
        fixture.worker.deleteExpired();
        assertThat(fixture.seenBy(owner)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {5_001, 12_000})
    void a_long_feed_is_looked_through_to_its_end(int count) {
        var owner = fixture.person(organization, Role.OWNER);
        fixture.fail(organization, FAILED, 1, count);
        while (fixture.worker.step()) {
            // Repeat until nothing is due.
        }
        assertThat(fixture.seenBy(owner))
                .singleElement()
                .extracting(Notification::count)
                .isEqualTo(count);
    }
}
