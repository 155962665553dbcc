package dev.sluice.audit;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `audit_head` and `audit_register`.
final class HeadStore {
    private static final String LOCK_REGISTER = """
            SELECT only_one FROM audit_register FOR UPDATE
            """;

    /// Joins the register to each head, so that both come from one snapshot, even if one of them is missing.
    private static final String STATE = """
            SELECT register.only_one, register.since, register.seal AS register_seal,
                   head.organization_id, head.position, head.last_hash, head.seal
            FROM (VALUES (true)) one (is_there)
            LEFT JOIN audit_register register ON true
            LEFT JOIN audit_head head ON true
            """;

    private static final String SEAL_REGISTER = """
            UPDATE audit_register SET since = :since, seal = :seal
            """;

    private static final String LOCK = """
            INSERT INTO audit_head AS head (organization_id, position, last_hash, seal)
            VALUES (:organization, :position, :hash, :seal)
            ON CONFLICT (organization_id) DO UPDATE SET position = head.position
            RETURNING organization_id, position, last_hash, seal
            """;

    private static final String MOVE = """
            UPDATE audit_head SET position = :position, last_hash = :hash, seal = :seal::bytea
            WHERE organization_id = :organization
            """;

    private static final String SEAL = """
            UPDATE audit_head SET seal = :seal
            WHERE organization_id = :organization AND position = :position AND last_hash = :hash AND seal IS NULL
            """;

    private HeadStore() {}

    /// Head of a chain.
    ///
    /// @param seal null if somebody removed it
    record Head(UUID organizationId, long position, byte[] hash, byte @Nullable [] seal) {
        /// Returns true if an entry can follow. A forged head with a negative or the last possible position
        /// has no successor.
        boolean goesOn() {
            return position >= 0 && position < Long.MAX_VALUE;
        }
    }

    /// All heads and the register that seals them together.
    ///
    /// @param isThere true if the register exists
    /// @param since time of the first seal; empty while it is new
    record State(boolean isThere, Optional<Instant> since, byte @Nullable [] seal, List<Head> heads) {
        /// Returns true if the register was never sealed.
        boolean isNew() {
            return isThere && seal == null;
        }
    }

    /// Locks the register: no other transaction moves a head or seals until this one ends.
    static void lockRegister(Tx tx) {
        tx.handle().createQuery(LOCK_REGISTER).mapTo(Boolean.class).findOne();
    }

    static State state(Handle handle) {
        var heads = new ArrayList<Head>();
        var register = handle.createQuery(STATE)
                .map((row, _) -> {
                    if (row.getObject("organization_id") != null) {
                        heads.add(read(row));
                    }
                    return new State(
                            row.getObject("only_one") != null,
                            Optional.ofNullable(Times.optionalInstant(row, "since")),
                            row.getBytes("register_seal"),
                            List.of());
                })
                .list()
                .getFirst();
        return new State(register.isThere(), register.since(), register.seal(), List.copyOf(heads));
    }

    /// Stores the seal and the time of the first one.
    static void sealRegister(Tx tx, Instant since, byte[] seal) {
        tx.handle()
                .createUpdate(SEAL_REGISTER)
                .bind("since", since)
                .bind("seal", seal)
                .execute();
    }

    /// Locks the head of a chain, creating it if necessary.
    ///
    /// @param beginning initial value of a new head
    static Head lock(Tx tx, Head beginning) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organization", beginning.organizationId())
                .bind("position", beginning.position())
                .bind("hash", beginning.hash())
                .bind("seal", beginning.seal())
                .map((row, _) -> read(row))
                .one();
    }

    static void move(Tx tx, Head head) {
        tx.handle()
                .createUpdate(MOVE)
                .bind("organization", head.organizationId())
                .bind("position", head.position())
                .bind("hash", head.hash())
                .bind("seal", head.seal())
                .execute();
    }

    /// Seals an unsealed head if it has not moved since it was read.
    static void seal(Tx tx, Head head, byte[] seal) {
        tx.handle()
                .createUpdate(SEAL)
                .bind("organization", head.organizationId())
                .bind("position", head.position())
                .bind("hash", head.hash())
                .bind("seal", seal)
                .execute();
    }

    private static Head read(ResultSet row) throws SQLException {
        return new Head(
                row.getObject("organization_id", UUID.class),
                row.getLong("position"),
                row.getBytes("last_hash"),
                row.getBytes("seal"));
    }
}
