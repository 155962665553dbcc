package dev.sluice.screening;

import dev.sluice.db.Times;
import dev.sluice.screening.Check.Decision;
import dev.sluice.screening.Check.Result;
import dev.sluice.screening.Check.State;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Conversion between a row of `screening_check` and a record, with the seals and the MAC.
final class CheckRows {
    private static final String PURPOSE = "screening/check";
    private static final String PARTY = "screening/party";
    private static final String MATCH = "screening/match";
    private static final Party UNREADABLE = new Party(List.of(), null, List.of());

    private final Vault vault;
    private final RecordMac checks;
    private final RecordMac clearances;

    CheckRows(Vault vault) {
        this.vault = vault;
        this.checks = vault.mac(PURPOSE);
        this.clearances = vault.mac("screening/clearance");
    }

    byte[] sealedParty(ScreeningRequest requested) {
        return vault.seal(
                requested.ref().organizationId(), PURPOSE, requested.party().bytes());
    }

    byte @Nullable [] sealedMatches(Check check) {
        var result = check.result();
        return result == null ? null : vault.seal(check.ref().organizationId(), PURPOSE, Match.bytes(result.matches()));
    }

    /// Fingerprint by which equal parties are recognized.
    byte[] party(UUID organizationId, Party party) {
        return vault.fingerprint(organizationId, PARTY, new String(party.bytes(), StandardCharsets.UTF_8));
    }

    byte[] match(UUID organizationId, Match match) {
        return vault.fingerprint(organizationId, MATCH, match.key());
    }

    byte[] clearance(UUID organizationId, byte[] party, byte[] match, Decision decision) {
        return clearances.of(clearanceFields(organizationId, party, match, decision));
    }

    boolean isClearance(UUID organizationId, byte[] party, byte[] match, Decision decision, byte[] mac) {
        return clearances.isOf(mac, clearanceFields(organizationId, party, match, decision));
    }

    private static List<Object> clearanceFields(UUID organizationId, byte[] party, byte[] match, Decision decision) {
        return List.of(organizationId, party, match, decision.by(), decision.name(), decision.at());
    }

    /// Returns the MAC of a check's result and decision; null for an open check.
    byte @Nullable [] mac(Check check) {
        return check.result() == null ? null : checks.of(fields(check));
    }

    Check read(ResultSet row) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var asked = vault.opened(organizationId, PURPOSE, row.getBytes("asked"));
        var sealed = row.getBytes("matches");
        var matches = sealed == null ? null : vault.opened(organizationId, PURPOSE, sealed);
        var state = State.valueOf(row.getString("state"));
        var checkedAt = Times.optionalInstant(row, "checked_at");
        boolean isOpened = asked.isPresent() && (matches == null || matches.isPresent());
        var result = state == State.OPEN || matches == null || checkedAt == null
                ? null
                : new Result(
                        Objects.requireNonNullElse(row.getString("provider"), ""),
                        row.getString("reference"),
                        matches.map(Match::of).orElse(List.of()),
                        checkedAt);
        var check = new Check(
                new CheckRef(organizationId, row.getObject("subject_id", UUID.class)),
                CheckKind.valueOf(row.getString("kind")),
                asked.map(Party::of).orElse(UNREADABLE),
                state,
                Times.instant(row, "created_at"),
                row.getInt("attempts"),
                row.getString("trouble"),
                result,
                decision(row),
                true);
        boolean authentic = isOpened && (state == State.OPEN || checks.isOf(row.getBytes("mac"), fields(check)));
        return with(check, authentic);
    }

    private static @Nullable Decision decision(ResultSet row) throws SQLException {
        var at = Times.optionalInstant(row, "decided_at");
        var by = row.getObject("decided_by", UUID.class);
        return at == null || by == null
                ? null
                : new Decision(
                        by,
                        Objects.requireNonNullElse(row.getString("decided_by_name"), ""),
                        Objects.requireNonNullElse(row.getString("reason"), ""),
                        at);
    }

    private static Check with(Check check, boolean authentic) {
        return new Check(
                check.ref(),
                check.kind(),
                check.party(),
                check.state(),
                check.createdAt(),
                check.attempts(),
                check.trouble(),
                check.result(),
                check.decision(),
                authentic);
    }

    private static List<@Nullable Object> fields(Check check) {
        var fields = new ArrayList<@Nullable Object>();
        fields.add(check.ref().organizationId());
        fields.add(check.ref().subjectId());
        fields.add(check.kind());
        fields.add(check.party().bytes());
        fields.add(check.state());
        var result = check.result();
        fields.add(result == null ? null : result.provider());
        fields.add(result == null ? null : result.reference());
        fields.add(result == null ? null : Match.bytes(result.matches()));
        fields.add(result == null ? null : result.at());
        var decision = check.decision();
        fields.add(decision == null ? null : decision.by());
        fields.add(decision == null ? null : decision.name());
        fields.add(decision == null ? null : decision.reason());
        fields.add(decision == null ? null : decision.at());
        return fields;
    }

    /// Returns a check with a result or a decision, with times in the database's precision.
    static Check with(Check check, State state, Result result, @Nullable Decision decision) {
        return new Check(
                check.ref(),
                check.kind(),
                check.party(),
                state,
                check.createdAt(),
                check.attempts(),
                null,
                result,
                decision,
                true);
    }
}
