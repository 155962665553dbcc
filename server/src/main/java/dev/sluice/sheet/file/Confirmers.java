package dev.sluice.sheet.file;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import java.util.Objects;
import java.util.Set;

/// Whoever confirmed files, as they are by now. Rows are worked through in a person's name as long as that
/// person has access and may do what the rows ask for, and as long as nobody stopped the file.
public final class Confirmers {
    private final Users users;
    private final Organizations organizations;
    private final Permission permission;
    private final Scope scope;

    /// @param permission what whoever confirms a file has to be allowed
    /// @param scope the same, of what is done in their name
    public Confirmers(Users users, Organizations organizations, Permission permission, Scope scope) {
        this.users = users;
        this.organizations = organizations;
        this.permission = permission;
        this.scope = scope;
    }

    /// How a file stands that was just taken up.
    public Standing of(SentFile file) {
        var person = Objects.requireNonNull(file.confirmedBy());
        if (file.stoppedBy() != null) {
            return Standing.Ends.STOPPED;
        }
        return users.find(file.organizationId(), person.id())
                .filter(user -> user.may(permission))
                .<Standing>map(user -> new Standing.Goes(new Caller(
                        file.organizationId(),
                        organizations.get(file.organizationId()).name(),
                        person.id(),
                        person.name(),
                        Set.of(scope),
                        user.role())))
                .orElse(Standing.Ends.NOBODYS);
    }

    /// Whether somebody still is what they were when a file was taken up, which nobody changes until the
    /// transaction ends.
    public boolean isStill(Tx tx, Caller confirmer) {
        return Users.held(tx, confirmer.organizationId(), confirmer.actorId())
                .filter(user -> user.may(permission) && user.role() == confirmer.role())
                .isPresent();
    }
}
