package dev.sluice.event;

import java.util.OptionalLong;
import java.util.UUID;

/// An event in its organization's feed. Positions are 1, 2, 3 …, in the order of the commits: whoever has seen a
/// position has seen, or can see, all below it.
public record Recorded(Event event, long position) {
    private static final int POSITION_BITS = 40;
    private static final long POSITION_MASK = (1L << POSITION_BITS) - 1;
    private static final long VERSION_7 = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int VARIANT_BITS = 2;
    private static final int TAG_HIGH_BITS = 12;
    private static final int TAG_LOW_BITS = Long.SIZE - VARIANT_BITS - POSITION_BITS;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    /// The event's id: a UUIDv7 made of its time, its position, and a tag of its organization. So it need not be kept,
    /// and tells where to look.
    public UUID id() {
        long tag = tag(event.organizationId());
        long high = (event.createdAt().toEpochMilli() << 16) | VERSION_7 | (tag >>> TAG_LOW_BITS);
        long low = VARIANT | ((tag & ((1L << TAG_LOW_BITS) - 1)) << POSITION_BITS) | (position & POSITION_MASK);
        return new UUID(high, low);
    }

    /// The position that an id names, where it is that of an event of the organization.
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
