package dev.sluice.client.model;

import java.util.List;
import java.util.stream.Stream;

/// The types of events, and patterns such as `deposit.*`. Texts, so that a type that is newer than this client is no
/// fault.
public final class EventTypes {
    public static final String DEPOSIT_CREATED = "deposit.created";
    public static final String DEPOSIT_COMPLETED = "deposit.completed";
    public static final String DEPOSIT_EXPIRED = "deposit.expired";
    public static final String DEPOSIT_CANCELLED = "deposit.cancelled";
    public static final String DEPOSIT_UPDATED = "deposit.updated";
    public static final String DISBURSEMENT_CREATED = "disbursement.created";
    public static final String DISBURSEMENT_SUBMITTED = "disbursement.submitted";
    public static final String DISBURSEMENT_COMPLETED = "disbursement.completed";
    public static final String DISBURSEMENT_FAILED = "disbursement.failed";
    public static final String DISBURSEMENT_CANCELLED = "disbursement.cancelled";
    public static final String DISBURSEMENT_REVERSED = "disbursement.reversed";
    public static final String DISBURSEMENT_UPDATED = "disbursement.updated";
    public static final String CONVERT_COMPLETED = "convert.completed";
    public static final String RECIPIENT_CREATED = "recipient.created";
    public static final String RECIPIENT_UPDATED = "recipient.updated";
    public static final String RECIPIENT_DELETED = "recipient.deleted";

    /// All types.
    public static final List<String> ALL = List.of(
            DEPOSIT_CREATED,
            DEPOSIT_COMPLETED,
            DEPOSIT_EXPIRED,
            DEPOSIT_CANCELLED,
            DEPOSIT_UPDATED,
            DISBURSEMENT_CREATED,
            DISBURSEMENT_SUBMITTED,
            DISBURSEMENT_COMPLETED,
            DISBURSEMENT_FAILED,
            DISBURSEMENT_CANCELLED,
            DISBURSEMENT_REVERSED,
            DISBURSEMENT_UPDATED,
            CONVERT_COMPLETED,
            RECIPIENT_CREATED,
            RECIPIENT_UPDATED,
            RECIPIENT_DELETED);

    private static final String EVERY = "*";

    /// Patterns for the types of an endpoint: everything, all of a kind, or one type.
    public static final List<String> PATTERNS = Stream.of(
                    Stream.of(EVERY),
                    ALL.stream().map(EventTypes::kind).distinct().map(kind -> kind + EVERY),
                    ALL.stream())
            .flatMap(patterns -> patterns)
            .toList();

    private EventTypes() {}

    /// Reports whether a text is a type, or a pattern for several: `*`, `deposit.*`.
    public static boolean isPattern(String text) {
        return PATTERNS.contains(text);
    }

    /// Reports whether a type is one of these, or matches one of the patterns.
    public static boolean match(List<String> patterns, String type) {
        return patterns.contains(EVERY) || patterns.contains(type) || patterns.contains(kind(type) + EVERY);
    }

    /// The beginning of a type, with its full stop.
    private static String kind(String type) {
        return type.substring(0, type.indexOf('.') + 1);
    }
}
