package dev.sluice.dashboard;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/// Abbreviations of time zones: `WIB` for a widely known zone, an offset such as `UTC+04:00` for any other.
final class Abbreviations {
    /// Abbreviations that are known far beyond their zone, each with the only offset that it may mean: `PST` is
    /// the Pacific's here, so that Manila's `PST` appears as an offset.
    private static final Map<String, ZoneOffset> KNOWN = Map.ofEntries(
            Map.entry("WIB", ZoneOffset.ofHours(7)),
            Map.entry("WITA", ZoneOffset.ofHours(8)),
            Map.entry("WIT", ZoneOffset.ofHours(9)),
            Map.entry("GMT", ZoneOffset.UTC),
            Map.entry("BST", ZoneOffset.ofHours(1)),
            Map.entry("WET", ZoneOffset.UTC),
            Map.entry("WEST", ZoneOffset.ofHours(1)),
            Map.entry("CET", ZoneOffset.ofHours(1)),
            Map.entry("CEST", ZoneOffset.ofHours(2)),
            Map.entry("EET", ZoneOffset.ofHours(2)),
            Map.entry("EEST", ZoneOffset.ofHours(3)),
            Map.entry("JST", ZoneOffset.ofHours(9)),
            Map.entry("KST", ZoneOffset.ofHours(9)),
            Map.entry("HKT", ZoneOffset.ofHours(8)),
            Map.entry("EST", ZoneOffset.ofHours(-5)),
            Map.entry("EDT", ZoneOffset.ofHours(-4)),
            Map.entry("CST", ZoneOffset.ofHours(-6)),
            Map.entry("CDT", ZoneOffset.ofHours(-5)),
            Map.entry("PST", ZoneOffset.ofHours(-8)),
            Map.entry("PDT", ZoneOffset.ofHours(-7)),
            Map.entry("AEST", ZoneOffset.ofHours(10)),
            Map.entry("AEDT", ZoneOffset.ofHours(11)));

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("z", Locale.ENGLISH);

    private Abbreviations() {}

    static String of(ZoneId zone, Instant at) {
        var offset = zone.getRules().getOffset(at);
        var name = NAME.format(at.atZone(zone));
        if (offset.equals(KNOWN.get(name))) {
            return name;
        }
        return offset.equals(ZoneOffset.UTC) ? "UTC" : "UTC" + offset.getId();
    }
}
