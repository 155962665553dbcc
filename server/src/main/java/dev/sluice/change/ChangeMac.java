package dev.sluice.change;

import dev.sluice.change.ChangeState.Approved;
import dev.sluice.change.ChangeState.Decision;
import dev.sluice.change.ChangeState.Expired;
import dev.sluice.change.ChangeState.Tampered;
import dev.sluice.change.ChangeState.Waiting;
import dev.sluice.change.ChangeStore.Row;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Rows of change requests: the sealed details, the digest of the change, and the MAC of the row with its state.
final class ChangeMac {
    private static final String PURPOSE = "change_request";

    private final Vault vault;
    private final RecordMac digest;
    private final RecordMac mac;

    ChangeMac(Vault vault) {
        this.vault = vault;
        this.digest = vault.mac("change/digest");
        this.mac = vault.mac("change/request");
    }

    byte[] digest(ProposedChange proposed) {
        return digest.of(proposed.identity());
    }

    /// The row of a new request.
    Row row(ChangeRequest request) {
        var proposed = request.proposed();
        var sealed = vault.seal(proposed.organizationId(), purpose(request.id()), proposed.packed());
        var row = new Row(request, digest(proposed), sealed, null);
        return new Row(request, row.digest(), sealed, of(row, request));
    }

    /// The MAC of a row.
    ///
    /// @param request the row's, or its successor with another state
    byte[] of(Row row, ChangeRequest request) {
        return mac.of(fields(row, request));
    }

    /// Marks a row as tampered with if its MAC is wrong.
    Row verified(Row row) {
        var request = row.request();
        boolean right = !request.isTampered()
                && mac.isOf(row.mac(), fields(row, request))
                && MessageDigest.isEqual(row.digest(), digest(request.proposed()));
        return right ? row : row.with(new Tampered());
    }

    /// Opens the details of a request; empty if they were sealed for another one.
    Optional<byte[]> opened(UUID organizationId, UUID id, byte[] sealed) {
        return vault.opened(organizationId, purpose(id), sealed);
    }

    private static List<?> fields(Row row, ChangeRequest request) {
        var proposed = request.proposed();
        var decision = ChangeStore.decision(request.state());
        return Arrays.asList(
                proposed.organizationId(),
                request.id(),
                row.digest(),
                row.sealed(),
                proposed.action(),
                proposed.subject(),
                proposed.requester().id(),
                proposed.requester().name(),
                proposed.requester().person(),
                request.expiresAt().toEpochMilli(),
                state(request.state()),
                decision.map(Decision::by).orElse(null),
                decision.map(each -> each.at().toEpochMilli()).orElse(null));
    }

    /// State in the MAC. A request expires without a new MAC, so its MAC has the state before.
    private static String state(ChangeState state) {
        return state instanceof Expired(var approval)
                ? approval.<ChangeState>map(Approved::new)
                        .orElseGet(Waiting::new)
                        .name()
                : state.name();
    }

    private static String purpose(UUID id) {
        return PURPOSE + "/" + id;
    }
}
