/// Requests that may arrive twice: idempotency keys and spent signatures, remembered with the answer that was given,
/// in the same transaction as the effect. Owns `replay_answer`.
@NullMarked
package dev.sluice.replay;

import org.jspecify.annotations.NullMarked;
