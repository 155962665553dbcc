/// Files that banks send: stored before they are read, checked, and applied as a whole or not at all. Their entries are
/// matched with payouts, deposits and own charges; all others are open, each with a break. Owns the tables
/// `rail_bank_account`, `rail_bank_inbound`, `rail_bank_statement`, `rail_bank_entry` and `rail_bank_break`.
@NullMarked
package dev.sluice.rail.iso20022.inbound;

import org.jspecify.annotations.NullMarked;
