package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two nodes on one database, with conflicting concurrent requests.
class RaceTest {
    private final TestService service = TestService.start();
    private final TestService sibling = service.sibling();
    private Merchant merchant;
    private List<TestClient> nodes;

    @BeforeEach
    void enter() {
        merchant = Merchant.at(service);
        nodes = List.of(merchant.client(), merchant.elsewhere(sibling));
    }

    @AfterEach
    void the_books_are_clean() {
        assertThat(service.audit().faults()).isEmpty();
        nodes.forEach(TestClient::close);
        sibling.close();
        service.close();
    }

    private static Callable<Integer> pay(TestClient node, String body) {
        return () -> node.post("/v2/disbursement/fiat", body).status();
    }

    @Test
    void nobody_spends_more_than_there_is() {
        var body = idr(item("9999000032", "98000"));
        var calls = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 20; i++) {
            nodes.forEach(node -> calls.add(pay(node, body)));
        }
        var statuses = AtOnce.all(calls);
        assertThat(statuses).containsOnly(201, 400);
        assertThat(statuses.stream().filter(status -> status == 201)).hasSize(10);
        assertThat(merchant.available("IDR")).isEqualByComparingTo("0");
        assertThat(merchant.held("IDR")).isEqualByComparingTo("1000000");
        assertThat(merchant.payouts()).isEqualTo(10);
    }

    @Test
    void a_payout_is_either_cancelled_or_paid() {
        var ids = new ArrayList<String>();
        for (int i = 0; i < 30; i++) {
            ids.add(merchant.paid("1234567890", "10000"));
        }
        merchant.await(ids.getFirst(), payout -> !text(payout, "statusDetail").equals("queued"));
        var calls = new ArrayList<Callable<Integer>>();
        for (var id : ids) {
            nodes.forEach(node -> calls.add(
                    () -> node.patch("/v1/disbursement/" + id + "/cancel", null).status()));
        }
        var answers = AtOnce.all(calls);
        int cancelled = 0;
        for (int i = 0; i < ids.size(); i++) {
            var ended =
                    merchant.await(ids.get(i), payout -> !text(payout, "status").equals("pending"));
            boolean stopped = text(ended, "status").equals("cancelled");
            assertThat(text(ended, "status")).isIn("cancelled", "completed");
            assertThat(answers.subList(2 * i, 2 * i + 2))
                    .as("what the two nodes said of a payout that is %s", text(ended, "status"))
                    .containsOnly(stopped ? 200 : 409);
            cancelled += stopped ? 1 : 0;
            assertThat(merchant.eventTypes(ids.get(i))).doesNotHaveDuplicates();
        }
        assertThat(merchant.available("IDR").intValue()).isEqualTo(1_000_000 - 12_000 * (30 - cancelled));
        assertThat(merchant.held("IDR")).isEqualByComparingTo("0");
    }

    @Test
    void forcing_at_the_same_time_leaves_one_history() {
        var id = merchant.paid("9999000032", "10000");
        var calls = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 4; i++) {
            for (var status : Status.WIRE) {
                nodes.forEach(
                        node -> calls.add(() -> node.patch("/v1/disbursement/" + id, "{\"status\":\"" + status + "\"}")
                                .status()));
            }
        }
        assertThat(AtOnce.all(calls)).containsOnly(200);
        var events = merchant.events(id);
        assertThat(events).hasSize(calls.size() + 1);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).sequence()).isEqualTo(i + 1);
        }
    }
}
