/// What an organization allows of its payouts: rules that refuse one or want somebody else's approval, the wallets that
/// may be paid, what rules count, and how much operators let it pay a day. Owns the `policy` tables.
@NullMarked
package dev.sluice.policy;

import org.jspecify.annotations.NullMarked;
