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

/// Searches the pages with a status, the newest first. The status of a page depends on its deposit, which another
/// package stores under the same id. The search reads a batch of pages and a batch of deposits with that status. The
/// batch that reaches further back is then looked up among the other kind. Few pages among many deposits are thus
/// found as quickly as few such deposits among many pages.
///
/// @param batchMax number of ids per batch
/// @param roundsMax maximum rounds before the caller has to continue from a cursor
record CheckoutStatusSearch(Sources sources, Instant now, int batchMax, int roundsMax) {
    private static final int BATCH_MAX = 1_000;
    private static final int ROUNDS_MAX = 20;

    CheckoutStatusSearch(Sources sources, Instant now) {
        this(sources, now, BATCH_MAX, ROUNDS_MAX);
    }

    /// The ids of an organization's pages and of its deposits.
    interface Sources {
        /// Returns ids of pages before an id, the newest first.
        List<UUID> pages(UUID before, int limit);

        /// Returns ids of deposits with a status before an id, the newest first, including deposits without a
        /// page.
        List<UUID> deposits(Status status, UUID before, int limit);

        /// Returns the given ids that are ids of pages.
        Set<UUID> pagesAmong(List<UUID> ids);

        /// Returns the status of the pages' deposits; pages without a deposit are missing.
        Map<UUID, Status> statuses(List<UUID> pages);
    }

    /// Result of a search.
    ///
    /// @param next cursor for the next search; null if there are no more
    record StatusPage(List<UUID> ids, @Nullable UUID next) {
        StatusPage {
            ids = List.copyOf(ids);
        }
    }

    StatusPage find(CheckoutStatus status, UUID before, int limit) {
        var found = new ArrayList<UUID>();
        Optional<UUID> reached = Optional.of(before);
        for (int round = 0; round < roundsMax && reached.isPresent(); round++) {
            var step = step(status, reached.get());
            found.addAll(step.ids());
            if (found.size() > limit) {
                return new StatusPage(found.subList(0, limit), found.get(limit - 1));
            }
            reached = Optional.ofNullable(step.next());
        }
        return new StatusPage(found, reached.orElse(null));
    }

    private StatusPage step(CheckoutStatus wanted, UUID before) {
        var pages = sources.pages(before, batchMax);
        var status = wanted.deposit();
        if (status.isEmpty()) {
            return unchosen(wanted, pages);
        }
        var deposits = sources.deposits(status.get(), before, batchMax);
        return isDeeper(pages, deposits) ? page(status.get(), pages) : pagesAmong(deposits);
    }

    private StatusPage page(Status status, List<UUID> pages) {
        var statuses = sources.statuses(pages);
        var some = pages.stream().filter(id -> statuses.get(id) == status).toList();
        return new StatusPage(some, end(pages));
    }

    private StatusPage pagesAmong(List<UUID> deposits) {
        var pages = sources.pagesAmong(deposits);
        return new StatusPage(deposits.stream().filter(pages::contains).toList(), end(deposits));
    }

    /// Returns pages without a chosen method. Pages are ordered by age, so all pages after an expired one are
    /// expired too.
    private StatusPage unchosen(CheckoutStatus status, List<UUID> pages) {
        var statuses = sources.statuses(pages);
        var some = pages.stream()
                .filter(id -> !statuses.containsKey(id) && CheckoutStatus.of(null, isOver(id)) == status)
                .toList();
        var end = end(pages);
        return new StatusPage(some, status == CheckoutStatus.OPEN && end != null && isOver(end) ? null : end);
    }

    private boolean isOver(UUID page) {
        return !now.isBefore(Clocks.timeOf(page).plus(Checkouts.VALID));
    }

    private boolean isDeeper(List<UUID> one, List<UUID> other) {
        var oneEnd = end(one);
        var otherEnd = end(other);
        return oneEnd == null || (otherEnd != null && oneEnd.compareTo(otherEnd) < 0);
    }

    /// Returns the last id of a batch; null if nothing follows it.
    private @Nullable UUID end(List<UUID> batch) {
        return batch.size() < batchMax ? null : batch.getLast();
    }
}
