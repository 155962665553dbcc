package dev.sluice.qr;

import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A QR code as a square of modules (ISO/IEC 18004), without its quiet zone.
public final class QrCode {
    /// Required margin on each side, in modules.
    public static final int QUIET_ZONE = 4;

    /// Declares UTF-8. Used only if necessary, since simple scanners fail on it.
    private static final Map<EncodeHintType, Object> UNICODE =
            Map.of(EncodeHintType.CHARACTER_SET, StandardCharsets.UTF_8.name());

    private final ByteMatrix modules;

    private QrCode(ByteMatrix modules) {
        this.modules = modules;
    }

    /// A run of dark modules in one row.
    public record Bar(int start, int length) {}

    /// Encodes a text with medium error correction, so that a folded or stamped sheet still scans.
    public static QrCode of(String text) {
        var hints = text.chars().allMatch(unit -> unit < 0x80) ? Map.<EncodeHintType, Object>of() : UNICODE;
        try {
            return new QrCode(
                    Encoder.encode(text, ErrorCorrectionLevel.M, hints).getMatrix());
        } catch (WriterException e) {
            throw new IllegalArgumentException("the text does not fit a QR code", e);
        }
    }

    /// Returns the number of modules on each side.
    public int size() {
        return modules.getWidth();
    }

    public List<Bar> bars(int row) {
        var bars = new ArrayList<Bar>();
        for (int column = 0; column < size(); ) {
            int start = column;
            while (column < size() && modules.get(column, row) == 1) {
                column++;
            }
            if (column > start) {
                bars.add(new Bar(start, column - start));
            }
            column++;
        }
        return bars;
    }
}
