package dev.sluice.http;

import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The state of a thing that a change of it is for: `If-Match`, with the `updatedAt` that was read in quotation marks
/// (RFC 9110, 13.1.1). Whoever sends none changes it as it is.
public final class IfMatch {
    public static final String HEADER = "If-Match";

    private static final String ANY = "*";
    private static final Pattern TAG = Pattern.compile("\\*|(W/)?\"[^\"]*\"");

    private IfMatch() {}

    /// As the header names the state of a thing that was changed last at a time.
    ///
    /// @param updatedAt as the wire has it
    public static String tag(String updatedAt) {
        return '"' + updatedAt + '"';
    }

    /// @throws Refused `CHANGED_MEANWHILE` where the request is for another state than this, `VALIDATION_FAILED` where
    ///     it names none
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
