package dev.sluice.fileimport;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// MACs of rows that a test has reset, to simulate a node that died before it stored the rows' results.
public final class TestFileMacs {
    private TestFileMacs() {}

    /// Rows of payouts.
    public static void renewBulk(Tx tx, Vault vault, UUID file) {
        renew(tx, new FileMac(vault, ImportKind.PAYOUT.purpose()), file);
    }

    /// Rows of deposits.
    public static void renewDeposits(Tx tx, Vault vault, UUID file) {
        renew(tx, new FileMac(vault, ImportKind.DEPOSIT.purpose()), file);
    }

    /// Computes the MAC of a confirmation that a test wrote, by the sender of the file, at the time of its upload.
    public static void confirm(Tx tx, Vault vault, UUID file) {
        var sent = sent(tx, file);
        var mac = new FileMac(vault, sent.kind().purpose()).ofConfirmation(sent, sent.createdBy(), sent.createdAt());
        tx.handle().execute("UPDATE fileimport_file SET mac = ? WHERE id = ?", mac, file);
    }

    private static ImportFile sent(Tx tx, UUID file) {
        return tx.handle()
                .createQuery("SELECT * FROM fileimport_file WHERE id = :file")
                .bind("file", file)
                .map((row, _) -> ImportFile.of(row))
                .one();
    }

    private record Row(int number, byte[] content, List<@Nullable Object> more) {}

    private static void renew(Tx tx, FileMac macs, UUID file) {
        var rows = tx.handle()
                .createQuery("SELECT r.*, f.asset_kind FROM fileimport_row r JOIN fileimport_file f"
                        + " ON f.organization_id = r.organization_id AND f.id = r.file_id"
                        + " WHERE r.file_id = :file AND r.state = 'READY'")
                .bind("file", file)
                .map((row, _) -> row(row))
                .list();
        for (var row : rows) {
            tx.handle()
                    .execute(
                            "UPDATE fileimport_row SET mac = ? WHERE file_id = ? AND number = ?",
                            macs.of(sent(tx, file), row.number(), row.content(), row.more()),
                            file,
                            row.number());
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getInt("number"),
                row.getBytes("content"),
                Arrays.asList(
                        row.getString("asset"),
                        row.getString("asset_kind"),
                        row.getString("exponent"),
                        row.getString("units"),
                        row.getString("fee_units"),
                        row.getString("chunk"),
                        row.getString("payee_revision"),
                        row.getBoolean("hidden")));
    }
}
