package dev.sluice;

import dev.sluice.convert.ConvertRoom;
import dev.sluice.deposit.DepositRoom;
import dev.sluice.disbursement.DisbursementRoom;
import dev.sluice.ledger.Audit;
import dev.sluice.rail.evm.EvmRoom;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.stellar.StellarRoom;
import java.util.List;

/// Everything that moves money in the books, for proving them.
public final class Books {
    private Books() {}

    public static List<Audit.Payments> payments() {
        return List.of(
                DisbursementRoom.expected(
                        EvmRoom.books(), StellarRoom.books(), SandboxRail.books(), SandboxChain.books()),
                DisbursementRoom.charges(),
                ConvertRoom.expected(),
                DepositRoom.expected(),
                DepositRoom.underReview());
    }
}
