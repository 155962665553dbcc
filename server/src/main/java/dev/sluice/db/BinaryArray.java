package dev.sluice.db;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.ByteConverter;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/// A column of values in PostgreSQL's binary array format (`src/backend/utils/adt/arrayfuncs.c`, `array_recv`). The
/// driver writes most arrays as text, which costs client and server more than the rest of the statement.
final class BinaryArray extends PGobject implements PGBinaryObject {
    /// Ids in `pg_type` of the array types for which the driver must enable the binary format.
    static final String OIDS = "1000,1185,1231,2951";

    private static final long serialVersionUID = 1L;
    private static final int HEADER_BYTES = 20;
    private static final int DIMENSIONS_AT = 0;
    private static final int NULLS_AT = 4;
    private static final int TYPE_AT = 8;
    private static final int SIZE_AT = 12;
    private static final int LOWER_BOUND_AT = 16;
    private static final int NULL_LENGTH = -1;
    private static final long EPOCH_SECONDS =
            Instant.parse("2000-01-01T00:00:00Z").getEpochSecond();
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private final byte[] bytes;

    private BinaryArray(String type, byte[] bytes) {
        setType(type);
        this.bytes = bytes;
    }

    /// Element types: name of the array type, id of the element type in `pg_type`, and encoding of a value.
    enum Type {
        UUIDS("_uuid", 2950),
        TEXTS("_text", 25),
        BYTES("_bytea", 17),
        INTEGERS("_int4", 23),
        LONGS("_int8", 20),
        BOOLEANS("_bool", 16),
        DECIMALS("_numeric", 1700),
        INSTANTS("_timestamptz", 1184);

        private final String arrayName;
        private final int elementOid;

        Type(String arrayName, int elementOid) {
            this.arrayName = arrayName;
            this.elementOid = elementOid;
        }

        private byte[] encode(Object value) {
            return switch (this) {
                case UUIDS -> uuid((UUID) value);
                case TEXTS -> ((String) value).getBytes(StandardCharsets.UTF_8);
                case BYTES -> (byte[]) value;
                case INTEGERS -> int4((Integer) value);
                case LONGS -> int8((Long) value);
                case BOOLEANS -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
                case DECIMALS -> ByteConverter.numeric((BigDecimal) value);
                case INSTANTS -> int8(micros((Instant) value));
            };
        }
    }

    static <T> BinaryArray of(Type type, List<T> rows, Function<T, ? extends @Nullable Object> value) {
        var encoded = new byte[rows.size()] @Nullable [];
        int length = HEADER_BYTES;
        boolean nulls = false;
        for (int i = 0; i < encoded.length; i++) {
            var each = value.apply(rows.get(i));
            encoded[i] = each == null ? null : type.encode(each);
            length += Integer.BYTES + (encoded[i] == null ? 0 : encoded[i].length);
            nulls |= each == null;
        }
        var bytes = new byte[length];
        ByteConverter.int4(bytes, DIMENSIONS_AT, 1);
        ByteConverter.int4(bytes, NULLS_AT, nulls ? 1 : 0);
        ByteConverter.int4(bytes, TYPE_AT, type.elementOid);
        ByteConverter.int4(bytes, SIZE_AT, encoded.length);
        ByteConverter.int4(bytes, LOWER_BOUND_AT, 1);
        write(encoded, bytes);
        return new BinaryArray(type.arrayName, bytes);
    }

    private static void write(byte[] @Nullable [] encoded, byte[] bytes) {
        int at = HEADER_BYTES;
        for (var each : encoded) {
            ByteConverter.int4(bytes, at, each == null ? NULL_LENGTH : each.length);
            at += Integer.BYTES;
            if (each != null) {
                System.arraycopy(each, 0, bytes, at, each.length);
                at += each.length;
            }
        }
    }

    @Override
    public void setByteValue(byte[] value, int offset) {
        throw new UnsupportedOperationException("arrays are only sent");
    }

    @Override
    public int lengthInBytes() {
        return bytes.length;
    }

    @Override
    public void toBytes(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    private static byte[] uuid(UUID value) {
        var bytes = new byte[2 * Long.BYTES];
        ByteConverter.int8(bytes, 0, value.getMostSignificantBits());
        ByteConverter.int8(bytes, Long.BYTES, value.getLeastSignificantBits());
        return bytes;
    }

    private static byte[] int4(int value) {
        var bytes = new byte[Integer.BYTES];
        ByteConverter.int4(bytes, 0, value);
        return bytes;
    }

    private static byte[] int8(long value) {
        var bytes = new byte[Long.BYTES];
        ByteConverter.int8(bytes, 0, value);
        return bytes;
    }

    /// Microseconds since 2000, PostgreSQL's epoch.
    private static long micros(Instant value) {
        return Math.addExact(
                Math.multiplyExact(value.getEpochSecond() - EPOCH_SECONDS, MICROS_PER_SECOND),
                value.getNano() / NANOS_PER_MICRO);
    }
}
