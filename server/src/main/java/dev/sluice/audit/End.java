package dev.sluice.audit;

import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// End of a chain at some time. A copy stored elsewhere can later prove that the chain still contains it.
///
/// @param hash hash of the entry at this position
public record End(UUID organizationId, long position, String hash) {
    private static final Pattern LINE = Pattern.compile(
            "chain ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ends at ([0-9]{1,18}) with ([0-9a-f]{64})");

    static End of(HeadStore.Head head) {
        return new End(head.organizationId(), head.position(), HexFormat.of().formatHex(head.hash()));
    }

    /// Returns the text form.
    public String line() {
        return "chain " + organizationId + " ends at " + position + " with " + hash;
    }

    /// Parses the text form; nothing for any other line.
    public static Optional<End> read(String line) {
        var matcher = LINE.matcher(line.strip());
        return matcher.matches()
                ? Optional.of(
                        new End(UUID.fromString(matcher.group(1)), Long.parseLong(matcher.group(2)), matcher.group(3)))
                : Optional.empty();
    }
}
