package dev.sluice.rail.evm;

import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.List;

/// The MAC of a queued payout. It is made of the instruction that the rail was handed, and checked before anything is
/// signed: a row that was written or changed by anybody else pays nobody.
final class PayoutMac {
    private static final String PURPOSE = "rail/evm/payout";

    private final RecordMac mac;

    PayoutMac(Vault vault) {
        this.mac = vault.mac(PURPOSE);
    }

    byte[] of(Payout payout) {
        return mac.of(fields(payout));
    }

    /// Reports whether a payout is the one that its MAC was made of.
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
