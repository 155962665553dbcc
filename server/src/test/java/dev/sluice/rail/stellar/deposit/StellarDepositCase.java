package dev.sluice.rail.stellar.deposit;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.stellar.StellarTestNetwork;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A Stellar network of its own, with an open deposit account.
abstract class StellarDepositCase {
    private static final int RECEIPTS_MAX = 5_000;

    TestDatabase database;
    StellarTestNetwork network;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), 0);
        network.ledger.account(network.deposits, StellarTestNetwork.COIN);
    }

    @AfterEach
    void close() {
        network.close();
        database.close();
    }

    final void read() {
        while (network.in().watcher().step()) {
            // Repeat until everything is read.
        }
    }

    /// Returns the unread receipts.
    final List<IncomingPayment> known() {
        return database
                .database()
                .inTx(tx -> network.incomingPayments
                        .unread(tx, network.clocks.instant(), RECEIPTS_MAX)
                        .notices())
                .stream()
                .map(IncomingPayments.Entry::payment)
                .toList();
    }
}
