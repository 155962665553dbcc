/// Exchange rates between assets, from the configured sources, with the check that prices are fresh enough for a
/// quote. Owns no table: the operators' price table belongs to `reference`, and each node keeps everything else in
/// memory. Depends on `reference` and `clock`; used by every package that exchanges money.
@NullMarked
package dev.sluice.rate;

import org.jspecify.annotations.NullMarked;
