package dev.sluice.checkout;

import dev.sluice.clock.Clocks;
import dev.sluice.deposit.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Looks for the pages of one standing, the newest first. How a page stands follows from its deposit, which
/// is kept by another room under the same id. So the pages and the deposits of that status are gone through
/// side by side, a batch of each at a time, and whichever batch reaches further back is looked up among the
/// others: few pages among many deposits are found as quickly as few such deposits among many pages.
///
/// @param batchMax how many ids are looked at at once
/// @param roundsMax how often, before who asks has to ask on
record StandingSearch(Sources sources, Instant now, int batchMax, int roundsMax) {
    private static final int BATCH_MAX = 1_000;
    private static final int ROUNDS_MAX = 20;

    StandingSearch(Sources sources, Instant now) {
        this(sources, now, BATCH_MAX, ROUNDS_MAX);
    }

    /// The ids of an organization's pages and of its deposits.
    interface Sources {
        /// Those of pages before one, the newest first.
        List<UUID> pages(UUID before, int limit);

        /// The same of deposits of a status, pages' or not.
        List<UUID> deposits(Status status, UUID before, int limit);

        /// Those that are of pages.
        Set<UUID> pagesAmong(List<UUID> ids);

        /// How the deposits of pages stand; one that has none is missing.
        Map<UUID, Status> statuses(List<UUID> pages);
    }

    /// What was found.
    ///
    /// @param next before which one to go on, where there may be more
    record Found(List<UUID> ids, @Nullable UUID next) {
        Found {
            ids = List.copyOf(ids);
        }
    }

    Found find(Standing standing, UUID before, int limit) {
        var found = new ArrayList<UUID>();
        Optional<UUID> reached = Optional.of(before);
        for (int round = 0; round < roundsMax && reached.isPresent(); round++) {
            var step = step(standing, reached.get());
            found.addAll(step.ids());
            if (found.size() > limit) {
                return new Found(found.subList(0, limit), found.get(limit - 1));
            }
            reached = Optional.ofNullable(step.next());
        }
        return new Found(found, reached.orElse(null));
    }

    private Found step(Standing standing, UUID before) {
        var pages = sources.pages(before, batchMax);
        var status = standing.deposit();
        if (status.isEmpty()) {
            return unchosen(standing, pages);
        }
        var deposits = sources.deposits(status.get(), before, batchMax);
        return isDeeper(pages, deposits) ? standing(status.get(), pages) : pagesAmong(deposits);
    }

    private Found standing(Status status, List<UUID> pages) {
        var statuses = sources.statuses(pages);
        var some = pages.stream().filter(id -> statuses.get(id) == status).toList();
        return new Found(some, end(pages));
    }

    private Found pagesAmong(List<UUID> deposits) {
        var pages = sources.pagesAmong(deposits);
        return new Found(deposits.stream().filter(pages::contains).toList(), end(deposits));
    }

    /// Pages at which nobody has chosen. Behind one whose time is over there is none whose time is not.
    private Found unchosen(Standing standing, List<UUID> pages) {
        var statuses = sources.statuses(pages);
        var some = pages.stream()
                .filter(id -> !statuses.containsKey(id) && Standing.of(null, isOver(id)) == standing)
                .toList();
        var end = end(pages);
        return new Found(some, standing == Standing.OPEN && end != null && isOver(end) ? null : end);
    }

    private boolean isOver(UUID page) {
        return !now.isBefore(Clocks.timeOf(page).plus(Checkouts.VALID));
    }

    private boolean isDeeper(List<UUID> one, List<UUID> other) {
        var oneEnd = end(one);
        var otherEnd = end(other);
        return oneEnd == null || (otherEnd != null && oneEnd.compareTo(otherEnd) < 0);
    }

    /// Where a batch ends; nothing where there is nothing behind it.
    private @Nullable UUID end(List<UUID> batch) {
        return batch.size() < batchMax ? null : batch.getLast();
    }
}
