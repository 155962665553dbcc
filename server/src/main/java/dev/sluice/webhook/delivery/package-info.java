/// Deliveries: messages that are claimed from the feed, sent, retried, and listed.
@NullMarked
package dev.sluice.webhook.delivery;

import org.jspecify.annotations.NullMarked;
