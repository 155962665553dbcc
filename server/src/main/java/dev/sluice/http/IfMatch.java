package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.stream.Stream;

/// The state of a thing that a change of it is for: `If-Match`, with the `updatedAt` that was read in quotation marks
/// (RFC 9110, 13.1.1). Whoever sends none changes it as it is.
public final class IfMatch {
    public static final String HEADER = "If-Match";

    private static final String ANY = "*";

    private IfMatch() {}

    /// As the header names the state of a thing that was changed last at a time.
    ///
    /// @param updatedAt as the wire has it
    public static String tag(String updatedAt) {
        return '"' + updatedAt + '"';
    }

    /// @throws Refused `CHANGED_MEANWHILE` where the request is for another state than this
    public static void require(Request request, Instant updatedAt) {
        var tag = tag(Timestamps.text(updatedAt));
        var wanted = request.header(HEADER);
        if (wanted.isPresent()
                && Stream.of(wanted.get().split(","))
                        .map(String::strip)
                        .noneMatch(each -> each.equals(ANY) || each.equals(tag))) {
            throw Refusal.CHANGED_MEANWHILE.refused();
        }
    }
}
