/// Files that banks send, as values: account statements, notices and reports (camt.052, camt.053, camt.054, MT940,
/// MT942), status reports (pain.002) and answers to recalls (camt.029). [dev.sluice.iso20022.BankFiles] reads any of
/// them. Beside them are creditor references, account numbers and calendars of payment systems. Everything here is
/// pure: no database, no network, no clock.
///
/// One lenient reader serves all versions of ISO 20022, because versions differ in the place of a few elements and
/// not in their meaning. The MT reader is our own: prowide's parser returned an empty message and no error for files
/// without SWIFT blocks (ADR 40).
@NullMarked
package dev.sluice.iso20022;

import org.jspecify.annotations.NullMarked;
