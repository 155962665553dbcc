/// Files that banks send: stored before they are read, checked, and applied as a whole or not at all. Their
/// entries are matched with payouts, deposits and own charges; all others are open, each with a break. Owns the
/// tables `rail_iso20022_account`, `rail_iso20022_inbound`, `rail_iso20022_statement`, `rail_iso20022_entry` and
/// `rail_iso20022_break`.
@NullMarked
package dev.sluice.rail.iso20022.inbound;

import org.jspecify.annotations.NullMarked;
