/// Simulated bank that exchanges files in folders: it reads pain.001 and camt.055, and sends pain.002, camt.029,
/// camt.054, camt.052, camt.053 and MT940. Its parser, its books and its writers share no code with the service's, so
/// that a mistake of ours does not cancel itself out. Owns the tables `rail_sandbox_bank_*`.
@NullMarked
package dev.sluice.rail.sandbox.bank;

import org.jspecify.annotations.NullMarked;
