package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.query.DisbursementTallyStore;
import dev.sluice.http.Page;
import dev.sluice.ledger.Statement;
import dev.sluice.money.Asset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Thousands of random commands against the real ledger and [LedgerModel] at once. A build uses seed 1;
/// `-Dsluice.model.seed=…` sets another one, and `-Dsluice.model.steps=…` more commands.
class LedgerModelTest {
    private static final long SEED = Long.getLong("sluice.model.seed", 1);
    private static final int STEPS = Integer.getInteger("sluice.model.steps", 2_000);
    private static final int PLAYERS = 8;
    private static final long START = 60_000;

    private final PayoutFixture fixture = new PayoutFixture();
    private final LedgerModel model = new LedgerModel(START);

    @BeforeEach
    void fund() {
        fixture.fund(START, PayoutFixture.EUR);
        System.out.println("seed: -Dsluice.model.seed=" + SEED);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void alone_every_answer_and_every_refusal_is_foreseen() {
        var player = new ModelPlayer(fixture, List.of(fixture.node), model, SEED, true);
        for (int i = 0; i < STEPS / 4; i++) {
            player.step();
        }
        assertBooksAreTheModels(List.of(player));
    }

    @Test
    void several_threads_of_one_node_leave_the_books_of_the_model() throws Exception {
        assertBooksAreTheModels(play(List.of(fixture.node)));
    }

    @Test
    void several_threads_of_two_nodes_leave_the_books_of_the_model() throws Exception {
        assertBooksAreTheModels(play(List.of(fixture.node, fixture.sibling())));
    }

    private List<ModelPlayer> play(List<PayoutFixture.Node> nodes) throws InterruptedException, ExecutionException {
        var players = IntStream.range(0, PLAYERS)
                .mapToObj(number -> new ModelPlayer(fixture, nodes, model, SEED + number, false))
                .toList();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var playing = new ArrayList<Future<?>>();
            players.forEach(player -> playing.add(threads.submit(() -> {
                for (int i = 0; i < STEPS / PLAYERS; i++) {
                    player.step();
                }
            })));
            for (var each : playing) {
                each.get();
            }
        }
        return players;
    }

    private void assertBooksAreTheModels(List<ModelPlayer> players) {
        assertThat(players.stream().mapToInt(each -> each.refused).sum())
                .as("refusals")
                .isPositive();
        assertThat(players.stream().mapToInt(each -> each.replayed).sum())
                .as("replays")
                .isPositive();
        assertThat(fixture.available(PayoutFixture.EUR)).isEqualTo(model.available());
        assertThat(fixture.held(PayoutFixture.EUR)).isEqualTo(model.held());
        var report = fixture.audit();
        assertThat(report.faults()).isEmpty();
        assertThat(report.payments()).isEqualTo(model.payouts().size());
        model.payouts()
                .forEach((id, owed) -> assertThat(fixture.node
                                .disbursements
                                .get(fixture.organization, id)
                                .status())
                        .isEqualTo(owed.status()));
        for (var status : Status.values()) {
            long total = fixture.database.read(handle ->
                    DisbursementTallyStore.total(handle, fixture.organization, Asset.Kind.FIAT, "EUR", status.wire()));
            assertThat(total).as(status.wire()).isEqualTo(model.count(status));
        }
        assertThat(statement())
                .allSatisfy(line -> assertThat(line.availableAfter().isNegative())
                        .as("overdrawn at %s", line)
                        .isFalse());
        assertEveryChangeWasTold();
    }

    private Stream<Statement.Line> statement() {
        var statement = new Statement(fixture.database);
        return Stream.iterate(1, number -> number + 1)
                .map(number -> statement.page(
                        fixture.organization,
                        "EUR",
                        null,
                        new Page.Request(Page.LIMIT_MAX, number, Page.Sort.CREATED_DESCENDING)))
                .takeWhile(page -> !page.docs().isEmpty())
                .flatMap(page -> page.docs().stream());
    }

    private void assertEveryChangeWasTold() {
        var untold = fixture.database.read(
                handle -> handle.createQuery("""
                        SELECT d.id FROM disbursement_progress d
                        LEFT JOIN event e ON e.organization_id = d.organization_id AND e.resource_id = d.id
                        GROUP BY d.organization_id, d.id, d.events
                        HAVING d.events <> count(e.position) OR d.events <> max(e.sequence)
                        """).mapTo(String.class).list());
        assertThat(untold).isEmpty();
    }
}
