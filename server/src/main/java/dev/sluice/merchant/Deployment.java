package dev.sluice.merchant;

import dev.sluice.db.Database;
import dev.sluice.refusal.CannotStart;

/// Environment of a database. The first start sets it permanently: a sandbox's pretend balances and clients must never
/// be taken for real ones, nor the reverse.
public final class Deployment {
    private Deployment() {}

    /// Claims a database for this environment, once.
    ///
    /// @param environment `sandbox` or `live`
    /// @throws Mismatch if it belongs to the other one
    public static void claim(Database database, String environment) {
        compare(database.inTx(tx -> DeploymentStore.claim(tx, environment)), environment);
    }

    /// Requires that a database belongs to this environment, without claiming it.
    ///
    /// @throws Mismatch if it belongs to the other one, or to none yet
    public static void require(Database database, String environment) {
        var serves = database.read(DeploymentStore::find)
                .orElseThrow(() -> new Mismatch("no service was started on this database yet: start one"
                        + " (./sluice serve), which makes it a sandbox or a live deployment for good"));
        compare(serves, environment);
    }

    private static void compare(String serves, String environment) {
        if (!serves.equals(environment)) {
            throw new Mismatch("this database belongs to a " + serves + " deployment, and SLUICE_ENVIRONMENT is "
                    + environment + ": give each environment a database of its own");
        }
    }

    /// The database does not serve this environment.
    public static final class Mismatch extends CannotStart {
        private static final long serialVersionUID = 1L;

        Mismatch(String message) {
            super(message, null);
        }
    }
}
