package dev.sluice.webhook.feed;

import dev.sluice.client.model.EventTypes;
import java.util.List;
import java.util.stream.Stream;

/// The types of messages: those of events, and that of a test.
public final class Types {
    private static final List<String> PAYMENTS = List.of("deposit.*", "disbursement.*");

    /// Type of a test message.
    public static final String TEST = "webhook.test";

    /// The types of all messages.
    public static final List<String> MESSAGES =
            Stream.concat(EventTypes.ALL.stream(), Stream.of(TEST)).toList();

    private Types() {}

    /// Returns the default types of an endpoint: creation and every change of status of deposits and
    /// disbursements. The sandbox adds `.updated`, for a status that was forced to pending.
    public static List<String> byDefault(boolean sandbox) {
        return EventTypes.ALL.stream()
                .filter(type -> EventTypes.match(PAYMENTS, type))
                .filter(type -> sandbox || !type.endsWith(".updated"))
                .toList();
    }

    public static boolean matchAll(List<String> patterns) {
        return patterns.contains("*");
    }
}
