package dev.sluice.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.sluice.mail.Mails;
import dev.sluice.mail.SmtpSettings;
import dev.sluice.merchant.Role;
import dev.sluice.ownership.OwnerChangeState.Waiting;
import dev.sluice.ownership.OwnerChangeStep.NoticeChannel;
import dev.sluice.ownership.OwnerChangeStep.OwnerTold;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Changes to who controls an organization, of which an owner has to know before they take effect.
class OwnerToldTest extends OwnershipCase {
    private static final Duration TO_OBJECT = OwnerChangeState.OBJECTION_MIN;
    private static final String MALLORY = "mallory@example.com";

    private UUID approved() {
        var change = untold(invite(ask(first), MALLORY));
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.DONE);
        return change;
    }

    private Optional<OwnerTold> told(UUID change) {
        return ((Waiting) change(change).state()).notified();
    }

    private void assertNotMade() {
        work();
        assertThat(mailTo(MALLORY)).isEmpty();
    }

    private void assertMadeAfter(Duration time) {
        pass(time.minus(A_MOMENT));
        assertNotMade();
        pass(A_MOMENT);
        work();
        assertThat(mailTo(MALLORY)).hasSize(1);
    }

    @Test
    void without_mail_a_change_of_which_no_owner_knows_never_takes_effect() {
        var change = approved();
        pass(WAIT);
        assertNotMade();
        assertThat(change(change).isUnnotified()).isTrue();
        pass(OwnerChangeRequest.APPROVAL_PERIOD);
        work();
        assertThat(change(change).state()).isInstanceOf(OwnerChangeState.Lapsed.class);
    }

    @Test
    void a_change_that_an_owner_sees_at_once_takes_effect_when_it_is_due() {
        var change = approved();
        one.decisions().recordView(owner);
        one.decisions().recordView(owner);
        assertThat(told(change)).contains(new OwnerTold(now.get(), NoticeChannel.SEEN, Participant.of(owner), ""));
        assertThat(change(change).steps()).hasSize(2);
        assertMadeAfter(WAIT);
    }

    @Test
    void an_owner_who_sees_it_late_has_time_to_object() {
        var change = approved();
        pass(WAIT.plusHours(8));
        one.decisions().recordView(owner);
        assertNotMade();
        pass(Duration.ofHours(1));
        assertThat(one.decisions().object(owner, change, "We never asked")).isEqualTo(OwnerChangeResult.DONE);
        pass(TO_OBJECT);
        assertNotMade();
    }

    @Test
    void an_owner_who_sees_it_late_and_does_not_object_lets_it_take_effect() {
        approved();
        pass(WAIT.plusHours(8));
        one.decisions().recordView(owner);
        assertMadeAfter(TO_OBJECT);
    }

    @Test
    void only_an_owner_with_access_counts() {
        var change = approved();
        one.decisions().recordView(somebody(shop, Role.ADMIN, "admin"));
        one.decisions().recordView(somebody(house, Role.OWNER, "stranger"));
        one.decisions().recordView(database.inTx(tx -> users.invite(tx, shop, "new@example.com", "New", Role.OWNER)));
        assertThat(told(change)).isEmpty();
    }

    @Test
    void the_command_line_confirms_that_owners_were_told_and_owners_read_it() {
        var change = approved();
        pass(WAIT);
        assertThat(one.decisions().confirmNotified(shop, change, Participant.of(first), "Called"))
                .isEqualTo(OwnerChangeResult.NOT_ENTITLED);
        assertThat(one.decisions().confirmNotified(shop, change, Participant.COMMAND_LINE, "Called the director"))
                .isEqualTo(OwnerChangeResult.DONE);
        assertThat(one.decisions().confirmNotified(shop, change, Participant.COMMAND_LINE, "Called"))
                .isEqualTo(OwnerChangeResult.ALREADY_NOTIFIED);
        assertThat(told(change)).map(OwnerTold::channel).contains(NoticeChannel.CONFIRMED);
        assertThat(mailTo(owner.email()).getFirst().text()).contains("Called the director");
        assertMadeAfter(TO_OBJECT);
    }

    @Test
    void a_mail_that_a_server_accepted_lets_it_take_effect_when_it_is_due() {
        var change = approved();
        pass(Duration.ofHours(1));
        assertNotMade();
        deliver();
        work();
        assertThat(told(change)).contains(new OwnerTold(now.get(), NoticeChannel.MAIL, Participant.SERVICE, ""));
        assertMadeAfter(WAIT.minusHours(1));
    }

    @Test
    void a_mail_that_only_the_database_calls_sent_tells_nobody() {
        var change = approved();
        execute("UPDATE mail_message SET sent_at = written_at, due_at = NULL");
        work();
        assertThat(told(change)).isEmpty();
    }

    @Test
    void a_delivered_mail_about_another_change_tells_nobody_of_this_one() {
        var other = untold(one.changes().resetFactors(ask(first), owner.email(), (_, _) -> null));
        deliver();
        var change = approved();
        execute("UPDATE mail_message SET topic = '" + change + "' WHERE topic = '" + other + "'");
        work();
        assertThat(told(change)).isEmpty();
    }

    private void deliver() {
        var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        try {
            var settings = new SmtpSettings(
                    "127.0.0.1",
                    server.getSmtp().getPort(),
                    SmtpSettings.Security.OFF,
                    Optional.empty(),
                    "Sluice <pay@example.com>");
            var mails = Mails.wire(database, vault, clocks, Optional.of(settings));
            while (mails.step()) {
                // Sends the next one.
            }
            assertThat(server.getReceivedMessages()).isNotEmpty();
        } finally {
            server.stop();
        }
    }
}
