/// What people of an organization are told of, at the dashboard and by mail: failed payouts, low balances, webhook
/// endpoints that were disabled, payouts that wait for an approval; and what operators are told of, of all
/// organizations. Owns the `notice` tables. Failed payouts are found in the feed of events, so that making
/// payouts costs nothing more; whoever else has something to tell does so in the transaction of what it tells.
@NullMarked
package dev.sluice.notice;

import org.jspecify.annotations.NullMarked;
