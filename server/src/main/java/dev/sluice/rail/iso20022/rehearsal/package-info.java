/// Rehearsals: test payments at a bank's test platform, and the record that `live` requires of each profile. Nothing
/// here touches payouts, deposits or the ledger.
@NullMarked
package dev.sluice.rail.iso20022.rehearsal;

import org.jspecify.annotations.NullMarked;
