package dev.sluice.disbursement.proof;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.util.ArrayList;
import java.util.List;

/// A QR code as a square of modules (ISO/IEC 18004), without its quiet zone.
final class QrCode {
    /// What a scanner asks for on each side, in modules.
    static final int QUIET_ZONE = 4;

    private final ByteMatrix modules;

    private QrCode(ByteMatrix modules) {
        this.modules = modules;
    }

    /// A run of dark modules in one row.
    record Bar(int start, int length) {}

    /// Medium correction: a sheet that was folded or stamped still reads.
    static QrCode of(String text) {
        try {
            return new QrCode(Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix());
        } catch (WriterException e) {
            throw new IllegalArgumentException("the text does not fit a QR code", e);
        }
    }

    int size() {
        return modules.getWidth();
    }

    List<Bar> bars(int row) {
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
