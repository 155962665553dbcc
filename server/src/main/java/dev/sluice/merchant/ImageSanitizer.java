package dev.sluice.merchant;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/// Picture encoded anew, so that only visible data is passed on: no place and time of a photograph, and no other file
/// before, within or after it.
final class ImageSanitizer {
    /// Maximum number of pixels, about 8 MB: a file of a few bytes can claim billions.
    static final int PIXELS_MAX = 2 * 1024 * 1024;

    /// Qualities to try in turn for a JPEG that should be smaller: visually lossless, then the value between that
    /// and the lowest. The numbers are indexes of the writer's own values, from the lowest to the best.
    private static final int[] QUALITIES = {2, 1};

    private ImageSanitizer() {}

    /// Encodes a picture anew in its own format, given by `ImageIO`'s name of the format. Returns empty if there
    /// is no picture.
    static Optional<byte[]> of(String format, byte[] picture, int bytesMax) {
        try {
            var image = read(format, picture);
            if (image == null) {
                return Optional.empty();
            }
            for (int quality : QUALITIES) {
                var written = written(format, image, quality);
                if (written.length <= bytesMax) {
                    return Optional.of(written);
                }
            }
        } catch (IOException | RuntimeException malformed) {
            return Optional.empty();
        }
        throw new Logo.TooLarge();
    }

    private static @Nullable BufferedImage read(String format, byte[] picture) throws IOException {
        var reader = ImageIO.getImageReadersByFormatName(format).next();
        try (var in = new MemoryCacheImageInputStream(new ByteArrayInputStream(picture))) {
            reader.setInput(in, true, true);
            return pixels(reader) <= PIXELS_MAX ? reader.read(0) : null;
        } finally {
            reader.dispose();
        }
    }

    private static long pixels(ImageReader reader) throws IOException {
        return (long) reader.getWidth(0) * reader.getHeight(0);
    }

    private static byte[] written(String format, BufferedImage image, int quality) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName(format).next();
        var bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            var how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            // For a PNG, the quality sets the effort of the lossless compression; 0 is the most effort.
            if (format.equals("png")) {
                how.setCompressionQuality(0);
            } else {
                how.setCompressionQuality(how.getCompressionQualityValues()[quality]);
            }
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
