package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import java.util.Objects;
import java.util.Set;

/// Current permissions of users who confirmed files. A worker processes rows in a user's name only while that user
/// has access and permission, and the file is not stopped.
public final class Confirmers {
    private final Users users;
    private final Organizations organizations;
    private final Permission permission;
    private final Scope scope;

    /// @param permission required permission of the confirming user
    /// @param scope required scope of actions in that user's name
    public Confirmers(Users users, Organizations organizations, Permission permission, Scope scope) {
        this.users = users;
        this.organizations = organizations;
        this.permission = permission;
        this.scope = scope;
    }

    /// Returns the processing state of a leased file.
    public ProcessingState of(ImportFile file) {
        var person = Objects.requireNonNull(file.confirmedBy());
        if (file.stoppedBy() != null) {
            return ProcessingState.Stopped.BY_REQUEST;
        }
        return users.find(file.organizationId(), person.id())
                .filter(user -> user.may(permission))
                .<ProcessingState>map(user -> new ProcessingState.Running(new Caller(
                        file.organizationId(),
                        organizations.get(file.organizationId()).name(),
                        person.id(),
                        person.name(),
                        Set.of(scope),
                        user.role())))
                .orElse(ProcessingState.Stopped.CONFIRMER_GONE);
    }

    /// Returns true if the user still has the permission and the role of the time of leasing, and locks the user
    /// until the transaction ends.
    public boolean isStill(Tx tx, Caller confirmer) {
        return Users.held(tx, confirmer.organizationId(), confirmer.actorId())
                .filter(user -> user.may(permission) && user.role() == confirmer.role())
                .isPresent();
    }
}
