package dev.sluice.rail.iso20022.simulate;

import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.db.WatchedConnections;
import dev.sluice.db.WatchedConnections.Watcher;
import dev.sluice.vault.Vault;
import java.util.List;

/// One database with the connections of two nodes, for simulations one after another.
final class SimulationSite implements AutoCloseable {
    private static final byte[] MASTER_KEY = new byte[Vault.MASTER_KEY_BYTES];

    private final TestDatabase shared = TestDatabase.create();
    private final Connections first = new Connections(shared, "first");
    private final Connections second = new Connections(shared, "second");

    /// Connections of a node. Each simulation sets its own watcher.
    static final class Connections implements Watcher {
        private final Database database;
        private final Vault vault;
        private Watcher watcher = new Unwatched();

        Connections(TestDatabase shared, String name) {
            database = WatchedConnections.open(shared, name, this);
            vault = Vault.open(database, MASTER_KEY.clone());
        }

        void watchedBy(Watcher other) {
            watcher = other;
        }

        void release() {
            watcher = new Unwatched();
        }

        Database database() {
            return database;
        }

        Vault vault() {
            return vault;
        }

        @Override
        public void statement() {
            watcher.statement();
        }

        @Override
        public void beforeCommit(List<String> sql) {
            watcher.beforeCommit(sql);
        }

        @Override
        public void afterCommit(List<String> sql) {
            watcher.afterCommit(sql);
        }
    }

    private record Unwatched() implements Watcher {
        @Override
        public void statement() {}

        @Override
        public void beforeCommit(List<String> sql) {}

        @Override
        public void afterCommit(List<String> sql) {}
    }

    /// Returns the database of the simulated bank and of the checks.
    Database database() {
        return shared.database();
    }

    Vault vault() {
        return first.vault();
    }

    Connections first() {
        return first;
    }

    Connections second() {
        return second;
    }

    @Override
    public void close() {
        first.database().close();
        second.database().close();
        shared.close();
    }
}
