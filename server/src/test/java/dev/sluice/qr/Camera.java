package dev.sluice.qr;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.rendering.PDFRenderer;

/// A phone's camera over a printed page.
///
/// In about one in a hundred images, the decoder takes another part of the page for a corner of the code, at any
/// resolution. It then retries at another distance, as a phone does.
public final class Camera {
    private static final float[] PIXELS_PER_INCH = {200, 300, 150, 250};

    private Camera() {}

    /// Returns the content of the QR code on the first page of a PDF.
    public static String read(byte[] pdf) throws IOException {
        try (var document = Loader.loadPDF(pdf)) {
            var renderer = new PDFRenderer(document);
            for (var resolution : PIXELS_PER_INCH) {
                for (var look : looks(renderer.renderImageWithDPI(0, resolution))) {
                    try {
                        return new QRCodeReader()
                                .decode(look, Map.of(DecodeHintType.TRY_HARDER, true))
                                .getText();
                    } catch (ReaderException nothingFound) {
                        continue;
                    }
                }
            }
        }
        throw new AssertionError("no telephone can read the QR code");
    }

    private static List<BinaryBitmap> looks(BufferedImage page) {
        int width = page.getWidth();
        int height = page.getHeight();
        var image = new RGBLuminanceSource(width, height, page.getRGB(0, 0, width, height, null, 0, width));
        return List.of(
                new BinaryBitmap(new HybridBinarizer(image)), new BinaryBitmap(new GlobalHistogramBinarizer(image)));
    }
}
