package dev.sluice.bench.seed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyIn;

/// Rows of one table in the binary format of `COPY` (PostgreSQL's manual, "Binary Format"), built field by field in a
/// reusable buffer.
final class CopyRows {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final int FLAGS_AND_EXTENSION_BYTES = 8;
    private static final short TRAILER = -1;
    private static final int NULL = -1;
    private static final int START_BYTES = 1 << 16;
    private static final int SLICE_BYTES = 1 << 16;
    private static final int MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;
    /// PostgreSQL's epoch, 2000-01-01T00:00:00Z.
    private static final long EPOCH_SECONDS = 946_684_800;
    /// A numeric consists of digits of base ten thousand.
    private static final long NUMERIC_BASE = 10_000;

    private static final int NUMERIC_BASE_DECIMALS = 4;
    private static final int NUMERIC_HEAD_BYTES = 8;

    private ByteBuffer buffer = ByteBuffer.allocate(START_BYTES);
    private int rows;

    CopyRows() {
        clear();
    }

    /// Removes all rows and keeps the buffer.
    void clear() {
        buffer.clear().put(SIGNATURE).put(new byte[FLAGS_AND_EXTENSION_BYTES]);
        rows = 0;
    }

    int rows() {
        return rows;
    }

    int bytes() {
        return buffer.position();
    }

    /// Begins a row with this many fields.
    CopyRows row(int fields) {
        rows++;
        room(Short.BYTES).putShort((short) fields);
        return this;
    }

    CopyRows uuid(UUID value) {
        room(Integer.BYTES + 2 * Long.BYTES)
                .putInt(2 * Long.BYTES)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits());
        return this;
    }

    CopyRows text(@Nullable String value) {
        return bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    CopyRows bytes(byte @Nullable [] value) {
        if (value == null) {
            return none();
        }
        room(Integer.BYTES + value.length).putInt(value.length).put(value);
        return this;
    }

    /// Appends a null.
    CopyRows none() {
        room(Integer.BYTES).putInt(NULL);
        return this;
    }

    CopyRows smallint(int value) {
        room(Integer.BYTES + Short.BYTES).putInt(Short.BYTES).putShort((short) value);
        return this;
    }

    CopyRows integer(int value) {
        room(2 * Integer.BYTES).putInt(Integer.BYTES).putInt(value);
        return this;
    }

    CopyRows bigint(long value) {
        room(Integer.BYTES + Long.BYTES).putInt(Long.BYTES).putLong(value);
        return this;
    }

    CopyRows bool(boolean value) {
        room(Integer.BYTES + 1).putInt(1).put((byte) (value ? 1 : 0));
        return this;
    }

    CopyRows instant(@Nullable Instant value) {
        return value == null
                ? none()
                : bigint((value.getEpochSecond() - EPOCH_SECONDS) * MICROS_PER_SECOND
                        + value.getNano() / NANOS_PER_MICRO);
    }

    /// Appends a non-negative whole number.
    CopyRows numeric(@Nullable BigInteger value) {
        return value == null ? none() : numeric(value.longValueExact(), 0, 0);
    }

    /// Appends a non-negative decimal with its scale.
    CopyRows numeric(BigDecimal value) {
        int scale = Math.max(0, value.scale());
        int fractionDigits = Math.ceilDiv(scale, NUMERIC_BASE_DECIMALS);
        var aligned = value.setScale(fractionDigits * NUMERIC_BASE_DECIMALS, RoundingMode.UNNECESSARY);
        return numeric(aligned.unscaledValue().longValueExact(), fractionDigits, scale);
    }

    private CopyRows numeric(long unscaled, int fractionDigits, int scale) {
        if (unscaled < 0) {
            throw new IllegalArgumentException("amounts are not negative: " + unscaled);
        }
        int digits = 0;
        long divisor = 1;
        for (long rest = unscaled; rest > 0; rest /= NUMERIC_BASE) {
            divisor = digits == 0 ? 1 : divisor * NUMERIC_BASE;
            digits++;
        }
        int length = NUMERIC_HEAD_BYTES + digits * Short.BYTES;
        room(Integer.BYTES + length)
                .putInt(length)
                .putShort((short) digits)
                .putShort((short) (digits == 0 ? 0 : digits - fractionDigits - 1))
                .putShort((short) 0)
                .putShort((short) scale);
        for (int i = 0; i < digits; i++) {
            buffer.putShort((short) (unscaled / divisor % NUMERIC_BASE));
            divisor /= NUMERIC_BASE;
        }
        return this;
    }

    /// Sends the rows; the caller ends the copy.
    void sendTo(CopyIn copy) throws SQLException {
        room(Short.BYTES);
        int size = buffer.position();
        buffer.putShort(TRAILER);
        for (int sent = 0; sent < size + Short.BYTES; sent += SLICE_BYTES) {
            copy.writeToCopy(buffer.array(), sent, Math.min(SLICE_BYTES, size + Short.BYTES - sent));
        }
        buffer.position(size);
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int capacity = Math.max(buffer.capacity() * 2, buffer.position() + bytes);
            buffer = ByteBuffer.allocate(capacity).put(buffer.flip());
        }
        return buffer;
    }
}
