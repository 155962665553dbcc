/// Reference data: currencies, banks, payout and deposit methods with their limits and fees, networks, tokens, pairs
/// and base prices, and the pictures of them. Filled from data files at start, changeable by operators. Owns the
/// `reference_` tables; stands on `db`, `http` and `auth`, and knows no merchant.
@NullMarked
package dev.sluice.reference;

import org.jspecify.annotations.NullMarked;
