/// Secrets and personal data at rest: sealing, opening, keyed fingerprints that can be searched for equality, and
/// proofs under a key (HMAC). Owns `vault_keyset`. The data keys are kept in the database, wrapped by the master key
/// that only the configuration holds.
@NullMarked
package dev.sluice.vault;

import org.jspecify.annotations.NullMarked;
