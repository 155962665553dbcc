/// Screening of people and wallets against sanctions lists, before money leaves or is credited. Owns `screening_check`
/// and `screening_clearance`. Uses `text` for names, `vault` for seals and MACs, and `notice` for operators.
@NullMarked
package dev.sluice.screening;

import org.jspecify.annotations.NullMarked;
