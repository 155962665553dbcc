package dev.sluice.merchant;

import dev.sluice.text.Sha256;
import java.util.Arrays;

/// Logo of an organization: a small picture in a format that cannot run code in a browser.
public record Logo(String mediaType, byte[] picture) {
    /// A payment page is to stay small on a phone.
    public static final int BYTES_MAX = 32 * 1024;

    private static final String PNG_TYPE = "image/png";
    private static final String JPEG_TYPE = "image/jpeg";
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};

    /// Detects the format of a picture by its first bytes and redraws it, so that payers get the visible picture
    /// and nothing else. Only formats that the JDK both reads and writes are possible.
    ///
    /// @throws IllegalArgumentException if it is too large, of another format, or cannot be drawn
    public static Logo of(byte[] picture) {
        if (picture.length > BYTES_MAX) {
            throw new TooLarge();
        }
        if (begins(picture, PNG)) {
            return redrawn(PNG_TYPE, "png", picture);
        }
        if (begins(picture, JPEG)) {
            return redrawn(JPEG_TYPE, "jpeg", picture);
        }
        throw notOne();
    }

    private static Logo redrawn(String mediaType, String format, byte[] picture) {
        return new Logo(mediaType, ImageSanitizer.of(format, picture, BYTES_MAX).orElseThrow(Logo::notOne));
    }

    private static IllegalArgumentException notOne() {
        return new IllegalArgumentException("a logo is a PNG, or a JPEG in RGB or grey");
    }

    /// Thrown if it has too many bytes, as given or redrawn.
    public static final class TooLarge extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("a logo has at most " + BYTES_MAX + " bytes");
        }
    }

    /// Returns the SHA-256 of a picture, in hexadecimal digits, as its key.
    public static String digest(byte[] picture) {
        return Sha256.hex(picture);
    }

    private static boolean begins(byte[] picture, byte[] start) {
        return picture.length >= start.length && Arrays.equals(picture, 0, start.length, start, 0, start.length);
    }
}
