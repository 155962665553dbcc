/// Requests that may arrive twice: idempotency keys and spent signatures, remembered with the answer that was given,
/// in the same transaction as the effect; and the references by which merchants tell their payments apart. Owns
/// `replay_answer` and `replay_reference`.
@NullMarked
package dev.sluice.replay;

import org.jspecify.annotations.NullMarked;
