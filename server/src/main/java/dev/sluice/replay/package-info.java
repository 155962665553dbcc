/// Idempotency: keys and spent signatures, stored with their answers in the transaction of the effect. Also the
/// references by which merchants identify their payments. Owns `replay_answer` and `replay_reference`.
@NullMarked
package dev.sluice.replay;

import org.jspecify.annotations.NullMarked;
