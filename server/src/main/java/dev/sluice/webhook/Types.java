package dev.sluice.webhook;

import dev.sluice.client.model.EventTypes;
import java.util.List;
import java.util.stream.Stream;

/// The types of messages: those of events, and that of a test.
final class Types {
    /// What an endpoint gets that names none: creation and every change of status of deposits and disbursements.
    static final List<String> DEFAULT = EventTypes.ALL.stream()
            .filter(type -> EventTypes.match(List.of("deposit.*", "disbursement.*"), type))
            .filter(type -> !type.endsWith(".updated"))
            .toList();

    /// The type of what an endpoint gets to try it out.
    static final String TEST = "webhook.test";

    /// The types of all messages.
    static final List<String> MESSAGES =
            Stream.concat(EventTypes.ALL.stream(), Stream.of(TEST)).toList();

    private Types() {}

    static boolean matchAll(List<String> patterns) {
        return patterns.contains("*");
    }
}
