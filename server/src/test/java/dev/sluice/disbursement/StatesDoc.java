package dev.sluice.disbursement;

import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.ledger.Transfer;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The page about a payout's states, drawn by applying every transition of the code to every state.
final class StatesDoc {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(1);
    private static final String RAIL = "RAIL";
    private static final Asset ASSET = Asset.fiat("EUR", 2);
    private static final Money AMOUNT = new Money(BigInteger.valueOf(10_000), ASSET);
    private static final Money FEE = new Money(BigInteger.valueOf(100), ASSET);
    private static final FailureCode CODE = FailureCode.BANK_REJECTED;

    private static final List<DisbursementState> STATES = Stream.<DisbursementState>concat(
                    Arrays.stream(Stage.values()).map(Pending::new),
                    Stream.of(
                            new Completed(NOW),
                            new Failed(CODE, "", NOW),
                            new Cancelled(NOW),
                            new Reversed(CODE, "", NOW)))
            .toList();

    private static final List<DisbursementState> NEW =
            List.of(new Pending(Stage.QUEUED), new Pending(Stage.NEEDS_APPROVAL), new Pending(Stage.SCREENING));

    private static final List<Outcome> OUTCOMES = List.of(
            new Outcome.Accepted("reference", NOW),
            new Outcome.Unknown("no answer", NOW),
            new Outcome.NotSeen(),
            new Outcome.Settled("reference", NOW),
            new Outcome.Rejected(CODE, ""),
            new Outcome.Returned(CODE, "", NOW),
            new Outcome.Stopped());

    private StatesDoc() {}

    /// A row of the table: how one state becomes another.
    private record Move(DisbursementState from, String trigger, DisbursementState to, Set<String> events) {}

    /// The whole page.
    static String text() {
        var moves = moves();
        return String.join("\n", List.of(intro(), diagram(moves), table(moves), refusals(), forcing(), ""));
    }

    private static String intro() {
        return """
            # States of a payout

            Drawn from the code by `StatesDocTest`, which fails when this page and the code differ. Draw it again:

            ```sh
            ./mvnw -pl server -am test -Dtest=StatesDocTest -Dsurefire.failIfNoSpecifiedTests=false \\
                -Dsluice.docs.write=true
            ```

            The wire's `status` is the first word of a state, `statusDetail` its second; for a pending payout whose row
            was changed it is `held`, whatever its state, and nothing changes. A rail's word that a state
            has no row for changes nothing: it is old news.
            """;
    }

    private static String diagram(List<Move> moves) {
        var lines = new ArrayList<String>();
        lines.add("```mermaid");
        lines.add("stateDiagram-v2");
        NEW.forEach(state -> lines.add("    [*] --> " + id(state) + ": create"));
        var byEnds = new LinkedHashMap<String, Set<String>>();
        moves.forEach(
                move -> byEnds.computeIfAbsent(id(move.from()) + " --> " + id(move.to()), _ -> new LinkedHashSet<>())
                        .add(move.trigger()));
        byEnds.forEach((ends, triggers) -> lines.add("    " + ends + ": " + String.join(", ", triggers)));
        STATES.stream()
                .filter(state -> moves.stream().noneMatch(move -> move.from().equals(state)))
                .forEach(state -> lines.add("    " + id(state) + " --> [*]"));
        lines.add("```");
        lines.add("");
        return String.join("\n", lines);
    }

    private static String table(List<Move> moves) {
        var lines = new ArrayList<String>();
        lines.add("## How a state is left");
        lines.add("");
        lines.add("| from | trigger | to | ledger | event |");
        lines.add("| --- | --- | --- | --- | --- |");
        NEW.forEach(state -> lines.add(row(
                "(none)",
                creation(state),
                name(state),
                ledger(Placement.nowhere(), placement(Status.PENDING)),
                "`disbursement.created`")));
        moves.forEach(move -> lines.add(row(
                name(move.from()),
                move.trigger(),
                name(move.to()),
                ledger(placement(move.from().status()), placement(move.to().status())),
                move.events().stream()
                        .map(event -> "`disbursement." + event + "`")
                        .collect(Collectors.joining(" or ")))));
        lines.add("");
        lines.add("Where two events are named, the first tells the rail's first acceptance and is told once.");
        lines.add("");
        return String.join("\n", lines);
    }

    private static String creation(DisbursementState state) {
        if (state.needsApproval()) {
            return "create, where a rule wants an approval";
        }
        return state.isScreened() ? "create, where payees are screened" : "create";
    }

    private static String refusals() {
        var lines = new ArrayList<String>();
        lines.add("## What is refused");
        lines.add("");
        lines.add("| state | trigger | refusal |");
        lines.add("| --- | --- | --- |");
        for (var state : STATES) {
            try {
                state.cancelled(NOW);
            } catch (Refused refused) {
                lines.add(row(name(state), "cancel", "`" + refused.refusal().code() + "`"));
            }
        }
        lines.add("");
        lines.add(
                "Cancelling twice is no error. A queued payout that a worker has already taken up is refused as well.");
        lines.add("Before that, a rail with a queue of its own, as those to chains have, is asked to take the payout"
                + " back: where");
        lines.add("it has sent nothing of it, it says stopped.");
        lines.add("");
        return String.join("\n", lines);
    }

    private static String forcing() {
        var lines = new ArrayList<String>();
        lines.add("## Forcing a status in the sandbox");
        lines.add("");
        lines.add("Any status becomes any other, as often as wanted, and the books follow. From then on the rail's word"
                + " about this");
        lines.add("payout no longer counts.");
        lines.add("");
        lines.add("| from | forced to | ledger | event |");
        lines.add("| --- | --- | --- | --- |");
        for (var from : Status.values()) {
            for (var to : Status.values()) {
                var state = DisbursementState.forced(to, Asset.Kind.FIAT, NOW);
                lines.add(row(
                        from.wire(),
                        name(state),
                        ledger(placement(from), placement(state.status())),
                        "`disbursement." + Transition.forcedEvent(state) + "`"));
            }
        }
        return String.join("\n", lines);
    }

    private static List<Move> moves() {
        var triggers = new LinkedHashMap<String, UnaryOperator<DisbursementState>>();
        triggers.put("approve", state -> state.reviewed(true, Stage.QUEUED, LATER));
        triggers.put("approve, where payees are screened", state -> state.reviewed(true, Stage.SCREENING, LATER));
        triggers.put("reject", state -> state.reviewed(false, Stage.QUEUED, LATER));
        triggers.put("payee passes screening", state -> state.screened(true, LATER));
        triggers.put("payee is refused by screening", state -> state.screened(false, LATER));
        triggers.put("payee was not screened", DisbursementState::heldForScreening);
        triggers.put("cancel", state -> state.cancelled(LATER));
        OUTCOMES.forEach(outcome -> triggers.put(name(outcome), state -> state.told(outcome, LATER)));
        var moves = new ArrayList<Move>();
        for (var from : STATES) {
            triggers.forEach((trigger, apply) ->
                    next(from, apply).forEach(to -> moves.add(new Move(from, trigger, to, events(from, to)))));
        }
        return moves;
    }

    /// The state after a trigger, unless it is refused or changes nothing.
    private static List<DisbursementState> next(DisbursementState from, UnaryOperator<DisbursementState> trigger) {
        try {
            var to = trigger.apply(from);
            return to.equals(from) ? List.of() : List.of(to);
        } catch (Refused refused) {
            return List.of();
        }
    }

    /// What is told of a move: with and, where the state allows it, without a rail's reference known before.
    private static Set<String> events(DisbursementState from, DisbursementState to) {
        var events = new LinkedHashSet<String>();
        if (!from.equals(new Pending(Stage.SUBMITTED))) {
            events.add(Transition.event(payout(from, null), to));
        }
        if (!from.equals(new Pending(Stage.QUEUED))) {
            events.add(Transition.event(payout(from, "reference"), to));
        }
        return events;
    }

    private static String ledger(Placement from, Placement to) {
        var transfers = from.to(to, payout(STATES.getFirst(), null), 1, NOW);
        return transfers.isEmpty()
                ? "nothing moves"
                : transfers.stream().map(StatesDoc::describe).collect(Collectors.joining("<br>"));
    }

    private static String describe(Transfer transfer) {
        var words = Map.of(AMOUNT, "amount", FEE, "fee", AMOUNT.plus(FEE), "amount + fee");
        return words.get(transfer.amount()) + ": " + transfer.debit().role() + " → "
                + transfer.credit().role() + " (" + transfer.kind().wire() + ")";
    }

    private static Placement placement(Status status) {
        return Placement.of(status, RAIL);
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String name(DisbursementState state) {
        return state instanceof Pending(var stage)
                ? state.status().wire() + " " + stage.name().toLowerCase(Locale.ROOT)
                : state.status().wire();
    }

    private static String id(DisbursementState state) {
        return name(state).replace(' ', '_');
    }

    private static String name(Outcome outcome) {
        var words = outcome.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        return "rail says " + words.toLowerCase(Locale.ROOT);
    }

    /// A payout that stands for all others.
    private static Disbursement payout(DisbursementState state, @Nullable String railReference) {
        var nobody = new UUID(0, 0);
        var bank = new Payee.Bank(
                "Bank", "Name", "1", "BANK", RoutingNumbers.NONE, null, null, "EUR", null, null, null, null, null);
        var progress =
                new Disbursement.Progress(state, History.ofNew(NOW), RAIL, railReference, null, null, false, 1, 1, NOW);
        return new Disbursement(
                nobody,
                nobody,
                nobody,
                AMOUNT,
                FEE,
                BigDecimal.ONE,
                PayeeDocument.of(new Payee(nobody, null, "Name", bank, null)),
                null,
                null,
                new Disbursement.Actor(nobody, "Name"),
                AMOUNT,
                AMOUNT,
                progress);
    }
}
