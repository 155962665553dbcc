package dev.sluice.webhook;

import java.util.List;
import java.util.stream.Stream;

/// The types of events, and which of them an endpoint wants.
final class Types {
    /// All there are.
    static final List<String> ALL = List.of(
            "deposit.created",
            "deposit.completed",
            "deposit.expired",
            "deposit.cancelled",
            "deposit.updated",
            "disbursement.created",
            "disbursement.submitted",
            "disbursement.completed",
            "disbursement.failed",
            "disbursement.cancelled",
            "disbursement.reversed",
            "disbursement.updated",
            "convert.completed",
            "recipient.created",
            "recipient.updated",
            "recipient.deleted");

    /// What an endpoint gets that names none: creation and every change of status of deposits and disbursements.
    static final List<String> DEFAULT = ALL.stream()
            .filter(type -> type.startsWith("deposit.") || type.startsWith("disbursement."))
            .filter(type -> !type.endsWith(".updated"))
            .toList();

    /// The type of what an endpoint gets to try it out.
    static final String TEST = "webhook.test";

    /// The types of all messages.
    static final List<String> MESSAGES =
            Stream.concat(ALL.stream(), Stream.of(TEST)).toList();

    private static final String EVERY = "*";
    private static final String EVERY_OF_KIND = ".*";

    private Types() {}

    /// Whether a text is a type, or stands for several: `*`, `deposit.*`.
    static boolean isPattern(String text) {
        return ALL.stream().anyMatch(type -> matches(text, type));
    }

    static boolean match(List<String> patterns, String type) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, type));
    }

    private static boolean matches(String pattern, String type) {
        return pattern.equals(type)
                || pattern.equals(EVERY)
                || (pattern.endsWith(EVERY_OF_KIND)
                        && type.startsWith(pattern.substring(0, pattern.length() - EVERY.length())));
    }
}
