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
import dev.sluice.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// API clients and their secrets. Secrets are encrypted at rest and cached in plain text for five seconds. So
/// checking a signature costs no query, and a revocation on one node soon takes effect on all.
public final class ApiClients {
    static final Duration CACHED = Duration.ofSeconds(5);
    private static final int CACHED_MAX = 20_000;
    private static final int LABEL_LENGTH_MAX = 120;
    private static final String PURPOSE = "auth_client_secret";

    private static final String KIND = "api-client";

    private final Database database;
    private final ClientStore store;
    private final TamperReport tampered;
    private final Vault vault;
    private final Clocks clocks;
    private final TenantDirectory directory;
    private final Tokens tokens;
    private final Cache<String, @Nullable Signer> cache = Caffeine.newBuilder()
            .expireAfterWrite(CACHED)
            .maximumSize(CACHED_MAX)
            .build();
    private final RecentAuthentications recent = new RecentAuthentications();

    private ApiClients(
            Database database,
            Vault vault,
            Clocks clocks,
            TenantDirectory directory,
            Tokens tokens,
            TamperReport tampered) {
        this.database = database;
        this.store = new ClientStore(new CredentialMac(vault));
        this.tampered = tampered;
        this.vault = vault;
        this.clocks = clocks;
        this.directory = directory;
        this.tokens = tokens;
    }

    /// @param sandbox selects the prefix of the secrets
    public static ApiClients wire(
            Database database,
            Vault vault,
            Clocks clocks,
            TenantDirectory directory,
            SecureRandom random,
            boolean sandbox,
            TamperReport tampered) {
        return new ApiClients(database, vault, clocks, directory, new Tokens(random, sandbox), tampered);
    }

    public List<ApiClient> list(UUID organizationId) {
        return database.read(handle -> store.list(handle, organizationId));
    }

    public Optional<ApiClient> find(String clientId) {
        return directory
                .find(TenantDirectory.Kind.API_CLIENT, clientId)
                .flatMap(owner -> database.read(handle -> store.find(handle, owner, clientId)));
    }

    /// Finds the organization of a client by the client id or the internal id.
    ///
    /// @param organizations organizations to search
    public Optional<UUID> owner(List<UUID> organizations, String text) {
        return directory
                .find(TenantDirectory.Kind.API_CLIENT, text)
                .or(() -> Ids.parse(text)
                        .flatMap(id -> database.browse(handle -> ClientStore.owner(handle, organizations, id))));
    }

    /// Creates a client on behalf of the operator: no user of the organization is recorded as its creator.
    public ApiClient.WithSecret create(UUID organizationId, String label, Set<Scope> scopes, Allowlist allowlist) {
        return database.inTx(tx -> create(tx, organizationId, label, scopes, allowlist));
    }

    /// Creates a client on behalf of the operator, in the caller's transaction.
    public ApiClient.WithSecret create(
            Tx tx, UUID organizationId, String label, Set<Scope> scopes, Allowlist allowlist) {
        return create(tx, fresh(organizationId, clocks.newId(), label, scopes, allowlist), Optional.empty())
                .orElseThrow();
    }

    /// Creates a client for a user, who sees its secret. Returns nothing if the id exists already, so that a retry
    /// creates no second client.
    ///
    /// @param id id that was reserved for the client
    public Optional<ApiClient.WithSecret> create(
            UUID organizationId, UUID id, String label, Set<Scope> scopes, Allowlist allowlist, KeyMaker maker) {
        return database.inTx(tx -> create(tx, fresh(organizationId, id, label, scopes, allowlist), Optional.of(maker)));
    }

    private ApiClient fresh(UUID organizationId, UUID id, String label, Set<Scope> scopes, Allowlist allowlist) {
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a client needs at least one scope");
        }
        return new ApiClient(
                organizationId,
                id,
                tokens.clientId(),
                label(label),
                scopes,
                allowlist,
                List.of(),
                Optional.empty(),
                true);
    }

    private Optional<ApiClient.WithSecret> create(Tx tx, ApiClient client, Optional<KeyMaker> maker) {
        if (!store.insert(tx.handle(), client)) {
            return Optional.empty();
        }
        TenantDirectory.claimActor(tx, client.organizationId(), client.id());
        if (!directory.claim(tx, TenantDirectory.Kind.API_CLIENT, client.clientId(), client.organizationId())) {
            throw new IllegalStateException("a random client id came twice: " + client.clientId());
        }
        return Optional.of(new ApiClient.WithSecret(client, addSecret(tx, client, 0, clocks.newId(), maker)));
    }

    /// Adds a new secret beside the newest one and ends any older one.
    public ApiClient.WithSecret rotate(String clientId) {
        return rotate(clientId, Optional.empty(), _ -> true).orElseThrow();
    }

    /// Rotates the secret for a user, who sees the new one. Returns nothing if a newer secret exists than the user
    /// has seen, so that a repeated request does not end the secret in use.
    ///
    /// @param newest id of the newest secret that the user has seen
    public Optional<ApiClient.WithSecret> rotate(String clientId, KeyMaker maker, UUID newest) {
        return rotate(clientId, Optional.of(maker), newest::equals);
    }

    private Optional<ApiClient.WithSecret> rotate(
            String clientId, Optional<KeyMaker> maker, Predicate<UUID> mayFollow) {
        var client = live(clientId);
        Optional<String> secret = database.inTx(tx -> {
            store.lock(tx.handle(), client.organizationId(), clientId);
            var secrets = store.secrets(tx.handle(), client.organizationId(), client.id());
            if (secrets.isEmpty()) {
                return Optional.of(addSecret(tx, client, 0, clocks.newId(), maker));
            }
            var last = secrets.getLast();
            // The new id sorts after the last one even if that came from a node whose clock was ahead.
            return mayFollow.test(last.id())
                    ? Optional.of(addSecret(tx, client, 1 - last.slot(), clocks.newIdAfter(last.id()), maker))
                    : Optional.empty();
        });
        cache.invalidate(clientId);
        return secret.map(text -> new ApiClient.WithSecret(live(clientId), text));
    }

    /// Completes a rotation: ends all secrets but the newest.
    public void revokePrevious(String clientId) {
        revokePrevious(clientId, _ -> true);
    }

    /// Completes a rotation unless a newer secret exists than the user has seen; false in that case.
    public boolean revokePrevious(String clientId, UUID newest) {
        return revokePrevious(clientId, newest::equals);
    }

    private boolean revokePrevious(String clientId, Predicate<UUID> mayStay) {
        var client = live(clientId);
        boolean done = database.inTx(tx -> {
            store.lock(tx.handle(), client.organizationId(), clientId);
            var secrets = store.secrets(tx.handle(), client.organizationId(), client.id());
            if (secrets.isEmpty() || !mayStay.test(secrets.getLast().id())) {
                return false;
            }
            store.deleteSecretsBefore(
                    tx.handle(),
                    client.organizationId(),
                    client.id(),
                    secrets.getLast().id());
            return true;
        });
        cache.invalidate(clientId);
        return done;
    }

    /// Revokes a client and deletes its secrets. Idempotent.
    public void revoke(String clientId) {
        var client = existing(clientId);
        database.run(tx -> store.revoke(tx.handle(), client, clocks.instant()));
        cache.invalidate(clientId);
    }

    public ApiClient allow(String clientId, Allowlist allowlist) {
        return allow(clientId, allowlist, _ -> true);
    }

    /// Changes the allowlist under an optimistic lock.
    ///
    /// @param seen true if the allowlist is still the one that the user has seen
    /// @throws Refused `CHANGED_MEANWHILE` if it has changed
    public ApiClient allow(String clientId, Allowlist allowlist, Predicate<Allowlist> seen) {
        var client = live(clientId);
        database.run(tx -> {
            store.lock(tx.handle(), client.organizationId(), clientId);
            var now = store.find(tx.handle(), client.organizationId(), clientId).orElseThrow();
            if (!now.authentic() || !seen.test(now.allowlist())) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            store.allow(tx.handle(), client, allowlist);
        });
        cache.invalidate(clientId);
        return live(clientId);
    }

    /// Applies a function to a live client's secrets, newest first, without handing them out. Returns nothing if
    /// the organization has no such client.
    public <R> Optional<R> withSecrets(UUID organizationId, UUID id, Function<List<String>, R> work) {
        return list(organizationId).stream()
                .filter(client -> client.id().equals(id) && client.isUsable())
                .findFirst()
                .map(client -> work.apply(
                        open(client).reversed().stream().map(OpenSecret::text).toList()));
    }

    /// Returns the live client of an id, with its secrets in plain text.
    ///
    /// @param ask true if a client that is not cached and has not authenticated recently may cause a query
    Optional<Signer> signer(String clientId, boolean ask) {
        if (!ask && !recent.has(clientId)) {
            return Optional.ofNullable(cache.getIfPresent(clientId));
        }
        var signer = Optional.ofNullable(cache.get(clientId, this::load));
        if (signer.isEmpty()) {
            recent.remove(clientId);
        }
        return signer;
    }

    /// Remembers that a client has authenticated.
    void proved(String clientId) {
        recent.add(clientId);
    }

    private @Nullable Signer load(String clientId) {
        var client = find(clientId);
        client.filter(each -> !each.authentic())
                .ifPresent(each -> tampered.raise(KIND, each.organizationId(), each.id()));
        return client.filter(ApiClient::isUsable)
                .map(each -> new Signer(each, open(each)))
                .orElse(null);
    }

    private List<OpenSecret> open(ApiClient client) {
        return database.read(handle -> store.secrets(handle, client.organizationId(), client.id())).stream()
                .filter(ClientStore.Secret::authentic)
                .map(secret -> new OpenSecret(
                        vault.openText(client.organizationId(), PURPOSE, secret.sealed()), secret.maker()))
                .toList();
    }

    private String addSecret(Tx tx, ApiClient client, int slot, UUID id, Optional<KeyMaker> maker) {
        var secret = tokens.clientSecret();
        var sealed = vault.seal(client.organizationId(), PURPOSE, secret);
        store.putSecret(
                tx.handle(),
                client.organizationId(),
                client.id(),
                new ClientStore.Secret(slot, id, sealed, maker, true));
        return secret;
    }

    private ApiClient existing(String clientId) {
        return find(clientId).orElseThrow(() -> new IllegalArgumentException("no client " + clientId));
    }

    private ApiClient live(String clientId) {
        var client = existing(clientId);
        if (client.revokedAt().isPresent()) {
            throw new IllegalArgumentException("client " + clientId + " is revoked");
        }
        if (!client.authentic()) {
            throw new IllegalArgumentException(
                    "client " + clientId + " was changed in the database: revoke it and create another one");
        }
        return client;
    }

    static String label(String label) {
        if (label.isBlank() || label.length() > LABEL_LENGTH_MAX) {
            throw new IllegalArgumentException("a label has 1 to " + LABEL_LENGTH_MAX + " characters");
        }
        return label.strip();
    }

    /// A secret in plain text and its creator.
    record OpenSecret(String text, Optional<KeyMaker> maker) {
        /// Never shows the secret.
        @Override
        public String toString() {
            return "secret of " + maker;
        }
    }

    /// A live client and its secrets in plain text.
    record Signer(ApiClient client, List<OpenSecret> secrets) {
        /// Never shows the secrets.
        @Override
        public String toString() {
            return client.toString();
        }
    }
}
