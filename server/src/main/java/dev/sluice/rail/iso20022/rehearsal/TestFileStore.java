package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.rehearsal.TestFile.Purpose;
import dev.sluice.rail.iso20022.rehearsal.TestFile.State;
import dev.sluice.text.Sha256;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_rehearsal_file`. Contents are sealed.
final class TestFileStore {
    private static final UUID PLATFORM = new UUID(0, 0);
    private static final String PURPOSE = "rail/bank/rehearsal/file";

    private static final String INSERT = """
            INSERT INTO rail_iso20022_rehearsal_file (id, rehearsal_id, purpose, name, msg_id, sha256, content, state,
                                                      created_at, exchanged_at, mac)
            VALUES (:id, :rehearsal, :purpose, :name, :msg_id, :sha256, :content, :state, :created_at, :exchanged_at,
                    :mac)
            ON CONFLICT DO NOTHING
            """;

    private static final String UPDATE = """
            UPDATE rail_iso20022_rehearsal_file
            SET state = :state, attempt = :attempt, exchanged_at = :exchanged_at, mac = :mac
            WHERE id = :id AND attempt = :before
            """;

    private static final String ALL = """
            SELECT id, rehearsal_id, purpose, name, msg_id, sha256, content, state, attempt, created_at, exchanged_at,
                   mac
            FROM rail_iso20022_rehearsal_file WHERE rehearsal_id = :rehearsal ORDER BY created_at, id
            """;

    private final Vault vault;
    private final RecordMac macs;

    TestFileStore(Vault vault) {
        this.vault = vault;
        this.macs = vault.mac(PURPOSE);
    }

    /// @return false if the rehearsal has a file for the purpose, or an answer with the hash
    boolean insert(Tx tx, TestFile file) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("id", file.id())
                        .bind("rehearsal", file.rehearsal())
                        .bind("purpose", file.purpose().stored())
                        .bind("name", file.name())
                        .bind("msg_id", file.msgId())
                        .bind("sha256", file.sha256())
                        .bind("content", vault.seal(PLATFORM, PURPOSE, file.bytes()))
                        .bind("state", file.state().stored())
                        .bind("created_at", file.createdAt())
                        .bind("exchanged_at", file.exchangedAt())
                        .bind("mac", macs.of(fields(file)))
                        .execute()
                == 1;
    }

    /// Stores the state of a delivery.
    ///
    /// @param before attempts before the change
    /// @return false if another run has begun an attempt
    boolean update(Tx tx, TestFile file, int before) {
        return tx.handle()
                        .createUpdate(UPDATE)
                        .bind("id", file.id())
                        .bind("before", before)
                        .bind("state", file.state().stored())
                        .bind("attempt", file.attempt())
                        .bind("exchanged_at", file.exchangedAt())
                        .bind("mac", macs.of(fields(file)))
                        .execute()
                == 1;
    }

    /// Returns the files of a rehearsal, the oldest first.
    List<TestFile> all(Handle handle, Rehearsal rehearsal) {
        return handle.createQuery(ALL)
                .bind("rehearsal", rehearsal.id())
                .map((row, _) -> authentic(row, rehearsal))
                .list();
    }

    private TestFile authentic(ResultSet row, Rehearsal rehearsal) throws SQLException {
        var bytes = vault.opened(PLATFORM, PURPOSE, row.getBytes("content"));
        var file = new TestFile(
                row.getObject("id", UUID.class),
                row.getObject("rehearsal_id", UUID.class),
                Purpose.of(row.getString("purpose")),
                row.getString("name"),
                row.getString("msg_id"),
                row.getString("sha256"),
                bytes.orElseGet(() -> new byte[0]),
                State.of(row.getString("state")),
                row.getInt("attempt"),
                Times.instant(row, "created_at"),
                Times.optionalInstant(row, "exchanged_at"));
        if (bytes.isEmpty()
                || !file.sha256().equals(Sha256.hex(file.bytes()))
                || !macs.isOf(row.getBytes("mac"), fields(file))) {
            throw new AlteredRehearsal(rehearsal.account(), rehearsal.id());
        }
        return file;
    }

    private static List<@Nullable Object> fields(TestFile file) {
        var fields = new ArrayList<@Nullable Object>();
        fields.add(file.id());
        fields.add(file.rehearsal());
        fields.add(file.purpose());
        fields.add(file.name());
        fields.add(file.msgId());
        fields.add(file.sha256());
        fields.add(file.state());
        fields.add(file.attempt());
        fields.add(file.createdAt());
        fields.add(file.exchangedAt());
        return fields;
    }
}
