/// Idempotency: keys and spent signatures, stored with their answers in the transaction of the effect. Also the
/// references by which merchants identify their payments. Owns `idempotency_answer` and `idempotency_reference`.
@NullMarked
package dev.sluice.idempotency;

import org.jspecify.annotations.NullMarked;
