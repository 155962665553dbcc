package dev.sluice.fileimport;

import dev.sluice.db.Tx;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.fileimport.SentFile.State;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// MACs of rows that a test has reset, to simulate a node that died before it stored the rows' results.
public final class TestFileMacs {
    private TestFileMacs() {}

    /// Rows of payouts.
    public static void renewBulk(Tx tx, Vault vault, UUID file) {
        renew(tx, new FileMac(vault, "fileimport/payout"), "fileimport_payout", file);
    }

    /// Rows of deposits.
    public static void renewDeposits(Tx tx, Vault vault, UUID file) {
        renew(tx, new FileMac(vault, "fileimport/deposit"), "fileimport_deposit", file);
    }

    /// Computes the MAC of a confirmation that a test wrote, by the sender of the file, at the time of its upload.
    public static void confirm(Tx tx, Vault vault, String table, UUID file) {
        var purpose = table.startsWith("fileimport_payout")
                ? "fileimport/payout"
                : table.replace("_file", "").replace("_", "/");
        var sent = tx.handle()
                .createQuery("SELECT * FROM " + table + " WHERE id = :file")
                .bind("file", file)
                .map((row, _) -> ImportFile.of(row))
                .one();
        var mac = new FileMac(vault, purpose).ofConfirmation(sent, sent.createdBy(), sent.createdAt());
        tx.handle().execute("UPDATE " + table + " SET mac = ? WHERE id = ?", mac, file);
    }

    private record Row(UUID organization, UUID maker, int number, byte[] content, List<@Nullable Object> more) {}

    private static void renew(Tx tx, FileMac macs, String table, UUID file) {
        var rows = tx.handle()
                .createQuery("SELECT r.*, f.* FROM " + table + "_row r JOIN " + table + "_file f"
                        + " ON f.organization_id = r.organization_id AND f.id = r.file_id"
                        + " WHERE r.file_id = :file AND r.state = 'READY'")
                .bind("file", file)
                .map((row, _) -> row(row, table.equals("fileimport_payout")))
                .list();
        for (var row : rows) {
            var sent = new ImportFile(
                    row.organization(),
                    file,
                    "",
                    "",
                    State.CONFIRMED,
                    1,
                    new Person(row.maker(), "", null),
                    Instant.EPOCH,
                    null,
                    null,
                    null);
            tx.handle()
                    .execute(
                            "UPDATE " + table + "_row SET mac = ? WHERE file_id = ? AND number = ?",
                            macs.of(sent, row.number(), row.content(), row.more()),
                            file,
                            row.number());
        }
    }

    private static Row row(ResultSet row, boolean bulk) throws SQLException {
        return new Row(
                row.getObject("organization_id", UUID.class),
                row.getObject("created_by", UUID.class),
                row.getInt("number"),
                row.getBytes("content"),
                bulk
                        ? Arrays.asList(
                                row.getString("asset"),
                                row.getString("kind"),
                                row.getInt("exponent"),
                                row.getString("units"),
                                row.getString("fee_units"),
                                row.getInt("chunk"),
                                row.getInt("payee_revision"),
                                row.getBoolean("hidden"))
                        : List.of());
    }
}
