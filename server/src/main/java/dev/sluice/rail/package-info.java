/// Port to the providers that move money: banks, wallets and chains. Payouts are handed over in batches, with no
/// transaction open. The answer is a sealed [dev.sluice.rail.Outcome], with a case for an unknown outcome. Incoming
/// money is reported by [dev.sluice.rail.IncomingPayment], and chain fees besides payouts by [dev.sluice.rail.Charge].
/// Owns `rail_status_report`, `rail_incoming_payment` and `rail_charge`: unsolicited notices, stored until the package
/// that owns
/// their business has read them; `rail_stop`, and `rail_alert`, the conditions that need an operator.
@NullMarked
package dev.sluice.rail;

import org.jspecify.annotations.NullMarked;
