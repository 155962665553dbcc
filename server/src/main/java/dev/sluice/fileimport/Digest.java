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
        var output = new ByteArrayOutputStream();
        for (var row : rows) {
            for (var column : columns) {
                output.writeBytes(row.at(column).getBytes(StandardCharsets.UTF_8));
                output.write(END_OF_CELL);
            }
            output.write(END_OF_ROW);
        }
        return new Hmac(key).of(output.toByteArray());
    }
}
