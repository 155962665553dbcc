/// Recipients: the payees of an organization (payout beneficiaries) with their bank details.
///
/// The room decides whether bank details can be paid to ([BankRules]), compares a payee's name with the one the
/// bank knows ([NameMatch], [Verification]), shows account numbers where strangers may look ([MaskedAccount]), and
/// owns the tables `recipient` and `recipient_tally`. A deleted recipient is only hidden; payouts keep a snapshot of
/// what they paid to.
///
/// Neighbours: below it `reference` (which fields a currency requires), `merchant`, `auth`, `event` and `rail` (asks
/// the bank for a name). Above it `disbursement` pays recipients and stores those given inline.
@NullMarked
package dev.sluice.recipient;

import org.jspecify.annotations.NullMarked;
