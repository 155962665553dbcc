package dev.sluice.webhook;

import dev.sluice.client.model.EventTypes;
import java.util.List;
import java.util.stream.Stream;

/// The types of messages: those of events, and that of a test.
final class Types {
    private static final List<String> PAYMENTS = List.of("deposit.*", "disbursement.*");

    /// The type of what an endpoint gets to try it out.
    static final String TEST = "webhook.test";

    /// The types of all messages.
    static final List<String> MESSAGES =
            Stream.concat(EventTypes.ALL.stream(), Stream.of(TEST)).toList();

    private Types() {}

    /// What an endpoint gets that names none: creation and every change of status of deposits and disbursements.
    /// In the sandbox `.updated` is among them: so a status is told that was forced to pending.
    static List<String> byDefault(boolean sandbox) {
        return EventTypes.ALL.stream()
                .filter(type -> EventTypes.match(PAYMENTS, type))
                .filter(type -> sandbox || !type.endsWith(".updated"))
                .toList();
    }

    static boolean matchAll(List<String> patterns) {
        return patterns.contains("*");
    }
}
