package dev.sluice.signin;

import dev.sluice.db.Tx;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;

/// The moment at which an organization gets its first owner. Until then operators invite owners as they like, so in
/// live all others who were invited as owners and have not come lose access then: one of them could come later,
/// without anybody being asked. The owner gives access back to those who are right.
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

    /// Notes that somebody sets a password, in the transaction that does.
    ///
    /// @param before the person until then
    void came(Tx tx, User before) {
        if (sandbox || before.role() != Role.OWNER || before.hasComeThemselves()) {
            return;
        }
        var others = Users.lockAll(tx, before.organizationId()).stream()
                .filter(each -> each.role() == Role.OWNER && !each.id().equals(before.id()))
                .toList();
        if (others.stream().noneMatch(User::isActiveOwner)) {
            others.stream().filter(each -> !each.hasComeThemselves()).forEach(each -> {
                team.shutOut(tx, each);
                sessions.endAll(tx, each.organizationId(), each.id());
                tickets.revoke(tx, each.organizationId(), each.id());
            });
        }
    }
}
