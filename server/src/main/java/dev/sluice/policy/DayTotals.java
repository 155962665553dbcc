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

/// Daily usage of organizations with a limit, kept up to date within one transaction.
final class DayTotals {
    private final Map<Place, DayLimit> limits = new HashMap<>();
    private final Map<Slot, BigDecimal> more = new HashMap<>();

    DayTotals(List<DayLimit> limited) {
        limited.forEach(each -> limits.put(new Place(each.organizationId(), each.asset()), each));
    }

    /// Key of a limit.
    record Place(UUID organizationId, String asset) {
        static Place of(Counted counted) {
            return new Place(counted.organizationId(), counted.amount().asset().code());
        }
    }

    private record Slot(Place place, LocalDate day) {
        static Slot of(Counted counted) {
            return new Slot(Place.of(counted), dayOf(counted.at()));
        }
    }

    static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    /// Returns the remainder of a limit that a payout exceeds, as a phrase that follows the payout's name. A
    /// payout that needs approval exceeds it only if the amount is above the whole limit.
    Optional<String> excess(Counted counted) {
        var slot = Slot.of(counted);
        var limit = limits.get(slot.place());
        if (limit == null) {
            return Optional.empty();
        }
        var left = limit.leftOn(slot.day())
                .subtract(more.getOrDefault(slot, BigDecimal.ZERO))
                .max(BigDecimal.ZERO);
        var amount = counted.amount();
        var code = " " + amount.asset().code();
        return amount.decimal().compareTo(counted.leaves() ? left : limit.most()) <= 0
                ? Optional.empty()
                : Optional.of("is more than the " + Condition.plain(left) + code + " that are left today (UTC) of "
                        + Condition.plain(limit.most()) + code + " a day");
    }

    void add(Counted counted) {
        more.merge(Slot.of(counted), counted.released(), BigDecimal::add);
    }

    void subtract(Counted counted) {
        more.merge(Slot.of(counted), counted.released().negate(), BigDecimal::add);
    }
}
