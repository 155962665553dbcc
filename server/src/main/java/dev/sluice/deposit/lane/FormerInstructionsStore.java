package dev.sluice.deposit.lane;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositMac;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositRows;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// SQL of `deposit_former_instructions`. Their currencies are those of the deposit.
final class FormerInstructionsStore {
    private static final String OF = """
            SELECT f.organization_id, f.deposit_id, d.type, f.rail, f.method, f.method_type, f.settlement_type,
                   f.destination, d.input_asset, d.input_exponent, f.input_units, d.output_asset, d.output_kind,
                   d.output_exponent, f.output_units, f.rate, f.rate_until, f.fee_units, f.fee_flat, f.fee_percentage,
                   f.payment, d.quote_id, f.ended_at, f.mac
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN deposit_former_instructions f
                 ON f.organization_id = wanted.organization_id AND f.deposit_id = wanted.id
            JOIN deposit d ON d.organization_id = wanted.organization_id AND d.id = wanted.id
            """;

    private static final String INSERT = """
            INSERT INTO deposit_former_instructions (organization_id, deposit_id, destination, rail, method,
                                                     method_type, settlement_type, payment, input_units, output_units,
                                                     rate, rate_until, fee_units, fee_flat, fee_percentage, ended_at,
                                                     mac)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                                 ?::numeric[], ?::numeric[], ?::numeric[], ?::timestamptz[], ?::numeric[],
                                 ?::numeric[], ?::numeric[], ?::timestamptz[], ?::bytea[])
            """;

    private static final String DELETE = """
            DELETE FROM deposit_former_instructions f
            USING unnest(?::uuid[], ?::uuid[], ?::text[]) AS gone (organization_id, deposit_id, destination)
            WHERE f.organization_id = gone.organization_id AND f.deposit_id = gone.deposit_id
                  AND f.destination = gone.destination
            """;

    private FormerInstructionsStore() {}

    /// Former instructions; `authentic` is true if their row matches its MAC.
    private record Checked(FormerInstructions instructions, boolean authentic) {}

    /// Returns the former instructions of some deposits; few have any. Instructions that were altered in the
    /// database are left out.
    static Map<DepositRef, List<FormerInstructions>> of(Tx tx, DepositMac macs, List<DepositRef> deposits) {
        if (deposits.isEmpty()) {
            return Map.of();
        }
        return Batch.of(OF)
                .uuids(deposits, DepositRef::organizationId)
                .uuids(deposits, DepositRef::depositId)
                .query(tx, row -> {
                    var former = new FormerInstructions(
                            new DepositRef(
                                    row.getObject("organization_id", UUID.class),
                                    row.getObject("deposit_id", UUID.class)),
                            DepositRows.requested(row),
                            DepositRows.instructions(row),
                            Times.instant(row, "ended_at"));
                    return new Checked(former, macs.isOfFormer(former, row.getBytes("mac")));
                })
                .stream()
                .filter(Checked::authentic)
                .map(Checked::instructions)
                .collect(Collectors.groupingBy(FormerInstructions::deposit));
    }

    static void insert(Tx tx, DepositMac macs, List<FormerInstructions> ended) {
        if (ended.isEmpty()) {
            return;
        }
        keys(INSERT, ended)
                .texts(ended, each -> each.instructions().rail())
                .texts(ended, each -> each.instructions().method())
                .texts(ended, each -> each.instructions().methodType().name())
                .texts(ended, each -> each.instructions().settlementType())
                .texts(ended, each -> each.instructions().payment().text())
                .units(ended, each -> each.requested().priced().input().units())
                .units(ended, each -> each.requested().priced().output().units())
                .decimals(ended, each -> each.requested().priced().rate())
                .instants(ended, each -> each.requested().rateUntil())
                .units(ended, each -> each.requested().priced().fee().units())
                .decimals(ended, each -> each.requested().fee().flat())
                .decimals(ended, each -> each.requested().fee().percentage())
                .instants(ended, FormerInstructions::endedAt)
                .bytes(ended, macs::ofFormer)
                .write(tx);
    }

    /// Deletes instructions that are the deposit's current ones again.
    static void delete(Tx tx, List<FormerInstructions> gone) {
        if (!gone.isEmpty()) {
            keys(DELETE, gone).write(tx);
        }
    }

    private static Batch keys(String sql, List<FormerInstructions> some) {
        return Batch.of(sql)
                .uuids(some, each -> each.deposit().organizationId())
                .uuids(some, each -> each.deposit().depositId())
                .texts(some, each -> each.instructions().destination().text());
    }
}
