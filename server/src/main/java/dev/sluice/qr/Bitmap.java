package dev.sluice.qr;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A white square with dark areas, and its PNG file (ISO/IEC 15948): grayscale, one bit per pixel. A custom encoder,
/// since the JDK's is part of its desktop module.
final class Bitmap {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    /// Length, type and checksum.
    private static final int CHUNK_FRAME = 12;
    private static final int HEADER_LENGTH = 13;

    private final int side;
    /// Bytes per row: the filter type, which is none, then eight pixels per byte.
    private final int stride;
    private final byte[] rows;

    Bitmap(int side) {
        this.side = side;
        this.stride = 1 + (side + 7) / 8;
        this.rows = new byte[side * stride];
        Arrays.fill(rows, (byte) 0xff);
        for (int row = 0; row < side; row++) {
            rows[row * stride] = 0;
        }
    }

    void darken(int left, int top, int width, int height) {
        for (int y = top; y < top + height; y++) {
            for (int x = left; x < left + width; x++) {
                rows[y * stride + 1 + x / 8] &= (byte) ~(0x80 >> (x % 8));
            }
        }
    }

    byte[] png() {
        var header = new byte[HEADER_LENGTH];
        write(header, 0, side);
        write(header, 4, side);
        header[8] = 1;
        var data = deflated();
        var file = Arrays.copyOf(SIGNATURE, SIGNATURE.length + 3 * CHUNK_FRAME + HEADER_LENGTH + data.length);
        int at = chunk(file, SIGNATURE.length, "IHDR", header);
        at = chunk(file, at, "IDAT", data);
        chunk(file, at, "IEND", new byte[0]);
        return file;
    }

    private byte[] deflated() {
        var deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(rows);
            deflater.finish();
            var deflated = new byte[rows.length + rows.length / 1_000 + 64];
            int length = 0;
            while (!deflater.finished()) {
                length += deflater.deflate(deflated, length, deflated.length - length);
            }
            return Arrays.copyOf(deflated, length);
        } finally {
            deflater.end();
        }
    }

    /// Writes a chunk and returns the position of the next one.
    private static int chunk(byte[] file, int at, String type, byte[] data) {
        write(file, at, data.length);
        for (int i = 0; i < type.length(); i++) {
            file[at + 4 + i] = (byte) type.charAt(i);
        }
        System.arraycopy(data, 0, file, at + 8, data.length);
        var checksum = new CRC32();
        checksum.update(file, at + 4, 4 + data.length);
        write(file, at + 8 + data.length, (int) checksum.getValue());
        return at + CHUNK_FRAME + data.length;
    }

    private static void write(byte[] file, int at, int number) {
        for (int i = 0; i < 4; i++) {
            file[at + i] = (byte) (number >>> (24 - 8 * i));
        }
    }
}
