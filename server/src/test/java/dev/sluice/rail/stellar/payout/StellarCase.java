package dev.sluice.rail.stellar.payout;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.stellar.StandInAccount;
import dev.sluice.rail.stellar.StellarTestNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A Stellar network of its own, with an account to pay.
abstract class StellarCase {
    static final long COIN = StellarTestNetwork.COIN;

    TestDatabase database;
    StellarTestNetwork network;
    StandInAccount payee;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), 0);
        payee = network.payee();
    }

    @AfterEach
    void close() {
        network.close();
        database.close();
    }

    /// Returns a payout of one coin that the rail has accepted.
    final Instruction submitted() {
        var instruction = network.usdc(payee.id, COIN, null);
        network.submit(instruction);
        return instruction;
    }
}
