package dev.sluice.auth;

import dev.sluice.db.Keyset;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/// Proves the MACs of all API keys, clients and secrets.
public final class CredentialProof {
    private static final int PAGE = 1_000;

    private CredentialProof() {}

    /// Reports each key and client that was changed in the database.
    public static void verify(Handle snapshot, Vault vault, Consumer<String> fault) {
        var macs = new CredentialMac(vault);
        var keys = new KeyStore(macs);
        var clients = new ClientStore(macs);
        verify(
                last -> keys.after(snapshot, last.organizationId(), last.id(), PAGE).stream()
                        .map(KeyStore.Stored::key)
                        .map(key -> new Checked("API key", key.organizationId(), key.id(), key.authentic()))
                        .toList(),
                fault);
        verify(
                last -> clients.after(snapshot, last.organizationId(), last.id(), PAGE).stream()
                        .map(client ->
                                new Checked("API client", client.organizationId(), client.id(), client.authentic()))
                        .toList(),
                fault);
    }

    private record Checked(String kind, UUID organizationId, UUID id, boolean authentic) {
        static final Checked FIRST = new Checked("", new UUID(0, 0), new UUID(0, 0), true);
    }

    private static void verify(Function<Checked, List<Checked>> after, Consumer<String> fault) {
        new Keyset<>(Checked.FIRST, PAGE, after, Function.identity())
                .verify(
                        Checked::authentic,
                        each -> each.kind() + " " + each.id() + " of " + each.organizationId()
                                + ": it was changed in the database",
                        fault);
    }
}
