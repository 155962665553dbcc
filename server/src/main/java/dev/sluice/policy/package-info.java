/// What an organization allows of its payouts: rules that refuse one or want somebody else's approval, the wallets that
/// may be paid, and what rules count. Owns the `policy` tables.
@NullMarked
package dev.sluice.policy;

import org.jspecify.annotations.NullMarked;
