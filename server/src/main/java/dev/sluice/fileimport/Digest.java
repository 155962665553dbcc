package dev.sluice.fileimport;

import dev.sluice.sheet.Titled;
import dev.sluice.vault.Hmac;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Keyed digest of a file's content, independent of file name and format. The key prevents guessing the content.
public final class Digest {
    private static final byte END_OF_CELL = 0x1f;
    private static final byte END_OF_ROW = 0x1e;

    private Digest() {}

    /// @param columns all possible columns, always in the same order
    public static <C extends Titled> byte[] of(byte[] key, List<C> columns, List<ImportRow<C>> rows) {
        var said = new ByteArrayOutputStream();
        for (var row : rows) {
            for (var column : columns) {
                said.writeBytes(row.at(column).getBytes(StandardCharsets.UTF_8));
                said.write(END_OF_CELL);
            }
            said.write(END_OF_ROW);
        }
        return new Hmac(key).of(said.toByteArray());
    }
}
