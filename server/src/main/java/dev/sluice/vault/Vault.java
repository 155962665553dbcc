package dev.sluice.vault;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import com.google.crypto.tink.prf.PredefinedPrfParameters;
import com.google.crypto.tink.prf.PrfConfig;
import com.google.crypto.tink.prf.PrfSet;
import com.google.crypto.tink.subtle.AesGcmJce;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.refusal.CannotStart;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Seals and opens bytes for one organization and purpose (AES-256-GCM by Tink, both bound as associated data), and
/// makes keyed fingerprints (HMAC-SHA256) by which sealed data can be found.
public final class Vault {
    /// The master key's length in bytes.
    public static final int MASTER_KEY_BYTES = 32;

    private static final Logger LOG = LoggerFactory.getLogger(Vault.class);
    private static final int FINGERPRINT_BYTES = 16;
    private static final byte[] SEALING = "vault_keyset/sealing".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SEARCHING = "vault_keyset/searching".getBytes(StandardCharsets.UTF_8);

    private final Aead aead;
    private final PrfSet prf;

    private Vault(Aead aead, PrfSet prf) {
        this.aead = aead;
        this.prf = prf;
    }

    /// Opens the vault of a database, and makes its data keys the first time.
    ///
    /// @throws WrongMasterKey where the data keys were wrapped by another master key
    public static Vault open(Database database, byte[] masterKey) {
        return open(database, masterKey, Optional.empty());
    }

    /// The same where the data keys may still be wrapped by the master key from before: from now on they are by the new
    /// one alone.
    public static Vault open(Database database, byte[] masterKey, Optional<byte[]> previous) {
        try {
            var kek = new AesGcmJce(masterKey);
            var registry = configuration();
            var keys = database.inTx(tx -> {
                KeysetStore.insertIfAbsent(
                        tx,
                        wrap(kek, fresh(PredefinedAeadParameters.AES256_GCM, registry), registry, SEALING),
                        wrap(kek, fresh(PredefinedPrfParameters.HMAC_SHA256_PRF, registry), registry, SEARCHING));
                return keys(tx, kek, previous, registry);
            });
            return new Vault(
                    keys.sealing().getPrimitive(registry, Aead.class),
                    keys.searching().getPrimitive(registry, PrfSet.class));
        } catch (GeneralSecurityException wrong) {
            throw new WrongMasterKey(wrong);
        }
    }

    /// A database's data keys.
    private record Keys(KeysetHandle sealing, KeysetHandle searching) {}

    private static Keys keys(Tx tx, Aead kek, Optional<byte[]> previous, Configuration registry) {
        var wrapped = KeysetStore.lock(tx);
        try {
            return unwrap(kek, wrapped, registry);
        } catch (GeneralSecurityException notByThisOne) {
            if (previous.isEmpty()) {
                throw new WrongMasterKey(notByThisOne);
            }
        }
        try {
            var keys = unwrap(new AesGcmJce(previous.get()), wrapped, registry);
            KeysetStore.update(
                    tx, wrap(kek, keys.sealing(), registry, SEALING), wrap(kek, keys.searching(), registry, SEARCHING));
            LOG.info("the data keys are wrapped by the new master key: SLUICE_PREVIOUS_MASTER_KEY can go");
            return keys;
        } catch (GeneralSecurityException byNeither) {
            throw new WrongMasterKey(byNeither);
        }
    }

    public byte[] seal(UUID organizationId, String purpose, byte[] plain) {
        try {
            return aead.encrypt(plain, context(organizationId, purpose));
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot seal " + purpose, bug);
        }
    }

    /// What was sealed for the same organization and purpose; anything else is a bug or tampering.
    public byte[] open(UUID organizationId, String purpose, byte[] sealed) {
        try {
            return aead.decrypt(sealed, context(organizationId, purpose));
        } catch (GeneralSecurityException tampered) {
            throw new IllegalStateException("cannot open " + purpose + " of " + organizationId, tampered);
        }
    }

    /// The same of what somebody else kept meanwhile, such as a browser: nothing where it is not what was sealed.
    public Optional<byte[]> opened(UUID organizationId, String purpose, byte[] sealed) {
        try {
            return Optional.of(aead.decrypt(sealed, context(organizationId, purpose)));
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

    /// Sixteen bytes that are the same for the same text of the same organization and purpose, and tell nothing else.
    public byte[] fingerprint(UUID organizationId, String purpose, String text) {
        return derive(organizationId + "/" + purpose + "/" + text, FINGERPRINT_BYTES);
    }

    /// A key for one purpose of the service itself, such as signing public links: 32 bytes, the same on every node.
    public byte[] key(String purpose) {
        return derive("key/" + purpose, MASTER_KEY_BYTES);
    }

    private byte[] derive(String input, int length) {
        try {
            return prf.computePrimary(input.getBytes(StandardCharsets.UTF_8), length);
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot derive", bug);
        }
    }

    private static byte[] context(UUID organizationId, String purpose) {
        return (organizationId + "/" + purpose).getBytes(StandardCharsets.UTF_8);
    }

    /// Tink's registry of algorithms, the only configuration that makes, writes and reads keysets as well as using
    /// them.
    private static Configuration configuration() throws GeneralSecurityException {
        AeadConfig.register();
        PrfConfig.register();
        return RegistryConfiguration.get();
    }

    private static KeysetHandle fresh(com.google.crypto.tink.Parameters parameters, Configuration registry) {
        try {
            return KeysetHandle.generateNew(parameters, registry);
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot make a data key", bug);
        }
    }

    private static byte[] wrap(Aead kek, KeysetHandle keys, Configuration registry, byte[] context) {
        try {
            return TinkProtoKeysetFormat.serializeEncryptedKeyset(keys, kek, context, registry);
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot wrap a data key", bug);
        }
    }

    private static Keys unwrap(Aead kek, KeysetStore.Wrapped wrapped, Configuration registry)
            throws GeneralSecurityException {
        return new Keys(
                TinkProtoKeysetFormat.parseEncryptedKeyset(wrapped.sealing(), kek, SEALING, registry),
                TinkProtoKeysetFormat.parseEncryptedKeyset(wrapped.searching(), kek, SEARCHING, registry));
    }

    /// The configured master key is not the one that this database's data keys were wrapped with.
    public static final class WrongMasterKey extends CannotStart {
        private static final long serialVersionUID = 1L;

        WrongMasterKey(Throwable cause) {
            super(
                    "SLUICE_MASTER_KEY does not open this database: every node of one database needs the same key",
                    cause);
        }
    }
}
