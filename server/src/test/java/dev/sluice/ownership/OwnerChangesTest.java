package dev.sluice.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.notification.Choices;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Changes of control over an organization of a live deployment, from the request to the effect.
class OwnerChangesTest extends OwnershipCase {
    @Test
    void nothing_happens_before_the_time_or_without_a_second_operator() {
        var second = somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        assertThat(approve(change, first)).isEqualTo(OwnerChangeResult.OWN_REQUEST);
        assertThat(approve(change, owner)).isEqualTo(OwnerChangeResult.NOT_ENTITLED);
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.OTHER_OPERATORS);
        pass(WAIT);
        work();
        assertThat(change(change).isPending()).isTrue();
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.DONE);
        work();
        assertThat(change(change).state()).isInstanceOf(OwnerChangeState.Done.class);
        assertThat(mailTo("mallory@example.com")).hasSize(1);
    }

    @Test
    void an_approval_does_not_shorten_the_time() {
        var second = somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        approve(change, second);
        pass(WAIT.minus(A_MOMENT));
        work();
        assertThat(mailTo("mallory@example.com")).isEmpty();
        pass(A_MOMENT);
        work();
        assertThat(mailTo("mallory@example.com")).hasSize(1);
    }

    @Test
    void an_account_that_was_made_after_the_request_approves_nothing() {
        somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        pass(Duration.ofSeconds(1));
        assertThat(approve(change, somebody(house, Role.OPERATOR, "newcomer"))).isEqualTo(OwnerChangeResult.TOO_NEW);
    }

    @Test
    void an_operator_without_access_approves_nothing() {
        var second = somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        users.disable(house, second.email());
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.NOT_ENTITLED);
    }

    @Test
    void the_command_line_stands_for_the_second_operator_where_there_is_one() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.DONE);
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.ALREADY_DECIDED);
        pass(WAIT.minus(A_MOMENT));
        work();
        assertThat(mailTo("mallory@example.com")).isEmpty();
        pass(A_MOMENT);
        work();
        assertThat(mailTo("mallory@example.com")).hasSize(1);
    }

    @Test
    void the_command_line_approves_no_request_of_its_own_where_there_is_an_operator() {
        var change = waits(one.changes().create(asCommand(), "mallory@example.com", "Mallory", Role.ADMIN));
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.OWN_REQUEST);
        users.disable(house, first.email());
        assertThat(approveByCommand(change))
                .as("also where that one lost access after it")
                .isEqualTo(OwnerChangeResult.OWN_REQUEST);
    }

    @Test
    void an_operator_who_leaves_after_the_request_does_not_let_the_command_line_approve() {
        var second = somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        users.disable(house, second.email());
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.OTHER_OPERATORS);
    }

    @Test
    void where_there_is_no_operator_the_command_line_waits_all_the_same() {
        users.disable(house, first.email());
        var change = waits(one.changes().create(asCommand(), "mallory@example.com", "Mallory", Role.OWNER));
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.DONE);
        assertThat(one.decisions().carryOut(shop, change, (_, user) -> null))
                .isEqualTo(new ChangeAnswer.Refused<>(OwnerChangeResult.NOT_READY));
        pass(WAIT);
        work();
        assertThat(users.find("mallory@example.com"))
                .as("a worker prints nothing")
                .isEmpty();
        assertThat(one.decisions().carryOut(shop, change, (_, user) -> null)).isInstanceOf(ChangeAnswer.Created.class);
        assertThat(users.find("mallory@example.com")).isPresent();
        assertThat(one.decisions().carryOut(shop, change, (_, user) -> null))
                .isEqualTo(new ChangeAnswer.Refused<>(OwnerChangeResult.NOT_PENDING));
    }

    @Test
    void a_first_objection_restarts_the_time_and_takes_approvals_back_and_a_second_one_does_not() {
        var second = somebody(house, Role.OPERATOR, "second");
        var partner = somebody(shop, Role.OWNER, "partner");
        var change = waits(invite(ask(first), "mallory@example.com"));
        approve(change, second);
        pass(WAIT.minus(A_MOMENT));
        assertThat(one.decisions().object(owner, change, "We never asked")).isEqualTo(OwnerChangeResult.DONE);
        assertThat(one.decisions().object(owner, change, "We never asked"))
                .isEqualTo(OwnerChangeResult.ALREADY_DECIDED);
        pass(WAIT.minus(A_MOMENT));
        work();
        assertThat(mailTo("mallory@example.com")).isEmpty();
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.TOO_EARLY);
        assertThat(one.decisions().object(partner, change, "Nor did I")).isEqualTo(OwnerChangeResult.DONE);
        pass(A_MOMENT);
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.DONE);
        work();
        assertThat(mailTo("mallory@example.com")).as("one of two").isEmpty();
        assertThat(approve(change, first)).isEqualTo(OwnerChangeResult.DONE);
        work();
        assertThat(mailTo("mallory@example.com")).hasSize(1);
        assertThat(mailTo(partner.email())).hasSize(7);
    }

    @Test
    void whoever_makes_an_operator_makes_no_second_one_for_a_while() {
        var fresh = newcomer(house, Role.OPERATOR, "fresh");
        pass(A_MOMENT);
        var change = waits(invite(ask(first), "mallory@example.com"));
        pass(WAIT.minus(A_MOMENT).minus(A_MOMENT));
        assertThat(approve(change, fresh)).isEqualTo(OwnerChangeResult.TOO_RECENT);
        pass(A_MOMENT);
        assertThat(approve(change, fresh)).isEqualTo(OwnerChangeResult.DONE);
    }

    @Test
    void an_operator_whose_second_step_or_password_was_replaced_approves_nothing_for_a_while() {
        var second = somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        var ask = new Ask(house, Participant.COMMAND_LINE, "Lost", "en");
        assertThat(one.changes().resetFactors(ask, second.email(), (_, user) -> new Mail(user.email(), "a", "b")))
                .isInstanceOf(ChangeAnswer.Created.class);
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.TOO_RECENT);
        var third = somebody(house, Role.OPERATOR, "third");
        assertThat(one.changes().renewPassword(ask, third.email(), (_, user) -> new Mail(user.email(), "a", "b")))
                .isInstanceOf(ChangeAnswer.Created.class);
        assertThat(approve(change, third)).isEqualTo(OwnerChangeResult.TOO_RECENT);
        pass(WAIT);
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.DONE);
    }

    @Test
    void two_people_who_agree_let_somebody_in_who_approves_at_once() {
        var second = somebody(house, Role.OPERATOR, "second");
        var invitation = waits(invite(ask(first), "partner@example.com"));
        approve(invitation, second);
        pass(WAIT);
        work();
        assertThat(approvesFrom("partner@example.com")).isEqualTo(now.get());
        var printed = waits(one.changes().create(asCommand(), "admin@example.com", "Admin", Role.ADMIN));
        pass(A_MOMENT);
        approve(printed, first);
        pass(WAIT);
        assertThat(one.decisions().carryOut(shop, printed, (_, user) -> null)).isInstanceOf(ChangeAnswer.Created.class);
        assertThat(approvesFrom("admin@example.com"))
                .as("one person has seen the password")
                .isEqualTo(now.get().plus(WAIT));
    }

    @Test
    void the_command_line_that_agrees_with_itself_is_one() {
        users.disable(house, first.email());
        var reset = waits(one.changes().resetFactors(asCommand(), owner.email(), (_, user) -> null));
        assertThat(approveByCommand(reset)).isEqualTo(OwnerChangeResult.DONE);
        pass(WAIT);
        work();
        assertThat(approvesFrom(owner.email())).isEqualTo(now.get().plus(WAIT));
    }

    private Instant approvesFrom(String email) {
        return users.find(email).orElseThrow().entitlement().approvesFrom(WAIT);
    }

    @Test
    void an_owner_reads_mails_in_the_language_of_their_dashboard() {
        waits(invite(ask(first), "mallory@example.com"));
        assertThat(mailTo(owner.email()).getFirst().subject())
                .as("nobody knows it")
                .contains("change of control", "kendali");
        new Choices(database).setLanguage(owner, "id");
        waits(invite(ask(first), "eve@example.com"));
        assertThat(mailTo(owner.email()))
                .filteredOn(mail -> mail.text().contains("eve@example.com"))
                .singleElement()
                .satisfies(mail -> assertThat(mail.subject() + mail.text())
                        .contains("kendali", "Halo")
                        .doesNotContain("change of control", "Hello"));
    }

    @Test
    void only_owners_with_access_object() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        var admin = somebody(shop, Role.ADMIN, "admin");
        assertThat(one.decisions().object(admin, change, "No")).isEqualTo(OwnerChangeResult.NOT_ENTITLED);
        var invited = database.inTx(tx -> users.invite(tx, shop, "partner@example.com", "Partner", Role.OWNER));
        assertThat(one.decisions().object(invited, change, "No")).isEqualTo(OwnerChangeResult.NOT_ENTITLED);
        var away = somebody(shop, Role.OWNER, "away");
        users.disable(shop, away.email());
        assertThat(one.decisions().object(away, change, "No")).isEqualTo(OwnerChangeResult.NOT_ENTITLED);
    }

    @Test
    void a_request_lapses_when_nobody_approves_it() {
        var second = somebody(house, Role.OPERATOR, "second");
        var change = waits(invite(ask(first), "mallory@example.com"));
        pass(OwnerChangeRequest.APPROVAL_PERIOD);
        assertThat(approve(change, second)).isEqualTo(OwnerChangeResult.NOT_PENDING);
        work();
        assertThat(change(change).state()).isInstanceOf(OwnerChangeState.Lapsed.class);
        assertThat(mailTo(owner.email()).getFirst().subject()).contains("expired");
        assertThat(waits(invite(ask(first), "mallory@example.com"))).isNotEqualTo(change);
    }

    /// The process ends after all writes and before the commit.
    @Test
    void a_reset_of_second_factors_waits_too_and_a_new_password_and_the_end_of_the_last_owner() {
        var reset = waits(one.changes().resetFactors(asCommand(), owner.email(), (_, user) -> null));
        var password = waits(one.changes().renewPassword(asCommand(), owner.email(), (_, user) -> null));
        var end = waits(one.changes().endAccess(asCommand(), owner.email()));
        for (var change : List.of(reset, password, end)) {
            assertThat(approve(change, first)).isEqualTo(OwnerChangeResult.DONE);
        }
        pass(WAIT);
        work();
        assertThat(mailTo(owner.email()))
                .extracting(Mail::subject)
                .contains("Your two-factor authentication was reset");
        assertThat(users.find(owner.email()).orElseThrow().disabledAt()).isPresent();
        assertThat(change(password).isPending()).isTrue();
        assertThat(one.decisions().carryOut(shop, password, (_, user) -> new Mail(user.email(), "New", "Text")))
                .isInstanceOf(ChangeAnswer.Created.class);
    }

    @Test
    void one_of_several_owners_loses_access_at_once_and_the_others_are_told() {
        var partner = somebody(shop, Role.OWNER, "partner");
        assertThat(one.changes().endAccess(asCommand(), owner.email())).isInstanceOf(ChangeAnswer.Created.class);
        assertThat(mailTo(partner.email())).hasSize(1);
        assertThat(mailTo(partner.email()).getFirst().text()).contains(owner.email(), "Asked by phone");
        waits(one.changes().endAccess(asCommand(), partner.email()));
    }

    @Test
    void an_address_that_somebody_takes_meanwhile_is_not_taken_from_them() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        approveByCommand(change);
        somebody(house, Role.VIEWER, "mallory");
        pass(WAIT);
        work();
        assertThat(change(change).state()).isEqualTo(new OwnerChangeState.Failed(now.get(), "TAKEN"));
        assertThat(users.find("mallory@example.com").orElseThrow().organizationId())
                .isEqualTo(house);
    }

    @Test
    void where_nobody_owns_an_organization_or_in_a_sandbox_it_is_done_at_once() {
        var empty = organizations.create("Empty", Switches.live()).id();
        var ask = new Ask(empty, Participant.of(first), "Signed", "en");
        assertThat(one.changes().inviteOwner(ask, "dewi@example.com", "Dewi", OwnershipNode::invitation))
                .isEqualTo(new ChangeAnswer.Created<>("dewi@example.com"));
        assertThat(one.changes().inviteOwner(ask, "Dewi@example.com", "Dewi", OwnershipNode::invitation))
                .isEqualTo(new ChangeAnswer.Created<>("dewi@example.com"));
        assertThat(mailTo("dewi@example.com")).hasSize(2);
        var sandbox = OwnershipNode.of(database, vault, clocks, true);
        assertThat(sandbox.changes().inviteOwner(ask(first), "sandy@example.com", "Sandy", OwnershipNode::invitation))
                .isEqualTo(new ChangeAnswer.Created<>("sandy@example.com"));
        assertThat(sandbox.changes().endAccess(asCommand(), owner.email())).isInstanceOf(ChangeAnswer.Created.class);
    }

    @Test
    void an_owner_whom_an_owner_invited_gets_another_link_and_one_who_lost_access_does_not() {
        database.inTx(tx -> users.invite(tx, shop, "partner@example.com", "Partner", Role.OWNER));
        assertThat(invite(ask(first), "partner@example.com")).isInstanceOf(ChangeAnswer.Created.class);
        users.disable(shop, "partner@example.com");
        waits(invite(ask(first), "partner@example.com"));
        assertThat(mailTo("partner@example.com")).hasSize(1);
    }

    @Test
    void owners_are_told_why_so_there_is_a_reason() {
        var ask = new Ask(shop, Participant.COMMAND_LINE, " ", "en");
        assertThatThrownBy(() -> one.changes().endAccess(ask, owner.email()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--reason");
    }
}
