package dev.sluice.webhook.delivery;

import dev.sluice.webhook.delivery.DeliveryStore.Lease;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.feed.Message;

/// A message to send: a delivery under a lease, its endpoint, and its message.
record LeasedDelivery(Delivery delivery, Endpoint endpoint, Message message, Lease lease) {}
