package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// SQL of `rail_sandbox_bank_credit`.
final class CreditStore {
    private static final String INSERT = """
            INSERT INTO rail_sandbox_bank_credit (bank, key, units, payer_name, payer_account, payer_bank, remittance,
                                                  reference, end_to_end_id, own_account, asked_at, state)
            VALUES (:bank, :key, :units, :payerName, :payerAccount, :payerBank, :remittance, :reference, :endToEndId,
                    :ownAccount, :askedAt, 'asked')
            ON CONFLICT (bank, key) DO NOTHING
            """;

    private static final String OPEN = """
            SELECT key, units, payer_name, payer_account, payer_bank, remittance, reference, end_to_end_id, own_account,
                   state
            FROM rail_sandbox_bank_credit
            WHERE bank = :bank AND state IN ('asked', 'reversing') AND asked_at <= :until
            ORDER BY asked_at, key LIMIT :limit
            """;

    private static final String MARK_BOOKED = """
            UPDATE rail_sandbox_bank_credit SET state = 'booked' WHERE bank = :bank AND key = :key AND state = 'asked'
            """;

    private static final String ASK_REVERSAL = """
            UPDATE rail_sandbox_bank_credit SET state = 'reversing'
            WHERE bank = :bank AND key = :key AND state = 'booked'
            """;

    private static final String MARK_REVERSED = """
            UPDATE rail_sandbox_bank_credit SET state = 'reversed'
            WHERE bank = :bank AND key = :key AND state = 'reversing'
            """;

    private CreditStore() {}

    /// A payment to book, or to take back.
    record Open(IncomingCredit credit, boolean reversal) {}

    /// Stores a payment; returns false if it is stored already.
    static boolean insert(Tx tx, String bank, IncomingCredit credit, Instant now) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("bank", bank)
                        .bind("key", credit.key())
                        .bind("units", credit.units())
                        .bind(
                                "payerName",
                                credit.payer().name() == null
                                        ? ""
                                        : credit.payer().name())
                        .bind("payerAccount", credit.payer().account())
                        .bind("payerBank", credit.payer().bank())
                        .bind("remittance", credit.remittance())
                        .bind("reference", credit.reference())
                        .bind("endToEndId", credit.endToEndId())
                        .bind("ownAccount", credit.virtualAccount())
                        .bind("askedAt", now)
                        .execute()
                == 1;
    }

    static List<Open> open(Tx tx, String bank, Instant until, int limit) {
        return tx.handle()
                .createQuery(OPEN)
                .bind("bank", bank)
                .bind("until", until)
                .bind("limit", limit)
                .map((row, _) -> open(row))
                .list();
    }

    static void markBooked(Tx tx, String bank, String key) {
        move(tx, MARK_BOOKED, bank, key);
    }

    static boolean askReversal(Tx tx, String bank, String key) {
        return move(tx, ASK_REVERSAL, bank, key);
    }

    static void markReversed(Tx tx, String bank, String key) {
        move(tx, MARK_REVERSED, bank, key);
    }

    private static boolean move(Tx tx, String sql, String bank, String key) {
        return tx.handle().createUpdate(sql).bind("bank", bank).bind("key", key).execute() == 1;
    }

    private static Open open(ResultSet row) throws SQLException {
        return new Open(
                new IncomingCredit(
                        row.getString("key"),
                        row.getLong("units"),
                        new Party(
                                row.getString("payer_name"),
                                row.getString("payer_account"),
                                row.getString("payer_bank")),
                        row.getString("remittance"),
                        row.getString("reference"),
                        row.getString("end_to_end_id"),
                        row.getString("own_account")),
                row.getString("state").equals("reversing"));
    }
}
