/// What happened: an append-only outbox, written in the transaction of the change that it tells. Owns `event`.
/// Whoever delivers events reads them from here.
@NullMarked
package dev.sluice.event;

import org.jspecify.annotations.NullMarked;
