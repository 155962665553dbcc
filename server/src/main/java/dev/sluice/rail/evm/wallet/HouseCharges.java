package dev.sluice.rail.evm.wallet;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.rpc.Chain;

/// Costs of final transactions that pay no recipient: gas top-ups, sweeps and fillers.
public final class HouseCharges {
    private HouseCharges() {}

    public static void add(Tx tx, EvmNetwork network, Chain.Receipt receipt, Clocks clocks) {
        var charged = new Money(receipt.fee(), network.coin());
        if (charged.isPositive()) {
            Charges.add(
                    tx,
                    new Charge(
                            clocks.newId(),
                            EvmRail.NAME,
                            network.name() + ":" + receipt.transaction(),
                            Charge.Kind.GAS,
                            charged,
                            clocks.instant()));
        }
    }
}
