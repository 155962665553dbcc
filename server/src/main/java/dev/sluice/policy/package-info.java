/// Payout policy of organizations: rules that refuse payouts or require approval, the wallet allowlist, usage counted
/// by rules, and operators' daily limits. Owns the `policy` tables.
@NullMarked
package dev.sluice.policy;

import org.jspecify.annotations.NullMarked;
