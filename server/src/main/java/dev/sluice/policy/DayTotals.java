package dev.sluice.policy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What some organizations paid out by day, where that is limited, counted further within one transaction.
final class DayTotals {
    private final Map<Place, DayLimit> limits = new HashMap<>();
    private final Map<Slot, BigDecimal> more = new HashMap<>();

    DayTotals(List<DayLimit> limited) {
        limited.forEach(each -> limits.put(new Place(each.organizationId(), each.asset()), each));
    }

    /// Where payouts are limited.
    record Place(UUID organizationId, String asset) {
        static Place of(Proposal proposal) {
            return new Place(
                    proposal.organizationId(), proposal.amount().asset().code());
        }
    }

    private record Slot(Place place, LocalDate day) {
        static Slot of(Proposal proposal) {
            return new Slot(Place.of(proposal), dayOf(proposal.at()));
        }
    }

    static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    /// What is left of a limit that a payout exceeds, in words that follow the payout's name.
    Optional<String> excess(Proposal proposal) {
        var slot = Slot.of(proposal);
        var limit = limits.get(slot.place());
        if (limit == null) {
            return Optional.empty();
        }
        var left = limit.leftOn(slot.day())
                .subtract(more.getOrDefault(slot, BigDecimal.ZERO))
                .max(BigDecimal.ZERO);
        var code = " " + proposal.amount().asset().code();
        return proposal.amount().decimal().compareTo(left) <= 0
                ? Optional.empty()
                : Optional.of("is more than the " + Condition.plain(left) + code + " that are left today (UTC) of "
                        + Condition.plain(limit.most()) + code + " a day");
    }

    void add(Proposal proposal) {
        more.merge(Slot.of(proposal), proposal.amount().decimal(), BigDecimal::add);
    }

    void subtract(Proposal proposal) {
        more.merge(Slot.of(proposal), proposal.amount().decimal().negate(), BigDecimal::add);
    }
}
