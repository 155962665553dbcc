package dev.sluice.rail.iso20022.payout;

import dev.sluice.text.Sha256;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The bytes of files: sealed in the database, under a MAC that covers their hash, sum and number of transfers.
final class FileContent {
    /// Owner of the files: they contain orders of several organizations.
    private static final UUID PLATFORM = new UUID(0, 0);

    private static final String PURPOSE = "rail/bank/file";

    private final Vault vault;
    private final RecordMac macs;

    FileContent(Vault vault) {
        this.vault = vault;
        this.macs = vault.mac(PURPOSE);
    }

    byte[] seal(byte[] bytes) {
        return vault.seal(PLATFORM, PURPOSE, bytes);
    }

    byte[] mac(UUID id, String bank, String msgId, String name, byte[] sha256, BigInteger units, int transfers) {
        return macs.of(List.of(id, bank, msgId, name, sha256, units, transfers));
    }

    /// Opens the bytes of a file; null if they are not those that the service sealed.
    byte @Nullable [] open(BankFile file) {
        var authentic = macs.isOf(
                file.mac(),
                List.of(
                        file.id(),
                        file.bank(),
                        file.msgId(),
                        file.name(),
                        file.sha256(),
                        file.units(),
                        file.transfers()));
        if (!authentic) {
            return null;
        }
        return vault.opened(PLATFORM, PURPOSE, file.content())
                .filter(bytes -> MessageDigest.isEqual(Sha256.of(bytes), file.sha256()))
                .orElse(null);
    }
}
