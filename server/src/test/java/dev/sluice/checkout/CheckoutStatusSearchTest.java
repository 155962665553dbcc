package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.deposit.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Pages with a status are found regardless of the pages between them.
class CheckoutStatusSearchTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final UUID BEFORE_ALL = new UUID(Long.MAX_VALUE, -1);
    private static final int MANY = 1_000_000;

    /// In-memory data of two packages, with a count of the queries.
    private static final class StoredLinks implements CheckoutStatusSearch.Sources {
        final TreeSet<UUID> pages = new TreeSet<>(Comparator.reverseOrder());
        final Map<UUID, Status> deposits = new TreeMap<>(Comparator.reverseOrder());
        int asked;

        void page(int minutesAgo, Optional<Status> deposit) {
            var id = id(minutesAgo);
            pages.add(id);
            deposit.ifPresent(status -> deposits.put(id, status));
        }

        static UUID id(int minutesAgo) {
            return Clocks.firstIdOf(NOW.minus(Duration.ofMinutes(minutesAgo)));
        }

        @Override
        public List<UUID> pages(UUID before, int limit) {
            asked++;
            return before(pages.stream(), before, limit);
        }

        @Override
        public List<UUID> deposits(Status status, UUID before, int limit) {
            asked++;
            var of = deposits.entrySet().stream().filter(each -> each.getValue() == status);
            return before(of.map(Map.Entry::getKey), before, limit);
        }

        private static List<UUID> before(Stream<UUID> ids, UUID before, int limit) {
            return ids.filter(id -> id.compareTo(before) < 0).limit(limit).toList();
        }

        @Override
        public Set<UUID> pagesAmong(List<UUID> ids) {
            asked++;
            var among = new HashSet<>(ids);
            among.retainAll(pages);
            return among;
        }

        @Override
        public Map<UUID, Status> statuses(List<UUID> some) {
            asked++;
            return some.stream().filter(deposits::containsKey).collect(Collectors.toMap(id -> id, deposits::get));
        }

        List<UUID> ofAll(CheckoutStatus status) {
            return pages.stream()
                    .filter(id -> CheckoutStatus.of(deposits.get(id), isOver(id)) == status)
                    .toList();
        }

        private static boolean isOver(UUID id) {
            return !NOW.isBefore(Clocks.timeOf(id).plus(Checkouts.VALID));
        }
    }

    private static List<UUID> all(CheckoutStatusSearch search, CheckoutStatus status, int limit) {
        var all = new ArrayList<UUID>();
        var page = search.find(status, BEFORE_ALL, limit);
        all.addAll(page.ids());
        while (page.next() != null) {
            assertThat(page.ids().size()).isLessThanOrEqualTo(limit);
            page = search.find(status, page.next(), limit);
            all.addAll(page.ids());
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(CheckoutStatus.class)
    void each_is_found_once_page_by_page(CheckoutStatus wanted) {
        for (int seed = 0; seed < 50; seed++) {
            var chance = new Random(seed);
            var stored = new StoredLinks();
            for (int minute = 1; minute <= 120; minute++) {
                int drawn = chance.nextInt(8);
                var status = drawn < 4 ? Optional.of(Status.values()[drawn]) : Optional.<Status>empty();
                if (drawn < 6) {
                    stored.page(minute, status);
                } else {
                    stored.deposits.put(StoredLinks.id(minute), Status.values()[chance.nextInt(4)]);
                }
            }
            var search = new CheckoutStatusSearch(stored, NOW, 1 + chance.nextInt(7), 1 + chance.nextInt(3));
            assertThat(all(search, wanted, 1 + chance.nextInt(5)))
                    .as("seed %d", seed)
                    .isEqualTo(stored.ofAll(wanted));
        }
    }

    /// A rare status among pages, and few pages among deposits: neither requires reading row by row.
    @ParameterizedTest
    @CsvSource({"2, 5000", "5000, 2"})
    void what_is_rare_is_found_at_once(int ofStatus, int pages) {
        var stored = new StoredLinks();
        for (int minute = 1; minute <= ofStatus; minute++) {
            stored.deposits.put(StoredLinks.id(minute * 2), Status.CANCELLED);
        }
        for (int minute = 1; minute <= pages; minute++) {
            stored.page(minute * 2 + 1, Optional.of(Status.COMPLETED));
        }
        stored.page(MANY, Optional.of(Status.CANCELLED));
        var page = new CheckoutStatusSearch(stored, NOW, 10, 100).find(CheckoutStatus.CANCELLED, BEFORE_ALL, 25);
        assertThat(page.ids()).containsExactly(StoredLinks.id(MANY));
        assertThat(page.next()).isNull();
        assertThat(stored.asked).isLessThan(10);
    }
}
