package dev.sluice.deposit.create;

import dev.sluice.deposit.PaymentMethodType;
import dev.sluice.http.ThrottledLog;
import dev.sluice.rail.Destination;
import dev.sluice.refusal.Refusal;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Destination numbers of deposits, taken one by one. Those of virtual accounts come out of ranges from banks. Each
/// range has an end, and its numbers stay taken for months: the draws show how full it is.
public final class Ranges {
    private static final Logger LOG = LoggerFactory.getLogger(Ranges.class);

    private final ThrottledLog throttledLog = new ThrottledLog();

    /// Returns a free candidate of a draft.
    ///
    /// @param taken texts of the taken candidates
    /// @throws dev.sluice.refusal.Refused `ACCOUNT_NUMBERS_EXHAUSTED` if a bank's range is used up, as
    ///     far as was looked; `UNAVAILABLE` if the next attempt has others
    public Destination free(Draft draft, Set<String> taken) {
        var candidates = draft.way().candidates();
        var free = candidates.stream()
                .filter(candidate -> !taken.contains(candidate.text()))
                .toList();
        if (draft.by().methodType() == PaymentMethodType.VIRTUAL_ACCOUNT) {
            watch(draft, candidates.size(), free.size());
            if (free.isEmpty()) {
                throw Refusal.ACCOUNT_NUMBERS_EXHAUSTED.refused(
                        draft.path() + "paymentMethod", "has no account number left");
            }
        }
        return free.stream().findFirst().orElseThrow(Refusal.UNAVAILABLE::refused);
    }

    private void watch(Draft draft, int drawn, int free) {
        if (free * 2 <= drawn) {
            var asset = draft.priced().input().asset();
            throttledLog.ifDue(untold -> LOG.warn(
                    "the virtual account range of {} {} is filling up: of {} numbers drawn, {} are taken; {} similar"
                            + " lines suppressed",
                    asset.code(),
                    draft.by().method(),
                    drawn,
                    drawn - free,
                    untold));
        }
    }
}
