package dev.sluice.auth;

import dev.sluice.net.IpRange;
import java.util.List;

/// Client addresses that an API client or key may be used from. An empty list allows all.
public record Allowlist(List<IpRange> ranges) {
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
        return new Allowlist(
                entries.stream().map(entry -> IpRange.parse(entry.strip())).toList());
    }

    public boolean allows(String address) {
        return ranges.isEmpty() || IpRange.anyContains(ranges, address);
    }

    /// Returns true if this list allows no address that the other one does not allow.
    public boolean isWithin(Allowlist other) {
        return other.ranges.isEmpty()
                || (!ranges.isEmpty()
                        && ranges.stream()
                                .allMatch(each -> other.ranges.stream().anyMatch(range -> range.covers(each))));
    }

    public List<String> texts() {
        return ranges.stream().map(IpRange::text).toList();
    }
}
