package dev.sluice.http;

import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Optimistic lock of a change: the client sends `If-Match` with the quoted `updatedAt` of the version that it read
/// (RFC 9110, 13.1.1). Without the header, the change applies to the current version.
public final class IfMatch {
    public static final String HEADER = "If-Match";

    private static final String ANY = "*";
    private static final Pattern TAG = Pattern.compile("\\*|(W/)?\"[^\"]*\"");

    private IfMatch() {}

    /// Returns the entity tag of the version with the given time of last change.
    ///
    /// @param updatedAt time as the API writes it
    public static String tag(String updatedAt) {
        return '"' + updatedAt + '"';
    }

    /// @throws Refused `CHANGED_MEANWHILE` if the request names another version, `VALIDATION_FAILED` if the header
    ///     is malformed
    public static void require(Request request, Instant updatedAt) {
        request.header(HEADER).ifPresent(header -> require(header, tag(Timestamps.text(updatedAt))));
    }

    private static void require(String header, String tag) {
        var wanted = Stream.of(header.split(",", -1)).map(String::strip).toList();
        if (!wanted.stream().allMatch(each -> TAG.matcher(each).matches())) {
            var findings = new Findings();
            findings.add(HEADER, "INVALID_FORMAT", "must be the updatedAt that was read, in quotation marks");
            findings.throwIfAny();
        }
        if (wanted.stream().noneMatch(each -> each.equals(ANY) || each.equals(tag))) {
            throw Refusal.CHANGED_MEANWHILE.refused();
        }
    }
}
