package dev.sluice.rail.iso20022.profile;

import dev.sluice.rail.iso20022.profile.BankProfile.Promises;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Days;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Deadline;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads `final`, `silence`, `duplicates` and `recall`: the promises of the bank.
final class PromisesReader {
    private static final Grammar<String> FINAL = words("booked", "ACSC", "ACCC");
    private static final Grammar<String> REFUSED_BY = words("MsgId", "EndToEndId");
    private static final Grammar<String> RECALL = words("camt.055", "none");
    private static final Grammar<Duration> WAIT = Grammars.duration(Duration.ofSeconds(1), Duration.ofDays(30), "PT2H");
    private static final Grammar<Duration> REFUSED_FOR =
            Grammars.duration(Duration.ofHours(1), Duration.ofDays(400), "P90D");
    private static final int HOUR_OF_STATEMENT = 9;

    private PromisesReader() {}

    static Promises read(Section root, Section in) {
        var silence = root.section("silence");
        var ackBy = silence.value("ack-by", Duration.ofHours(2), WAIT);
        var statusBy = silence.value("status-by", Duration.ofHours(24), WAIT);
        silence.check(ackBy.compareTo(statusBy) <= 0, "ack-by", "must be at most status-by");
        var duplicates = root.section("duplicates");
        var refusedBy = duplicates.set("refused-by", Set.of(), REFUSED_BY);
        return new Promises(
                finals(root, in),
                ackBy,
                statusBy,
                silence.value("booked-by", new Days(2, true), Grammars.DAYS),
                silence.value(
                        "statement-by",
                        new Deadline(LocalTime.of(HOUR_OF_STATEMENT, 0), new Days(1, true)),
                        Grammars.DEADLINE),
                refusedBy,
                refusedFor(root, duplicates, refusedBy, statusBy),
                root.value("recall", "none", RECALL).equals("camt.055"));
    }

    private static Set<String> finals(Section root, Section in) {
        var finals = root.set("final", Set.of("booked"), FINAL);
        root.check(!finals.isEmpty(), "final", "must name at least one of booked, ACSC and ACCC");
        boolean needsStatus = finals.contains("ACSC") || finals.contains("ACCC");
        root.check(!needsStatus || in.has("status"), "final", "must be [booked] without in.status");
        return finals.stream().map(each -> each.toUpperCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /// A resend happens after `status-by`, so a shorter promise is none.
    private static @Nullable Duration refusedFor(
            Section root, Section duplicates, Set<String> refusedBy, Duration statusBy) {
        if (!root.has("duplicates")) {
            return null;
        }
        duplicates.check(
                !refusedBy.isEmpty(),
                "refused-by",
                "must name MsgId or EndToEndId; without a promise, omit duplicates");
        var refusedFor = duplicates.required("for", Duration.ofDays(1), REFUSED_FOR);
        if (root.isFree("silence")) {
            duplicates.check(
                    refusedFor.compareTo(statusBy) > 0,
                    "for",
                    "must be longer than silence.status-by, because nothing is sent again before");
        }
        return refusedFor;
    }

    private static Grammar<String> words(String... words) {
        return Grammar.choice(List.of(words), Function.identity());
    }
}
