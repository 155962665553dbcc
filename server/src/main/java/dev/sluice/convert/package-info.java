/// Exchanges of a merchant's tokens for fiat money, and quotes that fix what an exchange comes to for a few minutes.
/// Owns `convert`, `convert_quote` and `convert_tally`. Stands on `ledger` and `reference`; tells `event`.
@NullMarked
package dev.sluice.convert;

import org.jspecify.annotations.NullMarked;
