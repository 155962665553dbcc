package dev.sluice.auth;

import dev.sluice.http.TrustedProxies.AddressRange;
import java.util.List;

/// Client addresses that an API client or key may be used from. An empty list allows all.
public record Allowlist(List<AddressRange> ranges) {
    /// Maximum number of entries; longer lists belong in a firewall.
    public static final int RANGES_MAX = 100;

    public static final Allowlist ANY = new Allowlist(List.of());

    public Allowlist {
        ranges = List.copyOf(ranges);
        if (ranges.size() > RANGES_MAX) {
            throw new IllegalArgumentException("an allowlist has at most " + RANGES_MAX + " entries");
        }
    }

    /// Parses addresses and CIDR blocks such as `203.0.113.7`, `10.0.0.0/8` or `2001:db8::/32`.
    ///
    /// @throws IllegalArgumentException naming the malformed entry
    public static Allowlist parse(List<String> entries) {
        return new Allowlist(entries.stream().map(Allowlist::range).toList());
    }

    public boolean allows(String address) {
        return ranges.isEmpty() || AddressRange.contains(ranges, address);
    }

    /// Returns true if this list allows no address that the other one does not allow.
    public boolean isWithin(Allowlist other) {
        return other.ranges.isEmpty()
                || (!ranges.isEmpty()
                        && ranges.stream()
                                .allMatch(each -> other.ranges.stream().anyMatch(range -> range.covers(each))));
    }

    public List<String> texts() {
        return ranges.stream().map(AddressRange::text).toList();
    }

    private static AddressRange range(String entry) {
        try {
            return AddressRange.parse(entry.strip());
        } catch (NumberFormatException noPrefix) {
            throw new IllegalArgumentException("not a block of addresses: " + entry, noPrefix);
        }
    }
}
