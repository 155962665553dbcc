package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Payouts that are known by their EndToEndId, with a record of the calls.
final class RecordingPayouts implements PayoutBook {
    final Set<String> ids = new HashSet<>();
    final Map<String, String> faults = new HashMap<>();
    /// Amounts that did not come back, by the EndToEndId.
    final Map<String, Money> missing = new HashMap<>();

    final List<StatusReport> reports = new ArrayList<>();
    final List<BankEntry> entries = new ArrayList<>();
    List<String> unknown = List.of();
    boolean fails;

    @Override
    public List<String> apply(Tx tx, BankProfile profile, UUID file, StatusReport report, Instant now) {
        reports.add(report);
        return unknown;
    }

    @Override
    public List<Match> apply(Tx tx, BankProfile profile, List<BankEntry> asked, Instant now) {
        if (fails) {
            throw new IllegalStateException("the node dies here");
        }
        entries.addAll(asked);
        return asked.stream().map(this::match).toList();
    }

    @Override
    public Optional<Money> missing(Tx tx, BankProfile profile, String endToEndId) {
        return Optional.ofNullable(missing.get(endToEndId));
    }

    private Match match(BankEntry entry) {
        var fault = faults.get(String.valueOf(entry.references().endToEndId()));
        if (fault != null) {
            return new Match(Match.Kind.NONE, fault);
        }
        if (!ids.contains(String.valueOf(entry.references().endToEndId()))) {
            return Match.NONE;
        }
        if (entry.credit()) {
            boolean isShort = missing.containsKey(String.valueOf(entry.references().endToEndId()));
            return entry.returnCode() == null
                    ? Match.NONE
                    : new Match(Match.Kind.RETURN, isShort ? BreakKind.RETURN_SHORT.name() : null);
        }
        return new Match(Match.Kind.PAYOUT, null);
    }
}
