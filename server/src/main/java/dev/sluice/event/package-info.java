/// Events: an append-only outbox, written in the transaction of the reported change. Owns `event`. Webhooks and other
/// deliveries read from it.
@NullMarked
package dev.sluice.event;

import org.jspecify.annotations.NullMarked;
