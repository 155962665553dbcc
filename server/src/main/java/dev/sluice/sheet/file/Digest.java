package dev.sluice.sheet.file;

import dev.sluice.sheet.Titled;
import dev.sluice.vault.Hmac;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Two files that say the same have the same digest, whatever they are called and whichever kind of file they are. It
/// is made under a key, so that nobody can try what a file says.
public final class Digest {
    private static final byte END_OF_CELL = 0x1f;
    private static final byte END_OF_ROW = 0x1e;

    private Digest() {}

    /// @param columns all that there may be, always in the same order
    public static <C extends Titled> byte[] of(byte[] key, List<C> columns, List<? extends SentRow<C>> rows) {
        return of(key, columns, List.of(), rows);
    }

    /// @param columns of the first version, always in the same order
    /// @param later columns of later versions: a row that leaves them out has the digest of earlier versions,
    ///     so that a file which was paid before an upgrade is known again
    public static <C extends Titled> byte[] of(
            byte[] key, List<C> columns, List<C> later, List<? extends SentRow<C>> rows) {
        var said = new ByteArrayOutputStream();
        for (var row : rows) {
            for (var column : columns) {
                said.writeBytes(row.at(column).getBytes(StandardCharsets.UTF_8));
                said.write(END_OF_CELL);
            }
            for (var column : later) {
                if (!row.at(column).isEmpty()) {
                    said.writeBytes((column.title() + "=" + row.at(column)).getBytes(StandardCharsets.UTF_8));
                    said.write(END_OF_CELL);
                }
            }
            said.write(END_OF_ROW);
        }
        return new Hmac(key).of(said.toByteArray());
    }
}
