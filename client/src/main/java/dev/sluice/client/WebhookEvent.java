package dev.sluice.client;

import dev.sluice.client.model.Convert;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.Recipient;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An event, as in webhooks and in the list of events. It may arrive more than once, and late: keep the `id` to detect
/// duplicates, and the highest `sequence` of each `orderId` to detect old ones.
///
/// @param type one of [dev.sluice.client.model.EventTypes], or one that is newer than this client
/// @param timestamp time of the event
/// @param livemode false in a sandbox
/// @param sequence rises with every change of the same resource
/// @param orderId id of the deposit (also of its checkout), the payout, or another changed resource
/// @param data the resource as it was after the change
public record WebhookEvent(
        String id,
        String type,
        Instant timestamp,
        @Nullable String apiVersion,
        boolean livemode,
        long sequence,
        @Nullable String orderId,
        JsonNode data) {
    public WebhookEvent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(data, "data");
    }

    /// Returns the data of an event with a type that begins with `deposit.`.
    ///
    /// @throws IllegalStateException if it is about something else
    public Deposit deposit() {
        return about("deposit.", Deposit.class);
    }

    /// Returns the data of an event with a type that begins with `disbursement.`.
    ///
    /// @throws IllegalStateException if it is about something else
    public Disbursement disbursement() {
        return Wire.disbursement(about("disbursement.", JsonNode.class));
    }

    /// Returns the data of an event with a type that begins with `convert.`.
    ///
    /// @throws IllegalStateException if it is about something else
    public Convert convert() {
        return about("convert.", Convert.class);
    }

    /// Returns the data of an event with a type that begins with `recipient.`.
    ///
    /// @throws IllegalStateException if it is about something else
    public Recipient recipient() {
        return about("recipient.", Recipient.class);
    }

    /// The data as a type of your own.
    public <T> T data(Class<T> as) {
        return Wire.value(data, as);
    }

    private <T> T about(String prefix, Class<T> as) {
        if (!type.startsWith(prefix)) {
            throw new IllegalStateException("an event of type " + type + " has no " + prefix + "* data");
        }
        return data(as);
    }
}
