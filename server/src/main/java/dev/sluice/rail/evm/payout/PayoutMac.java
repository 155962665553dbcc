package dev.sluice.rail.evm.payout;

import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.List;

/// MAC of a queued payout. It covers the instruction handed to the rail, and is checked before signing: a row that
/// anyone else wrote or changed causes no payment.
public final class PayoutMac {
    private static final String PURPOSE = "rail/evm/payout";

    private final RecordMac mac;

    public PayoutMac(Vault vault) {
        this.mac = vault.mac(PURPOSE);
    }

    public byte[] of(Payout payout) {
        return mac.of(fields(payout));
    }

    /// Reports whether the MAC matches the payout.
    boolean isOf(Payout payout) {
        return mac.isOf(payout.mac(), fields(payout));
    }

    private static List<Object> fields(Payout payout) {
        return List.of(
                payout.ref().organizationId(),
                payout.ref().payoutId(),
                payout.network(),
                payout.token(),
                payout.units(),
                payout.payee());
    }
}
