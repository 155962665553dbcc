package dev.sluice.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.AtOnce;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Owner changes that several nodes process concurrently, that a node leaves half done, and with rows that an attacker
/// modifies.
class OwnerChangeRowsTest extends OwnershipCase {
    @Test
    void the_same_asked_for_twice_is_one_request_and_there_are_not_too_many() {
        var requests = AtOnce.times(4, _ -> waits(invite(ask(first), "mallory@example.com")));
        assertThat(requests).containsOnly(requests.getFirst());
        for (int i = 1; i < OwnerChanges.PENDING_MAX; i++) {
            waits(invite(ask(first), "mallory" + i + "@example.com"));
        }
        assertThat(invite(ask(first), "more@example.com"))
                .isEqualTo(new ChangeAnswer.Refused<>(OwnerChangeResult.TOO_MANY));
    }

    @Test
    void two_nodes_make_it_once() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        approveByCommand(change);
        pass(WAIT);
        AtOnce.both(one.worker()::step, other.worker()::step);
        other.worker().step();
        assertThat(mailTo("mallory@example.com")).hasSize(1);
        assertThat(count("SELECT count(*)::int FROM ownership_step")).isEqualTo(3);
    }

    @Test
    void a_node_that_ends_within_the_effect_leaves_it_to_another() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        approveByCommand(change);
        pass(WAIT);
        execute("ALTER TABLE audit_entry RENAME TO away");
        assertThatThrownBy(one.worker()::step).isNotNull();
        assertThat(users.find("mallory@example.com")).isEmpty();
        assertThat(mailTo("mallory@example.com")).isEmpty();
        execute("ALTER TABLE away RENAME TO audit_entry");
        other.worker().step();
        assertThat(users.find("mallory@example.com")).isPresent();
        assertThat(mailTo("mallory@example.com")).hasSize(1);
    }

    @Test
    void an_objection_and_the_effect_at_once_are_one_after_the_other() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        approveByCommand(change);
        pass(WAIT);
        var verdict = AtOnce.<Object>both(() -> one.decisions().object(owner, change, "No"), other.worker()::step)
                .getFirst();
        assertThat(mailTo("mallory@example.com")).hasSize(verdict == OwnerChangeResult.DONE ? 0 : 1);
    }

    @Test
    void two_objections_at_once_restart_the_time_once() {
        var partner = somebody(shop, Role.OWNER, "partner");
        var change = waits(invite(ask(first), "mallory@example.com"));
        pass(Duration.ofHours(1));
        var verdicts = AtOnce.both(
                () -> one.decisions().object(owner, change, "No"),
                () -> other.decisions().object(partner, change, "No"));
        assertThat(verdicts).containsOnly(OwnerChangeResult.DONE);
        assertThat(change(change).state()).isInstanceOfSatisfying(OwnerChangeState.Waiting.class, waiting -> {
            assertThat(waiting.objections()).hasSize(2);
            assertThat(waiting.dueAt()).isEqualTo(now.get().plus(WAIT));
        });
    }

    @Test
    void rows_that_somebody_changes_or_moves_are_refused_and_operators_are_told_once() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        var harmless = waits(one.changes().resetFactors(ask(first), owner.email(), (_, user) -> null));
        execute("UPDATE ownership_change SET sealed = (SELECT sealed FROM ownership_change WHERE id = '" + harmless
                + "') WHERE id = '" + change + "'");
        assertThat(approveByCommand(change)).isEqualTo(OwnerChangeResult.TAMPERED);
        work();
        work();
        assertThat(count("SELECT count(*)::int FROM notification_report WHERE kind = 'OWNER_CHANGE'"))
                .as("two requests and one alarm")
                .isEqualTo(3);
    }

    @Test
    void an_approval_of_another_change_is_none_of_this_one() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        var approved = waits(one.changes().resetFactors(ask(first), owner.email(), (_, user) -> null));
        approveByCommand(approved);
        execute("INSERT INTO ownership_step SELECT organization_id, '" + change + "', number, sealed, mac"
                + " FROM ownership_step WHERE number = 2 AND change_id = '" + approved + "'");
        pass(WAIT);
        work();
        assertThat(mailTo("mallory@example.com")).isEmpty();
        assertThat(one.decisions().list(shop)).anyMatch(each -> each.change().isEmpty());
    }

    @Test
    void every_byte_of_a_row_counts() {
        var change = waits(invite(ask(first), "mallory@example.com"));
        approveByCommand(change);
        for (var column : List.of("ownership_change.sealed", "ownership_change.mac", "ownership_step.mac")) {
            var table = column.substring(0, column.indexOf('.'));
            var name = column.substring(column.indexOf('.') + 1);
            var flip = "UPDATE " + table + " SET " + name + " = set_byte(" + name + ", 9, 255 - get_byte(" + name
                    + ", 9))";
            execute(flip);
            assertThat(one.decisions().list(shop).getFirst().change())
                    .as(column)
                    .isEmpty();
            execute(flip);
            assertThat(one.decisions().list(shop).getFirst().change())
                    .as(column)
                    .isPresent();
        }
    }
}
