package dev.sluice.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.AtOnce;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Notices to operators about all organizations: once, grouped, and to operators only.
@Tag("slow")
class OperatorNoticesTest {
    private static final UUID MERCHANT = new UUID(1, 1);

    private final NotificationFixture fixture = new NotificationFixture();
    private UUID organization = new UUID(0, 0);

    @BeforeEach
    void enter() {
        organization = fixture.organization();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static Set<Kind> ofOperators() {
        return Kind.of(Role.OPERATOR);
    }

    private static Subject payment(int number) {
        return new Subject(
                Subject.of(MERCHANT, new UUID(2, number)), new BigDecimal(150_000 + number), "IDR", "WRONG_AMOUNT");
    }

    private void report(Kind kind, Subject... subjects) {
        fixture.database.database().run(tx -> fixture.notices.report(tx, kind, List.of(subjects)));
    }

    private void report(int count) {
        report(
                Kind.MONEY_UNMATCHED,
                IntStream.rangeClosed(1, count)
                        .mapToObj(OperatorNoticesTest::payment)
                        .toArray(Subject[]::new));
    }

    private List<StoredMail> mail() {
        return fixture.mails(fixture.clocks).latest(1_000);
    }

    private void mailIsDue() {
        fixture.pass(Notifications.GATHERED);
        fixture.worker.step();
    }

    @Test
    void operators_of_any_organization_are_told_once_whatever_nodes_look() {
        var ours = fixture.person(organization, Role.OPERATOR);
        var theirs = fixture.person(fixture.organization(), Role.OPERATOR);
        new UnreadCount(fixture.notices, fixture.choices).unread(theirs, "id");
        var nodes = Stream.generate(() -> fixture.node(fixture.notices, fixture.mails(fixture.clocks)))
                .limit(4)
                .toList();
        report(12);
        AtOnce.each(nodes, NotificationWorker::step);
        for (var operator : List.of(ours, theirs)) {
            assertThat(fixture.seenBy(operator)).singleElement().satisfies(notification -> {
                assertThat(notification.count()).isEqualTo(12);
                assertThat(notification.subjects())
                        .hasSize(Notifications.NAMED_MAX)
                        .startsWith(payment(1));
                assertThat(notification.unread()).isTrue();
            });
        }
        assertThat(mail()).isEmpty();
        fixture.pass(Notifications.GATHERED);
        AtOnce.each(nodes, NotificationWorker::step);
        AtOnce.each(nodes, NotificationWorker::step);
        assertThat(mail()).hasSize(2);
        assertThat(mailTo(ours).mail().subject()).isEqualTo("Unmatched payments: 12 (pay.example)");
        assertThat(mailTo(ours).mail().text())
                .contains(
                        "150,001\u00a0IDR · wrong amount\n  https://pay.example/dashboard/operator/exceptions/"
                                + MERCHANT + "/" + new UUID(2, 1),
                        "and 2 more");
        assertThat(mailTo(theirs).mail().subject()).isEqualTo("Pembayaran yang tidak cocok: 12 (pay.example)");
        assertThat(mailTo(theirs).mail().text()).contains("150.001\u00a0IDR · jumlah salah");
        assertThat(mailTo(theirs).organizationId()).isEqualTo(theirs.organizationId());
    }

    private StoredMail mailTo(User user) {
        return mail().stream()
                .filter(stored -> stored.mail().to().equals(user.email()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void many_nodes_that_gather_at_once_tell_each_report_once() {
        var operator = fixture.person(organization, Role.OPERATOR);
        var nodes = Stream.generate(() -> fixture.node(fixture.notices, fixture.mails(fixture.clocks)))
                .limit(4)
                .toList();
        for (int round = 1; round <= 10; round++) {
            AtOnce.times(5, _ -> {
                report(3);
                return true;
            });
            AtOnce.each(nodes, NotificationWorker::step);
        }
        fixture.worker.step();
        assertThat(fixture.seenBy(operator))
                .singleElement()
                .extracting(Notification::count)
                .isEqualTo(150);
    }

    @Test
    void a_storm_is_one_notice_and_is_gathered_in_several_steps() {
        var operator = fixture.person(organization, Role.OPERATOR);
        report(2_500);
        assertThat(fixture.worker.step()).isTrue();
        assertThat(fixture.worker.step()).isTrue();
        assertThat(fixture.worker.step()).isFalse();
        assertThat(fixture.seenBy(operator)).singleElement().satisfies(notification -> {
            assertThat(notification.count()).isEqualTo(2_500);
            assertThat(notification.subjects()).hasSize(Notifications.NAMED_MAX);
        });
        mailIsDue();
        report(2_500);
        for (int step = 0; step < 5; step++) {
            mailIsDue();
        }
        assertThat(mail()).as("within a quarter of an hour").hasSize(1);
        fixture.pass(Notifications.PAUSE);
        fixture.worker.step();
        assertThat(mail()).hasSize(2);
    }

    @Test
    void what_a_node_took_before_it_died_is_told_by_another_once() {
        var operator = fixture.person(organization, Role.OPERATOR);
        report(3);
        var dying = fixture.node(fixture.notices(fixture.deadly(0)), fixture.mails(fixture.clocks));
        assertThatThrownBy(dying::step).isInstanceOf(NotificationFixture.Killed.class);
        assertThat(fixture.seenBy(operator)).isEmpty();
        fixture.worker.step();
        fixture.worker.step();
        assertThat(fixture.seenBy(operator))
                .singleElement()
                .extracting(Notification::count)
                .isEqualTo(3);
    }

    @Test
    void what_is_undone_was_not_reported() {
        var operator = fixture.person(organization, Role.OPERATOR);
        assertThatThrownBy(() -> fixture.database.database().run(tx -> {
                    fixture.notices.report(tx, Kind.MONEY_UNMATCHED, List.of(payment(1)));
                    throw new NotificationFixture.Killed();
                }))
                .isInstanceOf(NotificationFixture.Killed.class);
        fixture.worker.step();
        assertThat(fixture.seenBy(operator)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void operators_and_the_people_of_organizations_see_nothing_of_each_other(Kind kind) {
        var people = Stream.of(Role.values())
                .map(role -> fixture.person(organization, role))
                .toList();
        people.forEach(person -> fixture.choices.choose(person, EnumSet.allOf(Kind.class)));
        var note = kind == Kind.RAIL_CONTRADICTION ? "SETTLED" : kind == Kind.BALANCE_LOW ? "5" : "WRONG_AMOUNT";
        var subject = new Subject("s", BigDecimal.ONE, "IDR", note);
        if (kind.isForOperators()) {
            report(kind, subject);
            fixture.worker.step();
        } else {
            fixture.tell(organization, kind, subject);
        }
        mailIsDue();
        assertThat(mail()).isNotEmpty();
        for (var person : people) {
            boolean reported = person.role().may(kind.permission());
            assertThat(reported && kind.isForOperators() != (person.role() == Role.OPERATOR))
                    .as(person.role().name())
                    .isFalse();
            assertThat(fixture.seenBy(person)).as(person.role().name()).hasSize(reported ? 1 : 0);
            assertThat(fixture.notices.unread(Reader.of(person)))
                    .as(person.role().name())
                    .isEqualTo(reported ? 1 : 0);
            assertThat(mail().stream().filter(stored -> stored.mail().to().equals(person.email())))
                    .as(person.role().name())
                    .hasSize(reported ? 1 : 0);
        }
    }

    /// Neither side could read a notice that names both.
    @ParameterizedTest
    @EnumSource
    void a_notice_that_would_be_the_others_is_not_kept(Kind kind) {
        var others = kind.isForOperators() ? organization : Notifications.OPERATORS;
        assertThatThrownBy(() -> fixture.tell(others, kind, payment(1)))
                .isInstanceOf(UnableToExecuteStatementException.class)
                .hasMessageContaining("notification_whose_check");
        if (!kind.isForOperators()) {
            assertThatThrownBy(() -> report(kind, payment(1))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void each_operator_chooses_what_comes_by_mail_and_none_comes_to_who_has_no_access() {
        var ours = fixture.person(organization, Role.OPERATOR);
        var chose = fixture.person(organization, Role.OPERATOR);
        var gone = fixture.person(fixture.organization(), Role.OPERATOR);
        assertThat(fixture.choices.byMail(ours)).isEqualTo(ofOperators()).hasSize(10);
        fixture.choices.choose(chose, EnumSet.of(Kind.RAIL_STOPPED, Kind.PAYOUT_FAILED));
        assertThat(fixture.choices.byMail(chose)).containsExactly(Kind.RAIL_STOPPED);
        fixture.users.disable(gone.organizationId(), gone.email());
        report(1);
        report(Kind.RAIL_STOPPED, new Subject("bank", null, null, "Budi: they\nasked us"));
        fixture.worker.step();
        mailIsDue();
        assertThat(mail())
                .extracting(stored -> stored.mail().to())
                .containsExactlyInAnyOrder(ours.email(), ours.email(), chose.email());
        assertThat(mailTo(chose).mail().text())
                .contains("- bank · Budi: they asked us\n  https://pay.example/dashboard/operator/rails/bank\n");
    }

    @Test
    void what_one_operator_reads_another_has_not_read() {
        var one = fixture.person(organization, Role.OPERATOR);
        var other = fixture.person(organization, Role.OPERATOR);
        report(1);
        fixture.worker.step();
        fixture.notices.readAll(Reader.of(one), Optional.empty());
        assertThat(fixture.notices.unread(Reader.of(one))).isZero();
        assertThat(fixture.notices.unread(Reader.of(other))).isEqualTo(1);
        report(1);
        fixture.worker.step();
        assertThat(fixture.notices.unread(Reader.of(one))).isEqualTo(1);
    }
}
