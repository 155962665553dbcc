package dev.sluice.merchant;

import dev.sluice.db.Tx;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// SQL of `merchant_deployment`: one row with the environment of the database.
final class DeploymentStore {
    private static final String INSERT = """
            INSERT INTO merchant_deployment (id, environment) VALUES (1, :environment)
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String SELECT = """
            SELECT environment FROM merchant_deployment WHERE id = 1
            """;

    private DeploymentStore() {}

    static String claim(Tx tx, String environment) {
        tx.handle().createUpdate(INSERT).bind("environment", environment).execute();
        return tx.handle().createQuery(SELECT).mapTo(String.class).one();
    }

    static Optional<String> find(Handle handle) {
        return handle.createQuery(SELECT).mapTo(String.class).findOne();
    }
}
