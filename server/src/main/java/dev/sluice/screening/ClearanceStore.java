package dev.sluice.screening;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.screening.Check.Decision;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `screening_clearance`.
final class ClearanceStore {
    private static final String INSERT = """
        INSERT INTO screening_clearance
            (organization_id, party, match, cleared_by, cleared_by_name, cleared_at, mac)
        SELECT * FROM unnest(?::uuid[], ?::bytea[], ?::bytea[], ?::uuid[], ?::text[], ?::timestamptz[], ?::bytea[])
        ON CONFLICT (organization_id, party, match) DO NOTHING
        """;

    private static final String FIND = """
        SELECT match, cleared_by, cleared_by_name, cleared_at, mac FROM screening_clearance
        WHERE organization_id = :organization AND party = :party
        """;

    private final CheckRows rows;

    ClearanceStore(CheckRows rows) {
        this.rows = rows;
    }

    /// Stores that a party is none of its matches.
    void insert(Tx tx, Check check, List<Match> matches, Decision decision) {
        var organizationId = check.ref().organizationId();
        var party = rows.party(organizationId, check.party());
        var distinct =
                matches.stream().map(match -> rows.match(organizationId, match)).toList();
        Batch.of(INSERT)
                .uuids(distinct, _ -> organizationId)
                .bytes(distinct, _ -> party)
                .bytes(distinct, match -> match)
                .uuids(distinct, _ -> decision.by())
                .texts(distinct, _ -> decision.name())
                .instants(distinct, _ -> decision.at())
                .bytes(distinct, match -> rows.clearance(organizationId, party, match, decision))
                .write(tx);
    }

    /// Reports whether an operator has already cleared a party of all of some matches.
    boolean isCleared(Handle handle, UUID organizationId, Party asked, List<Match> matches) {
        var party = rows.party(organizationId, asked);
        var cleared = handle
                .createQuery(FIND)
                .bind("organization", organizationId)
                .bind("party", party)
                .map((row, _) -> {
                    var match = row.getBytes("match");
                    var decision = new Decision(
                            row.getObject("cleared_by", UUID.class),
                            row.getString("cleared_by_name"),
                            "",
                            Times.instant(row, "cleared_at"));
                    boolean authentic = rows.isClearance(organizationId, party, match, decision, row.getBytes("mac"));
                    return authentic ? Optional.of(ByteBuffer.wrap(match)) : Optional.<ByteBuffer>empty();
                })
                .list()
                .stream()
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
        return matches.stream().allMatch(match -> cleared.contains(ByteBuffer.wrap(rows.match(organizationId, match))));
    }
}
