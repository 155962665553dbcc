package dev.sluice.event;

import java.util.OptionalLong;
import java.util.UUID;

/// An event with its position in its organization's feed. Positions are 1, 2, 3 … in commit order: a reader that has
/// seen a position can see all lower ones.
public record Recorded(Event event, long position) {
    private static final int POSITION_BITS = 40;
    private static final long POSITION_MASK = (1L << POSITION_BITS) - 1;
    private static final long VERSION_7 = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int VARIANT_BITS = 2;
    private static final int TAG_HIGH_BITS = 12;
    private static final int TAG_LOW_BITS = Long.SIZE - VARIANT_BITS - POSITION_BITS;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    /// Returns the event's id: a UUIDv7 built from its time, its position and a hash of its organization. The id
    /// needs no column, and a look-up by id finds the position in it.
    public UUID id() {
        long tag = tag(event.organizationId());
        long high = (event.createdAt().toEpochMilli() << 16) | VERSION_7 | (tag >>> TAG_LOW_BITS);
        long low = VARIANT | ((tag & ((1L << TAG_LOW_BITS) - 1)) << POSITION_BITS) | (position & POSITION_MASK);
        return new UUID(high, low);
    }

    /// Returns the position in an id; empty unless the id belongs to an event of the organization.
    public static OptionalLong position(UUID organizationId, UUID id) {
        long tag = tag(organizationId);
        long high = id.getMostSignificantBits();
        long low = id.getLeastSignificantBits();
        boolean ours = (high & 0xFFFF) == (VERSION_7 | (tag >>> TAG_LOW_BITS))
                && (low & ~POSITION_MASK) == (VARIANT | ((tag & ((1L << TAG_LOW_BITS) - 1)) << POSITION_BITS));
        return ours ? OptionalLong.of(low & POSITION_MASK) : OptionalLong.empty();
    }

    private static long tag(UUID organizationId) {
        long mixed = (organizationId.getMostSignificantBits() * GOLDEN) ^ organizationId.getLeastSignificantBits();
        return (mixed * GOLDEN) >>> (Long.SIZE - TAG_HIGH_BITS - TAG_LOW_BITS);
    }
}
