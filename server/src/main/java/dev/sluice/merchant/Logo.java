package dev.sluice.merchant;

import dev.sluice.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// An organization's logo: a small picture of a kind that runs nothing in a browser.
public record Logo(String mediaType, byte[] picture) {
    /// A payment page is to stay small on a phone.
    public static final int BYTES_MAX = 32 * 1024;

    private static final String PNG_TYPE = "image/png";
    private static final String JPEG_TYPE = "image/jpeg";
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};
    private static final byte[] RIFF = "RIFF".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WEBP = "WEBP".getBytes(StandardCharsets.US_ASCII);
    private static final int WEBP_AT = 8;

    /// A picture, told by its first bytes what it is. A PNG or a JPEG is drawn anew, so that payers get what is seen,
    /// and nothing else; a WebP stays as it is, for there is nothing here that draws one.
    ///
    /// @throws IllegalArgumentException where it is too large, of another kind, or cannot be drawn
    public static Logo of(byte[] picture) {
        if (picture.length > BYTES_MAX) {
            throw new TooLarge();
        }
        var type = mediaType(picture).orElseThrow(Logo::notOne);
        return new Logo(
                type,
                switch (type) {
                    case PNG_TYPE -> Redrawn.of("png", picture, BYTES_MAX).orElseThrow(Logo::notOne);
                    case JPEG_TYPE -> Redrawn.of("jpeg", picture, BYTES_MAX).orElseThrow(Logo::notOne);
                    default -> picture;
                });
    }

    private static IllegalArgumentException notOne() {
        return new IllegalArgumentException("a logo is a PNG, a JPEG in RGB or grey, or a WebP picture");
    }

    /// It has more bytes than it may have, or would have, drawn anew.
    public static final class TooLarge extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("a logo has at most " + BYTES_MAX + " bytes");
        }
    }

    /// What a picture is known by: its SHA-256, in hexadecimal digits.
    public static String digest(byte[] picture) {
        return Sha256.hex(picture);
    }

    private static Optional<String> mediaType(byte[] picture) {
        if (has(picture, PNG, 0)) {
            return Optional.of(PNG_TYPE);
        }
        if (has(picture, JPEG, 0)) {
            return Optional.of(JPEG_TYPE);
        }
        return has(picture, RIFF, 0) && has(picture, WEBP, WEBP_AT) ? Optional.of("image/webp") : Optional.empty();
    }

    private static boolean has(byte[] picture, byte[] word, int at) {
        return picture.length >= at + word.length && Arrays.equals(picture, at, at + word.length, word, 0, word.length);
    }
}
