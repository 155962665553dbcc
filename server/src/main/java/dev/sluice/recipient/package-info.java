/// Recipients of an organization (payout beneficiaries) with their bank details.
///
/// The package validates bank details ([BankRules]), compares a recipient's name with the bank's ([NameMatch],
/// [Verification]), masks account numbers for other people ([MaskedAccount]), and owns the tables `recipient` and
/// `recipient_tally`. A deleted recipient is only hidden; payouts keep a snapshot of the account that they paid.
///
/// Neighbours: below it `reference` (required fields per currency), `merchant`, `auth`, `event` and `rail` (asks the
/// bank for a name). Above it `disbursement` pays recipients and stores inline ones.
@NullMarked
package dev.sluice.recipient;

import org.jspecify.annotations.NullMarked;
