package dev.sluice.rail.evm;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;

/// What final transactions cost that pay nobody: coins for gas, sweeps, and those that only use a number up.
final class HouseCharges {
    private HouseCharges() {}

    static void add(Tx tx, EvmNetwork network, Chain.Receipt receipt, Clocks clocks) {
        var charged = new Money(receipt.fee(), network.coin());
        if (charged.isPositive()) {
            Charges.add(
                    tx,
                    new Charge(
                            clocks.newId(),
                            EvmRail.NAME,
                            network.name() + ":" + receipt.transaction(),
                            charged,
                            clocks.instant()));
        }
    }
}
