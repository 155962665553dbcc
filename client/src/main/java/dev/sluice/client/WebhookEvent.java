package dev.sluice.client;

import dev.sluice.client.model.Convert;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.Recipient;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something that happened, as webhooks and the list of events tell it. It may come more than once, and late: keep the
/// `id` to know it again, and the highest `sequence` of each `orderId` to know what is old.
///
/// @param type one of [dev.sluice.client.model.EventTypes], or one that is newer than this client
/// @param timestamp when it happened
/// @param livemode false in a sandbox
/// @param sequence rises with every change of the same resource
/// @param orderId the id of the deposit (also of its checkout), the payout, or whatever changed
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

    /// The data of an event whose type begins with `deposit.`.
    ///
    /// @throws IllegalStateException where it is about something else
    public Deposit deposit() {
        return about("deposit.", Deposit.class);
    }

    /// The data of an event whose type begins with `disbursement.`.
    ///
    /// @throws IllegalStateException where it is about something else
    public Disbursement disbursement() {
        return Wire.disbursement(about("disbursement.", JsonNode.class));
    }

    /// The data of an event whose type begins with `convert.`.
    ///
    /// @throws IllegalStateException where it is about something else
    public Convert convert() {
        return about("convert.", Convert.class);
    }

    /// The data of an event whose type begins with `recipient.`.
    ///
    /// @throws IllegalStateException where it is about something else
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
