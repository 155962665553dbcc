/// Webhooks: merchants' endpoints, the deliveries to them, and the events to read again. Owns the tables `webhook_*`,
/// and reads events from the outbox alone.
@NullMarked
package dev.sluice.webhook;

import org.jspecify.annotations.NullMarked;
