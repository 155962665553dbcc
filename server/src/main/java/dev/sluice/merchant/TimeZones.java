package dev.sluice.merchant;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Time zones of users: the regions of the [tz database](https://www.iana.org/time-zones), such as `Asia/Jakarta`, and
/// UTC.
public final class TimeZones {
    public static final ZoneId UTC = ZoneId.of("UTC");

    /// Zones that no place is in, and another way to write them.
    private static final List<String> NO_PLACES = List.of("Etc/", "SystemV/");

    /// Names from before zones were called after their largest city. They are taken, and not proposed.
    private static final List<String> COUNTRIES = List.of("US/", "Canada/", "Brazil/", "Chile/", "Mexico/");

    private static final Map<String, ZoneId> BY_NAME = ZoneRulesProvider.getAvailableZoneIds().stream()
            .filter(name -> name.contains("/") && NO_PLACES.stream().noneMatch(name::startsWith))
            .collect(Collectors.toUnmodifiableMap(TimeZones::key, ZoneId::of));

    private static final List<ZoneId> PROPOSED = Stream.concat(
                    Stream.of(UTC),
                    BY_NAME.values().stream()
                            .filter(zone -> COUNTRIES.stream().noneMatch(zone.getId()::startsWith))
                            .sorted((one, other) -> one.getId().compareTo(other.getId())))
            .toList();

    private TimeZones() {}

    /// Returns the zone of a name, ignoring case; nothing if there is none.
    public static Optional<ZoneId> find(String name) {
        var key = key(name.strip());
        return key.equals("utc") || key.equals("etc/utc") ? Optional.of(UTC) : Optional.ofNullable(BY_NAME.get(key));
    }

    /// Returns the selectable zones: UTC, and then the regions by their names.
    public static List<ZoneId> proposed() {
        return PROPOSED;
    }

    /// Reports whether a zone's time is always that of UTC.
    public static boolean isUtc(ZoneId zone) {
        return zone.normalized().equals(ZoneOffset.UTC);
    }

    private static String key(String name) {
        return name.replace(' ', '_').toLowerCase(Locale.ROOT);
    }
}
