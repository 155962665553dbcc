package dev.sluice.vault;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.Parameters;
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
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Data keys of a database as this process knows them: the sealing keys and the fingerprint key. A new sealing key
/// follows each week, and the older ones still open the data that they sealed. The fingerprint key stays the same.
///
/// AES-GCM with random nonces allows 2^32 messages under one key (NIST SP 800-38D, 8.3), the number reached in a week
/// at seven thousand a second. Every node knows a key for an hour before anything is sealed with it.
final class DataKeys {
    static final Duration SERVES = Duration.ofDays(7);
    static final Duration KNOWN_BEFORE = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(DataKeys.class);
    private static final byte[] SEALING = "vault_keyset/sealing".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SEARCHING = "vault_keyset/searching".getBytes(StandardCharsets.UTF_8);

    private final Aead kek;
    private final Configuration registry;
    private final PrfSet prf;
    private volatile Sealing sealing;

    /// Keyset that this master key cannot unwrap because another one wraps it by now; logged once.
    private volatile byte[] foreign = new byte[0];

    private DataKeys(Aead kek, Configuration registry, PrfSet prf, Sealing sealing) {
        this.kek = kek;
        this.registry = registry;
        this.prf = prf;
        this.sealing = sealing;
    }

    /// The keys that seal, as they lie in the database and as they are used.
    private record Sealing(byte[] wrapped, KeysetHandle keys, Aead aead) {}

    /// Both kinds of keys, unwrapped.
    private record Unwrapped(KeysetHandle sealing, KeysetHandle searching) {}

    /// Reads the keys, and creates them the first time.
    ///
    /// @param previous master key that may still wrap the keys; they are rewrapped with the new one
    static DataKeys open(Database database, byte[] masterKey, Optional<byte[]> previous) {
        try {
            var kek = new AesGcmJce(masterKey);
            var registry = configuration();
            return database.inTx(tx -> {
                KeysetStore.insertIfAbsent(
                        tx,
                        wrap(kek, fresh(PredefinedAeadParameters.AES256_GCM, registry), registry, SEALING),
                        wrap(kek, fresh(PredefinedPrfParameters.HMAC_SHA256_PRF, registry), registry, SEARCHING));
                return held(tx, kek, previous, registry);
            });
        } catch (GeneralSecurityException wrong) {
            throw new Vault.WrongMasterKey(wrong);
        }
    }

    private static DataKeys held(Tx tx, Aead kek, Optional<byte[]> previous, Configuration registry) {
        var row = KeysetStore.lock(tx);
        try {
            return of(kek, unwrap(kek, row, registry), row.sealing(), registry);
        } catch (GeneralSecurityException notByThisOne) {
            if (previous.isEmpty()) {
                throw new Vault.WrongMasterKey(notByThisOne);
            }
        }
        try {
            var keys = unwrap(new AesGcmJce(previous.get()), row, registry);
            var wrapped = wrap(kek, keys.sealing(), registry, SEALING);
            KeysetStore.update(tx, wrapped, wrap(kek, keys.searching(), registry, SEARCHING));
            LOG.info("the data keys are wrapped by the new master key: remove SLUICE_PREVIOUS_MASTER_KEY");
            return of(kek, keys, wrapped, registry);
        } catch (GeneralSecurityException byNeither) {
            throw new Vault.WrongMasterKey(byNeither);
        }
    }

    private static DataKeys of(Aead kek, Unwrapped keys, byte[] wrapped, Configuration registry)
            throws GeneralSecurityException {
        return new DataKeys(
                kek,
                registry,
                keys.searching().getPrimitive(registry, PrfSet.class),
                new Sealing(wrapped, keys.sealing(), keys.sealing().getPrimitive(registry, Aead.class)));
    }

    Aead aead() {
        return sealing.aead();
    }

    PrfSet prf() {
        return prf;
    }

    /// Loads keys that another node created, and adds or promotes a new key when the current one has served its
    /// time. A worker of each node calls this every minute, so that no node meets an unknown key.
    ///
    /// @return true if the keys changed
    boolean refresh(Database database, Instant now) {
        var row = database.read(KeysetStore::read);
        takeOver(row.sealing());
        return row.isDue(now) && database.inTx(tx -> advance(tx, KeysetStore.lock(tx), now));
    }

    /// Adds a new key now, regardless of the age of the current one.
    ///
    /// @param also work to do in the same transaction
    /// @return false if a new key already waits
    boolean follow(Database database, Instant now, Consumer<Tx> also) {
        return database.inTx(tx -> {
            var row = KeysetStore.lock(tx);
            boolean followed = row.nextSince().isEmpty() && add(tx, row, now);
            if (followed) {
                also.accept(tx);
            }
            return followed;
        });
    }

    Vault.KeysStatus state(Database database) {
        var row = database.read(KeysetStore::read);
        takeOver(row.sealing());
        return new Vault.KeysStatus(
                sealing.keys().size(), row.sealingSince(), row.nextSince().map(since -> since.plus(KNOWN_BEFORE)));
    }

    private boolean advance(Tx tx, KeysetStore.Row row, Instant now) {
        if (!row.isDue(now)) {
            return false; // another node was faster
        }
        if (row.sealingSince().isEmpty()) {
            KeysetStore.sealing(tx, row.sealing(), now, null);
            return true;
        }
        return row.nextSince().isEmpty() ? add(tx, row, now) : promote(tx, row, now);
    }

    private boolean add(Tx tx, KeysetStore.Row row, Instant now) {
        return change(row, keys -> {
            keys.addEntry(KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM)
                    .withRandomId());
            KeysetStore.sealing(tx, built(keys), row.sealingSince().orElse(now), now);
            LOG.info("a new data key was created: it encrypts in {}", KNOWN_BEFORE);
        });
    }

    private boolean promote(Tx tx, KeysetStore.Row row, Instant now) {
        return change(row, keys -> {
            keys.getAt(keys.size() - 1).makePrimary();
            KeysetStore.sealing(tx, built(keys), now, null);
            LOG.info("a new data key is now in use");
        });
    }

    /// Changes the keys stored in the database. Returns false if another master key wraps them by now.
    private boolean change(KeysetStore.Row row, Consumer<KeysetHandle.Builder> how) {
        try {
            how.accept(KeysetHandle.newBuilder(
                    TinkProtoKeysetFormat.parseEncryptedKeyset(row.sealing(), kek, SEALING, registry)));
            return true;
        } catch (GeneralSecurityException byAnother) {
            warn(row.sealing());
            return false;
        }
    }

    private byte[] built(KeysetHandle.Builder keys) {
        try {
            return wrap(kek, keys.build(), registry, SEALING);
        } catch (GeneralSecurityException bug) {
            throw new IllegalStateException("cannot make a data key", bug);
        }
    }

    private void takeOver(byte[] wrapped) {
        if (Arrays.equals(wrapped, sealing.wrapped())) {
            return;
        }
        try {
            var keys = TinkProtoKeysetFormat.parseEncryptedKeyset(wrapped, kek, SEALING, registry);
            sealing = new Sealing(wrapped, keys, keys.getPrimitive(registry, Aead.class));
        } catch (GeneralSecurityException byAnother) {
            warn(wrapped);
        }
    }

    private void warn(byte[] wrapped) {
        if (!Arrays.equals(wrapped, foreign)) {
            foreign = wrapped;
            LOG.warn("the data keys are now wrapped by another master key: restart this node with it");
        }
    }

    /// Tink's registry of algorithms, the only configuration that makes, writes and reads keysets as well as using
    /// them.
    private static Configuration configuration() throws GeneralSecurityException {
        AeadConfig.register();
        PrfConfig.register();
        return RegistryConfiguration.get();
    }

    private static KeysetHandle fresh(Parameters parameters, Configuration registry) {
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

    private static Unwrapped unwrap(Aead kek, KeysetStore.Row row, Configuration registry)
            throws GeneralSecurityException {
        return new Unwrapped(
                TinkProtoKeysetFormat.parseEncryptedKeyset(row.sealing(), kek, SEALING, registry),
                TinkProtoKeysetFormat.parseEncryptedKeyset(row.searching(), kek, SEARCHING, registry));
    }
}
