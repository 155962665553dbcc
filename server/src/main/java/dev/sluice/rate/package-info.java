/// Rates of exchange: what one unit of an asset is worth in another, from the sources that are configured, and whether
/// they are young enough to promise anything by. Owns no table: the operators' price table is `reference`'s, everything
/// else is kept in memory by each node. Stands on `reference` and `clock`; used by whatever exchanges money.
@NullMarked
package dev.sluice.rate;

import org.jspecify.annotations.NullMarked;
