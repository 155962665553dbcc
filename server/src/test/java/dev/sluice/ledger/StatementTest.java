package dev.sluice.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.DateRange;
import dev.sluice.http.Page;
import dev.sluice.ledger.Statement.AssetBalance;
import dev.sluice.ledger.Statement.Line;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A merchant's statement: every movement once, newest first, with the balance after it. Two nodes with different
/// clocks wrote the lines.
class StatementTest {
    private static final Asset EUR = Asset.fiat("EUR", 2);
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final Asset USDC = Asset.crypto("usdc-polygon", 6);
    private static final List<Asset> ASSETS = List.of(EUR, IDR, USDC);
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final int LINES = 60;

    private static TestDatabase test;
    private static Statement statement;

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Clocks clocks = new Clocks(now::get);
    private final Clocks slow = new Clocks(() -> now.get().minus(STEP.multipliedBy(3)));
    private final UUID organization = UUID.randomUUID();
    private final List<Line> written = new ArrayList<>();

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
        statement = new Statement(test.database());
    }

    @AfterAll
    static void drop() {
        test.close();
    }

    /// Books random movements of three assets, and some of another organization.
    @BeforeEach
    void move() {
        var random = new Random(11);
        var balances = new HashMap<Asset, Long>();
        for (int i = 0; i < LINES; i++) {
            var asset = ASSETS.get(random.nextInt(ASSETS.size()));
            boolean credit = balances.getOrDefault(asset, 0L) < 500 || random.nextBoolean();
            long units = 1 + random.nextInt(500);
            book(random.nextInt(3) == 0 ? slow : clocks, organization, asset, credit, units);
            long after = balances.merge(asset, credit ? units : -units, Long::sum);
            written.addFirst(new Line(
                    organization,
                    1,
                    money(units, asset),
                    credit,
                    credit ? TransferKind.FUNDING : TransferKind.HOLD,
                    money(after, asset),
                    now.get(),
                    now.get()));
            now.updateAndGet(each -> each.plus(STEP));
        }
        book(clocks, UUID.randomUUID(), EUR, true, 77);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 10, 59, 60, 100})
    void pages_never_overlap_and_leave_nothing_out(int limit) {
        for (var asset : new String[] {null, "EUR", "IDR", "usdc-polygon"}) {
            var lines = all(asset, null, limit);
            assertThat(lines).doesNotHaveDuplicates();
            assertThat(lines).hasSize(wanted(asset).size());
            assertThat(page(asset, null, limit, 1).total()).isEqualTo(lines.size());
            for (var each : ASSETS) {
                assertThat(of(each, lines))
                        .usingRecursiveFieldByFieldElementComparatorOnFields(
                                "amount", "isCredit", "kind", "availableAfter")
                        .containsExactlyElementsOf(
                                asset == null || asset.equals(each.code()) ? of(each, written) : List.of());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void pages_of_a_span_of_time_never_overlap_and_count_what_they_show(int limit) {
        var span = new DateRange(START.plus(STEP.multipliedBy(10)), START.plus(STEP.multipliedBy(40)));
        for (var asset : new String[] {null, "EUR"}) {
            var lines = all(asset, span, limit);
            assertThat(lines).doesNotHaveDuplicates().isNotEmpty();
            assertThat(lines).hasSize((int) page(asset, span, limit, 1).total());
            assertThat(lines)
                    .containsExactlyInAnyOrderElementsOf(all(asset, null, 100).stream()
                            .filter(line -> !line.recordedAt().isBefore(span.start())
                                    && line.recordedAt().isBefore(span.endExclusive()))
                            .toList());
        }
    }

    /// Lines are in the order of positions, so that lines after the newest one before a bound may be older.
    @Test
    void every_span_of_time_counts_what_it_shows() {
        for (int from = -3; from < LINES; from += 4) {
            for (int steps = 1; steps < LINES; steps *= 3) {
                var start = START.plus(STEP.multipliedBy(from));
                var span = new DateRange(start, start.plus(STEP.multipliedBy(steps)));
                for (var asset : new String[] {null, "EUR"}) {
                    var page = page(asset, span, 100, 1);
                    assertThat(page.total())
                            .as(span.toString())
                            .isEqualTo(page.docs().size());
                }
            }
        }
    }

    @Test
    void a_span_of_time_begins_with_its_start_and_ends_before_its_end() {
        var newest = all("EUR", null, 100).getFirst().recordedAt();
        assertThat(all(null, new DateRange(newest, newest.plusMillis(1)), 10))
                .extracting(Line::recordedAt)
                .containsOnly(newest);
        assertThat(all("EUR", new DateRange(newest.minusMillis(1), newest), 10)).isEmpty();
        assertThat(all(null, new DateRange(START.plus(Duration.ofDays(300)), START.plus(Duration.ofDays(301))), 10))
                .isEmpty();
    }

    @Test
    void each_line_follows_from_the_one_before() {
        for (var asset : ASSETS) {
            var lines = all(asset.code(), null, 10).reversed();
            var balance = Money.zero(asset);
            for (var line : lines) {
                balance = line.isCredit() ? balance.plus(line.amount()) : balance.minus(line.amount());
                assertThat(line.availableAfter()).isEqualTo(balance);
            }
            assertThat(standing(asset).available()).isEqualTo(balance);
        }
    }

    @Test
    void a_page_behind_the_last_is_empty_and_an_unknown_currency_has_no_lines() {
        assertThat(page("EUR", null, 10, 1_000).docs()).isEmpty();
        assertThat(page(null, null, 100, 2).docs()).isEmpty();
        assertThat(page("XXX", null, 10, 1).docs()).isEmpty();
        assertThat(page("XXX", null, 10, 1).total()).isZero();
    }

    @Test
    void balances_are_listed_fiat_first_with_what_is_held() {
        assertThat(statement.balances(organization))
                .extracting(each -> each.available().asset().code())
                .containsExactly("EUR", "IDR", "usdc-polygon");
        for (var asset : ASSETS) {
            var balance = standing(asset);
            var held = of(asset, written).stream()
                    .filter(line -> !line.isCredit())
                    .map(Line::amount)
                    .reduce(Money.zero(asset), Money::plus);
            assertThat(balance.held()).isEqualTo(held);
            assertThat(balance.total()).isEqualTo(balance.available().plus(held));
        }
        assertThat(statement.balances(UUID.randomUUID())).isEmpty();
    }

    /// Transfers between other accounts are not in the merchant's statement.
    @Test
    void movements_that_leave_the_available_balance_alone_are_no_lines() {
        long before = page("EUR", null, 10, 1).total();
        transfer(clocks, organization, EUR, Account.HELD, Account.clearing("bank"), 1, TransferKind.POST);
        assertThat(page("EUR", null, 10, 1).total()).isEqualTo(before);
        assertThat(all("EUR", null, 100)).hasSize((int) before);
    }

    private List<Line> all(@Nullable String asset, @Nullable DateRange between, int limit) {
        var lines = new ArrayList<Line>();
        for (int number = 1; ; number++) {
            var page = page(asset, between, limit, number);
            lines.addAll(page.docs());
            if (page.docs().isEmpty()) {
                return lines;
            }
        }
    }

    private Page<Line> page(@Nullable String asset, @Nullable DateRange between, int limit, int number) {
        return statement.page(
                organization, asset, between, new Page.Request(limit, number, Page.Sort.CREATED_DESCENDING));
    }

    private AssetBalance standing(Asset asset) {
        return statement.balances(organization).stream()
                .filter(each -> each.available().asset().equals(asset))
                .findFirst()
                .orElseThrow();
    }

    private List<Line> wanted(@Nullable String asset) {
        return written.stream()
                .filter(line -> asset == null || line.amount().asset().code().equals(asset))
                .toList();
    }

    private static List<Line> of(Asset asset, List<Line> lines) {
        return lines.stream()
                .filter(line -> line.amount().asset().equals(asset))
                .toList();
    }

    private static void book(Clocks clocks, UUID organization, Asset asset, boolean credit, long units) {
        if (credit) {
            test.database()
                    .run(tx -> new Funding(new Ledger(clocks), clocks)
                            .deposit(tx, organization, List.of(money(units, asset))));
        } else {
            transfer(clocks, organization, asset, Account.AVAILABLE, Account.HELD, units, TransferKind.HOLD);
        }
    }

    private static void transfer(
            Clocks clocks,
            UUID organization,
            Asset asset,
            Account debit,
            Account credit,
            long units,
            TransferKind kind) {
        test.database().run(tx -> {
            var accounts = new Ledger(clocks)
                    .open(
                            tx,
                            List.of(
                                    new AccountKey(organization, asset, debit),
                                    new AccountKey(organization, asset, credit)));
            accounts.transfer(new Transfer(
                    organization, clocks.newId(), 1, debit, credit, money(units, asset), kind, clocks.instant()));
            accounts.flush();
        });
    }

    private static Money money(long units, Asset asset) {
        return new Money(BigInteger.valueOf(units), asset);
    }
}
