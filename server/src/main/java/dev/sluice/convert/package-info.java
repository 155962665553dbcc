/// Conversions of a merchant's tokens to fiat money, and quotes that fix the amounts of an exchange for a few
/// minutes. Owns `convert`, `convert_quote` and `convert_tally`. Depends on `ledger` and `reference`; publishes to
/// `event`.
@NullMarked
package dev.sluice.convert;

import org.jspecify.annotations.NullMarked;
