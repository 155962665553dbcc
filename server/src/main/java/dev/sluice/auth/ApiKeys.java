package dev.sluice.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.http.Ids;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import dev.sluice.vault.Vault;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Bearer keys: 256 random bits each, stored as a hash, shown once.
public final class ApiKeys {
    private static final int CACHED_MAX = 20_000;
    /// Visible characters of a key's random part.
    private static final int SHOWN_CHARACTERS = 6;

    private static final String KIND = "api-key";

    private final Database database;
    private final KeyStore store;
    private final TamperReport tampered;
    private final Clocks clocks;
    private final TenantDirectory directory;
    private final Tokens tokens;
    private final Cache<String, @Nullable ApiKey> cache = Caffeine.newBuilder()
            .expireAfterWrite(ApiClients.CACHED)
            .maximumSize(CACHED_MAX)
            .build();
    private final RecentAuthentications recent = new RecentAuthentications();

    private ApiKeys(
            Database database,
            Vault vault,
            Clocks clocks,
            TenantDirectory directory,
            Tokens tokens,
            TamperReport tampered) {
        this.database = database;
        this.store = new KeyStore(new CredentialMac(vault));
        this.tampered = tampered;
        this.clocks = clocks;
        this.directory = directory;
        this.tokens = tokens;
    }

    /// @param sandbox selects the prefix of the keys
    public static ApiKeys wire(
            Database database,
            Vault vault,
            Clocks clocks,
            TenantDirectory directory,
            SecureRandom random,
            boolean sandbox,
            TamperReport tampered) {
        return new ApiKeys(database, vault, clocks, directory, new Tokens(random, sandbox), tampered);
    }

    public List<ApiKey> list(UUID organizationId) {
        return database.read(handle -> store.list(handle, organizationId)).stream()
                .map(KeyStore.Stored::key)
                .toList();
    }

    /// Finds organizations by the id or the visible prefix of a key.
    ///
    /// @param organizations organizations to search
    public List<UUID> owners(List<UUID> organizations, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> KeyStore.owners(handle, organizations, id, text, limit));
    }

    /// Creates a key on behalf of the operator: no user of the organization is recorded as its creator.
    public ApiKey.WithToken create(UUID organizationId, String label, Set<Scope> scopes, Allowlist allowlist) {
        return database.inTx(tx -> create(tx, organizationId, label, scopes, allowlist));
    }

    /// Creates a key on behalf of the operator, in the caller's transaction.
    public ApiKey.WithToken create(Tx tx, UUID organizationId, String label, Set<Scope> scopes, Allowlist allowlist) {
        return create(tx, new NewApiKey(organizationId, clocks.newId(), label, scopes, allowlist, Optional.empty()))
                .orElseThrow();
    }

    /// Creates a key for a user. Returns nothing if the id exists already, so that a retry creates no second key.
    ///
    /// @param id id that was reserved for the key
    public Optional<ApiKey.WithToken> create(
            UUID organizationId, UUID id, String label, Set<Scope> scopes, Allowlist allowlist, KeyMaker maker) {
        return database.inTx(
                tx -> create(tx, new NewApiKey(organizationId, id, label, scopes, allowlist, Optional.of(maker))));
    }

    /// Parameters of a new key.
    private record NewApiKey(
            UUID organizationId,
            UUID id,
            String label,
            Set<Scope> scopes,
            Allowlist allowlist,
            Optional<KeyMaker> maker) {}

    private Optional<ApiKey.WithToken> create(Tx tx, NewApiKey newKey) {
        if (newKey.scopes().isEmpty()) {
            throw new IllegalArgumentException("a key needs at least one scope");
        }
        var token = tokens.apiKey();
        var prefix = token.substring(0, tokens.keyPrefix().length() + SHOWN_CHARACTERS);
        var key = new ApiKey(
                newKey.organizationId(),
                newKey.id(),
                prefix,
                ApiClients.label(newKey.label()),
                newKey.scopes(),
                newKey.allowlist(),
                newKey.maker(),
                Optional.empty(),
                true);
        var sha256 = Sha256.of(token);
        if (!store.insert(tx.handle(), key, sha256)) {
            return Optional.empty();
        }
        TenantDirectory.claimActor(tx, newKey.organizationId(), newKey.id());
        if (!directory.claim(tx, TenantDirectory.Kind.API_KEY, hex(sha256), newKey.organizationId())) {
            throw new IllegalStateException("a random key came twice");
        }
        return Optional.of(new ApiKey.WithToken(key, token));
    }

    /// Revokes a key. Idempotent.
    ///
    /// @throws IllegalArgumentException if the organization has no such key
    public void revoke(UUID organizationId, UUID id) {
        database.run(tx -> store.revoke(tx.handle(), lock(tx, organizationId, id), clocks.instant()));
        cache.invalidateAll();
    }

    /// @throws IllegalArgumentException if the organization has no such key
    public void allow(UUID organizationId, UUID id, Allowlist allowlist) {
        allow(organizationId, id, allowlist, _ -> true);
    }

    /// Changes the allowlist under an optimistic lock.
    ///
    /// @param seen true if the allowlist is still the one that the user has seen
    /// @throws Refused `CHANGED_MEANWHILE` if it has changed
    public void allow(UUID organizationId, UUID id, Allowlist allowlist, Predicate<Allowlist> seen) {
        database.run(tx -> {
            var locked = lock(tx, organizationId, id);
            if (!locked.key().authentic() || !seen.test(locked.key().allowlist())) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            store.allow(tx.handle(), locked, allowlist);
        });
        cache.invalidateAll();
    }

    private KeyStore.Stored lock(Tx tx, UUID organizationId, UUID id) {
        return store.lock(tx.handle(), organizationId, id)
                .orElseThrow(() -> new IllegalArgumentException("no API key " + id));
    }

    /// Returns the live key of a token and remembers that it has authenticated.
    ///
    /// @param ask true if a key that is not cached and has not authenticated recently may cause a query
    Optional<ApiKey> bearer(String token, boolean ask) {
        if (!token.startsWith(tokens.keyPrefix())) {
            return Optional.empty();
        }
        var hash = hex(Sha256.of(token));
        if (!ask && !recent.has(hash)) {
            return Optional.ofNullable(cache.getIfPresent(hash));
        }
        var key = Optional.ofNullable(cache.get(hash, this::load));
        key.ifPresentOrElse(_ -> recent.add(hash), () -> recent.remove(hash));
        return key;
    }

    private @Nullable ApiKey load(String hash) {
        var key = directory
                .find(TenantDirectory.Kind.API_KEY, hash)
                .flatMap(owner -> database.read(
                        handle -> store.find(handle, owner, HexFormat.of().parseHex(hash))))
                .map(KeyStore.Stored::key);
        key.filter(each -> !each.authentic()).ifPresent(each -> tampered.raise(KIND, each.organizationId(), each.id()));
        return key.filter(ApiKey::isUsable).orElse(null);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
