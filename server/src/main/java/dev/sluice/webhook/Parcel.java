package dev.sluice.webhook;

import dev.sluice.webhook.DeliveryStore.Lease;

/// What is sent: a delivery that is in hand until its lease ends, its endpoint, and its message.
record Parcel(Delivery delivery, Endpoint endpoint, Message message, Lease lease) {}
