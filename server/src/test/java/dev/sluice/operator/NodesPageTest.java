package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.node.NodeReport;
import dev.sluice.node.Nodes;
import dev.sluice.node.WorkerReport;
import dev.sluice.rail.RailHealth;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// All nodes of a deployment on the operator pages, at any node.
class NodesPageTest extends DashboardTest {
    private static final String OPERATIONS = "/dashboard/operator";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RailHealth health = new RailHealth(InstantSource.system());
    private Nodes other = nodeAt(Instant.now());

    private Nodes nodeAt(Instant at) {
        var worker = new WorkerReport("mail-of-another").failed(at, "The mail server is away");
        return new Nodes(
                service.connections(),
                service.vault(),
                new Clocks(InstantSource.fixed(at)),
                "9.9.9",
                () -> List.of(worker),
                health);
    }

    @AfterEach
    void leave() {
        other.leave();
    }

    private List<NodeReport> seen() {
        return new Nodes(
                        service.connections(),
                        service.vault(),
                        service.clocks(),
                        "",
                        List::of,
                        new RailHealth(InstantSource.system()))
                .all();
    }

    @Test
    void another_node_is_there_with_its_workers_until_it_ends() {
        var operator = person(Role.OPERATOR);
        try (var _ = service.sibling()) {
            Eventually.within(PATIENCE, "both have said that they live", () -> seen().size() >= 3);
            assertThat(operator.get(OPERATIONS).body())
                    .containsPattern("Serves this page[^~]*>Running<[^~]*>Running<")
                    .containsPattern("Workers of a node[^~]*>disbursement-1<")
                    .doesNotContain("Not seen since");
        }
        assertThat(seen()).as("it said that it ends").hasSize(2);
    }

    @Test
    void of_a_node_that_is_chosen_the_workers_are_shown_and_those_that_fail_are_named() {
        other.recordSeen();
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(OPERATIONS).body())
                .containsPattern("id=\"nodes\"[^~]*mail-of-another[^~]*9\\.9\\.9[^~]*id=\"workers\"")
                .doesNotContain("The mail server is away");
        assertThat(operator.get(OPERATIONS + "?node=" + other.self().id()).body())
                .containsPattern("id=\"workers\"[^~]*mail-of-another[^~]*The mail server is away")
                .doesNotContain("disbursement-1");
        for (var unknown : List.of(service.clocks().newId().toString(), "nonsense")) {
            assertThat(operator.get(OPERATIONS + "?node=" + unknown).body()).contains("disbursement-1");
        }
    }

    @Test
    void a_node_that_ended_without_a_word_was_not_seen_since() {
        health.line("sandbox", "").failed("It died of this");
        other = nodeAt(Instant.now().minus(Duration.ofHours(2)));
        other.recordSeen();
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(OPERATIONS).body()).contains("Not seen since");
        assertThat(operator.get(OPERATIONS + "/rails/sandbox").body())
                .as("it asks no rail any more")
                .doesNotContain("It died of this");
        for (int width : List.of(360, 1280)) {
            try (var page = window(operator, width)) {
                page.navigate(OPERATIONS + "?node=" + other.self().id());
                page.waitForSelector("text=Not seen since");
                page.waitForSelector("text=The mail server is away");
                assertWellMade(page);
                assertThat(page.locator("table tbody td:not([data-label])").count())
                        .isZero();
            }
        }
    }

    @Test
    void a_rail_is_judged_by_how_it_answered_all_nodes_that_live() {
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        health.line("sandbox", "").failed("It did not answer there");
        other.recordSeen();
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(OPERATIONS + "/rails/sandbox").body())
                .containsPattern("Failures</dt><dd[^>]*>\\s*1 of [1-9]")
                .containsPattern("By node[^~]*It did not answer there[^~]*1 of 1\\b");
        try (var page = window(operator, 360)) {
            page.navigate(OPERATIONS + "/rails/sandbox");
            page.waitForSelector("text=By node");
            assertWellMade(page);
        }
    }
}
