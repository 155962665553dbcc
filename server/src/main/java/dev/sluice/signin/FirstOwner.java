package dev.sluice.signin;

import dev.sluice.db.Tx;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;

/// Rule for the first owner of an organization. Until one exists, operators invite owners freely. In live, the first
/// owner who sets a password disables all other invited owners without a password: one of them could otherwise join
/// later without any approval. The first owner can restore their access.
final class FirstOwner {
    private final Team team;
    private final Sessions sessions;
    private final Tickets tickets;
    private final boolean sandbox;

    FirstOwner(Team team, Sessions sessions, Tickets tickets, boolean sandbox) {
        this.team = team;
        this.sessions = sessions;
        this.tickets = tickets;
        this.sandbox = sandbox;
    }

    /// Applies the rule in the transaction that sets a password.
    ///
    /// @param before the user before the change
    void passwordSet(Tx tx, User before) {
        if (sandbox || before.role() != Role.OWNER || before.hasSetPassword()) {
            return;
        }
        var others = Users.lockAll(tx, before.organizationId()).stream()
                .filter(each -> each.role() == Role.OWNER && !each.id().equals(before.id()))
                .toList();
        if (others.stream().noneMatch(User::isActiveOwner)) {
            others.stream().filter(each -> !each.hasSetPassword()).forEach(each -> {
                team.shutOut(tx, each);
                sessions.endAll(tx, each.organizationId(), each.id());
                tickets.revoke(tx, each.organizationId(), each.id());
            });
        }
    }
}
