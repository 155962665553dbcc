package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.MerchantTest;
import dev.sluice.deposit.DepositStatesDoc.Move;
import dev.sluice.deposit.DepositStatesDoc.Refusal;
import dev.sluice.ledger.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The published page about a deposit's states matches the service's behaviour.
@Tag("slow")
class DepositStatesDocTest extends MerchantTest {
    private static final Path PAGE = Path.of("..", "docs", "states", "deposit.md");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String PENDING = "pending";
    private static final String PARTLY = "partly paid";
    private static final String COMPLETED = "completed";
    private static final String EXPIRED = "expired";
    private static final String CANCELLED = "cancelled";
    private static final String CANCEL = "cancel";
    private static final String TIME = "time is over";
    private static final String ALL = "all of it comes";
    private static final String OTHER = "{\"amount\":90}";
    private static final List<String> STATUSES = List.of(PENDING, COMPLETED, EXPIRED, CANCELLED);

    private final List<Refusal> refusals = new ArrayList<>();

    /// Run with `-Dsluice.docs.write=true` to generate the page again.
    @Test
    void the_page_about_the_states_is_what_the_service_does() throws IOException {
        var drawn = DepositStatesDoc.text(fiat(), tokens(), refusals, forced());
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, drawn);
        }
        assertThat(PAGE).hasContent(drawn);
    }

    private List<Move> fiat() {
        var moves = new ArrayList<Move>();
        for (var from : STATUSES) {
            moves.add(paid(from, ALL, fiatIn(from), null));
            moves.add(paid(from, "another amount comes", fiatIn(from), OTHER));
        }
        moves.add(expired(PENDING, fiatIn(PENDING), "PT24H"));
        moves.add(seen(PENDING, CANCEL, fiatIn(PENDING), this::cancel));
        return moves;
    }

    private List<Move> tokens() {
        var moves = new ArrayList<Move>();
        var states = List.of(PENDING, PARTLY, COMPLETED, EXPIRED, CANCELLED);
        for (var from : states) {
            moves.add(paid(from, from.equals(PARTLY) ? "the rest comes" : ALL, tokensIn(from), rest(from)));
            moves.add(paid(from, "less comes", tokensIn(from), "{\"amount\":20}"));
            moves.add(paid(from, "more comes", tokensIn(from), "{\"amount\":150}"));
        }
        moves.add(undone());
        moves.add(expired(PENDING, tokensIn(PENDING), "PT1H"));
        moves.add(expired(PARTLY, tokensIn(PARTLY), "PT1H"));
        moves.add(seen(PENDING, CANCEL, tokensIn(PENDING), this::cancel));
        refusals.add(refused(PARTLY));
        refusals.add(refused(COMPLETED));
        refusals.add(refused(EXPIRED));
        return moves;
    }

    private List<Move> forced() {
        var moves = new ArrayList<Move>();
        for (var from : STATUSES) {
            for (var to : STATUSES) {
                var id = asked("014_TRANSFER");
                force(id, from);
                var move = seen(from, "", id, deposit -> force(deposit, to));
                assertThat(move.to()).isEqualTo(to);
                moves.add(new Move(from, to, to, move.ledger(), move.event()));
            }
        }
        return moves;
    }

    private Move undone() {
        var id = token();
        var before = look(id);
        merchant.payIn(id, "{\"vanish\":true}").expect(200);
        var paid = await(id, before);
        return moved(COMPLETED, "the network undoes it", id, paid, await(id, paid));
    }

    private String rest(String from) {
        return from.equals(PARTLY) ? "{\"amount\":60}" : "{\"amount\":100}";
    }

    private String asked(String method) {
        return merchant.createDeposit(method, "100000");
    }

    private String token() {
        return merchant.askedTokens("usdc-polygon", "100");
    }

    private String fiatIn(String state) {
        return in(state, asked("014_TRANSFER"), "PT24H");
    }

    private String tokensIn(String state) {
        return in(state, token(), "PT1H");
    }

    /// Returns a deposit that reached a state in the ordinary way.
    private String in(String state, String id, String window) {
        var before = look(id);
        switch (state) {
            case PARTLY -> merchant.payIn(id, "{\"amount\":40}").expect(200);
            case COMPLETED -> merchant.payIn(id, null).expect(200);
            case EXPIRED -> merchant.advance(window);
            case CANCELLED -> cancel(id);
            default -> {
                return id;
            }
        }
        await(id, before);
        assertThat(status(id)).isEqualTo(state);
        return id;
    }

    private Move paid(String from, String trigger, String id, @Nullable String how) {
        return seen(from, trigger, id, deposit -> merchant.payIn(deposit, how).expect(200));
    }

    private Move expired(String from, String id, String window) {
        return seen(from, TIME, id, _ -> merchant.advance(window));
    }

    private Refusal refused(String state) {
        var refused = merchant.client()
                .patch("/v1/deposit/" + tokensIn(state) + "/cancel", null)
                .expect(409);
        return new Refusal(state, CANCEL, text(refused.json(), "code"));
    }

    private void cancel(String id) {
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
    }

    private void force(String id, String status) {
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                .expect(200);
    }

    /// Number of a deposit's events, and its transfers including those of its payments.
    private record Look(int events, List<Statement.Entry> transfers) {}

    private Look look(String id) {
        int events = merchant.events(id).size();
        var payments = merchant.client()
                .get("/v1/deposit/" + id)
                .expect(200)
                .data()
                .path("payments")
                .valueStream()
                .map(each -> text(each, "paymentId"));
        return new Look(
                events,
                Stream.concat(Stream.of(id), payments).flatMap(this::entries).toList());
    }

    private Stream<Statement.Entry> entries(String id) {
        return new Statement(service.connections()).entries(merchant.organizationId(), UUID.fromString(id)).stream();
    }

    private Look await(String id, Look before) {
        Eventually.within(
                PATIENCE,
                "something happens to " + id,
                () -> merchant.events(id).size() > before.events());
        return look(id);
    }

    private Move seen(String from, String trigger, String id, Consumer<String> act) {
        var before = look(id);
        act.accept(id);
        return moved(from, trigger, id, before, await(id, before));
    }

    private Move moved(String from, String trigger, String id, Look before, Look after) {
        var ledger = after.transfers().stream()
                .filter(each -> !before.transfers().contains(each))
                .map(DepositStatesDocTest::words)
                .collect(Collectors.joining("<br>"));
        var events = merchant.eventTypes(id).subList(before.events(), after.events()).stream()
                .map(type -> "`" + type + "`")
                .collect(Collectors.joining(", "));
        return new Move(from, trigger, status(id), ledger.isEmpty() ? "nothing moves" : ledger, events);
    }

    private static String words(Statement.Entry entry) {
        return entry.debit().role() + " → " + entry.credit().role() + " ("
                + entry.kind().wire() + ")";
    }

    private String status(String id) {
        var deposit = merchant.client().get("/v1/deposit/" + id).expect(200).data();
        boolean waits = deposit.path("payments")
                .valueStream()
                .anyMatch(each -> text(each, "status").equals("received"));
        return waits ? PARTLY : text(deposit, "status");
    }
}
