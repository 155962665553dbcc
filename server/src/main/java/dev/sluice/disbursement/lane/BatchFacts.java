package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.DueStore;
import dev.sluice.rail.PayoutRef;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Facts about the batch's payouts besides the payouts themselves.
///
/// @param untouched payouts that no worker has touched
/// @param claimed payouts still claimed by the worker that withholds them
/// @param returns operators' returns of money among the payouts that merchants cancel or force
/// @param preparers makers of the API keys, or senders of the files, of the reviewed payouts
/// @param tampered payouts with an instruction that is not the original one
record BatchFacts(
        Set<PayoutRef> untouched,
        Set<DueStore.Claimed> claimed,
        Set<PayoutRef> returns,
        Map<PayoutRef, UUID> preparers,
        Set<PayoutRef> tampered) {}
