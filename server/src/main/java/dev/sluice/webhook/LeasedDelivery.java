package dev.sluice.webhook;

import dev.sluice.webhook.DeliveryStore.Lease;

/// A message to send: a delivery under a lease, its endpoint, and its message.
record LeasedDelivery(Delivery delivery, Endpoint endpoint, Message message, Lease lease) {}
