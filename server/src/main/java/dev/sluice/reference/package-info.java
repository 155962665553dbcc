/// Reference data: currencies, banks, payout and deposit methods with their limits and fees, networks, tokens, pairs
/// and base prices, and their pictures. Filled from data files at start, changeable by operators. Owns the
/// `reference_` tables; depends on `db`, `http` and `auth`, and is independent of merchants.
@NullMarked
package dev.sluice.reference;

import org.jspecify.annotations.NullMarked;
