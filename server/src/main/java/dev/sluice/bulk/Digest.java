package dev.sluice.bulk;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Two files that say the same have the same digest, whatever they are called and whichever kind of file they are. It
/// is made under a key, so that nobody can try what a file says.
final class Digest {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte END_OF_CELL = 0x1f;
    private static final byte END_OF_ROW = 0x1e;

    private Digest() {}

    static byte[] of(byte[] key, List<BulkRow> rows) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (var row : rows) {
                for (var column : Column.values()) {
                    mac.update(row.at(column).getBytes(StandardCharsets.UTF_8));
                    mac.update(END_OF_CELL);
                }
                mac.update(END_OF_ROW);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
