package dev.sluice.vault;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.refusal.CannotStart;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// Seals and opens bytes for one organization and purpose (AES-256-GCM by Tink, both bound as associated data), and
/// makes keyed fingerprints (HMAC-SHA256) by which sealed data can be found.
public final class Vault {
    /// The master key's length in bytes.
    public static final int MASTER_KEY_BYTES = 32;

    private static final int FINGERPRINT_BYTES = 16;

    private final DataKeys keys;

    private Vault(DataKeys keys) {
        this.keys = keys;
    }

    /// Opens the vault of a database. The first call creates its data keys.
    ///
    /// @throws WrongMasterKey if another master key wrapped the data keys
    public static Vault open(Database database, byte[] masterKey) {
        return open(database, masterKey, Optional.empty());
    }

    /// Opens the vault if the previous master key may still wrap the data keys. From then on, only the new master
    /// key wraps them.
    public static Vault open(Database database, byte[] masterKey, Optional<byte[]> previous) {
        return new Vault(DataKeys.open(database, masterKey, previous));
    }

    /// Loads data keys that another node created, and creates a successor for a key that has sealed for a week.
    /// Data sealed before stays as it is and can still be opened. Each node calls this every minute.
    ///
    /// @return true if there may be more to do at once
    public boolean refreshKeys(Database database, Instant now) {
        return keys.refresh(database, now);
    }

    /// Creates a data key that replaces the present one an hour from now, however young that is.
    ///
    /// @param also work with the key in the same transaction
    /// @return false if a new key already waits
    public boolean rotate(Database database, Instant now, Consumer<Tx> also) {
        return keys.follow(database, now, also);
    }

    /// Returns the state of the data keys.
    public KeysStatus keyState(Database database) {
        return keys.state(database);
    }

    /// State of the data keys.
    ///
    /// @param number number of keys that open sealed data
    /// @param since start of the present key, as far as it was recorded
    /// @param nextFrom start of the next key, if one waits
    public record KeysStatus(int number, Optional<Instant> since, Optional<Instant> nextFrom) {}

    public byte[] seal(UUID organizationId, String purpose, byte[] plain) {
        try {
            return keys.aead().encrypt(plain, context(organizationId, purpose));
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot seal " + purpose, bug);
        }
    }

    /// Opens data that was sealed for the same organization and purpose. Any other data is a bug or tampering.
    public byte[] open(UUID organizationId, String purpose, byte[] sealed) {
        try {
            return keys.aead().decrypt(sealed, context(organizationId, purpose));
        } catch (GeneralSecurityException tampered) {
            throw new IllegalStateException("cannot open " + purpose + " of " + organizationId, tampered);
        }
    }

    /// Opens data that was stored outside of the service, such as in a browser; empty if the service did not seal
    /// it.
    public Optional<byte[]> opened(UUID organizationId, String purpose, byte[] sealed) {
        try {
            return Optional.of(keys.aead().decrypt(sealed, context(organizationId, purpose)));
        } catch (GeneralSecurityException foreign) {
            return Optional.empty();
        }
    }

    public byte[] seal(UUID organizationId, String purpose, String plain) {
        return seal(organizationId, purpose, plain.getBytes(StandardCharsets.UTF_8));
    }

    public String openText(UUID organizationId, String purpose, byte[] sealed) {
        return new String(open(organizationId, purpose, sealed), StandardCharsets.UTF_8);
    }

    /// Returns sixteen bytes that are the same for equal text of the same organization and purpose, and reveal
    /// nothing else.
    public byte[] fingerprint(UUID organizationId, String purpose, String text) {
        return derive(organizationId + "/" + purpose + "/" + text, FINGERPRINT_BYTES);
    }

    /// Returns a key for one purpose of the service itself, such as signing public links: 32 bytes, the same on
    /// every node.
    public byte[] key(String purpose) {
        return derive("key/" + purpose, MASTER_KEY_BYTES);
    }

    /// Authenticates records of one purpose. The key never changes, so that a code stays valid when the master key
    /// or the data keys are replaced.
    public RecordMac mac(String purpose) {
        return new RecordMac(key("mac/" + purpose));
    }

    private byte[] derive(String input, int length) {
        try {
            return keys.prf().computePrimary(input.getBytes(StandardCharsets.UTF_8), length);
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot derive", bug);
        }
    }

    private static byte[] context(UUID organizationId, String purpose) {
        return (organizationId + "/" + purpose).getBytes(StandardCharsets.UTF_8);
    }

    /// Thrown if the configured master key is not the one that wraps this database's data keys.
    public static final class WrongMasterKey extends CannotStart {
        private static final long serialVersionUID = 1L;

        WrongMasterKey(Throwable cause) {
            super(
                    "SLUICE_MASTER_KEY does not open this database: every node of one database needs the same key",
                    cause);
        }
    }
}
