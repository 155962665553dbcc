/// Notices to an organization's users, at the dashboard and by mail: failed payouts, low balances, disabled webhook
/// endpoints, payouts that wait for an approval; and notices to operators about all organizations. Owns the `notice`
/// tables. Failed payouts are found in the feed of events, so that payouts cost nothing more; other packages create
/// notices in the transaction of their cause.
@NullMarked
package dev.sluice.notification;

import org.jspecify.annotations.NullMarked;
