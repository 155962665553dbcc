package dev.sluice.deposit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The page about a deposit's states, generated from observations of deposits in all of them.
final class DepositStatesDoc {
    private DepositStatesDoc() {}

    /// Effect of a trigger on a deposit.
    record Move(String from, String trigger, String to, String ledger, String event) {
        String row() {
            return String.join(" | ", "| " + from, trigger, to, ledger, event + " |");
        }
    }

    /// A trigger that a state refuses.
    record Refusal(String state, String trigger, String code) {}

    static String text(List<Move> fiat, List<Move> tokens, List<Refusal> refusals, List<Move> forced) {
        var all = new ArrayList<>(fiat);
        all.addAll(tokens);
        return String.join(
                "\n",
                List.of(
                        intro(),
                        diagram(all),
                        table("Fiat money", fiat),
                        table("Tokens", tokens),
                        refused(refusals),
                        forcing(forced)));
    }

    private static String intro() {
        return """
                # States of a deposit

                Drawn by `DepositStatesDocTest` from deposits of a running service, each led through one row; it fails
                when this page and the service differ. Draw it again:

                ```sh
                ./mvnw -pl server -am test -Dtest=DepositStatesDocTest -Dsurefire.failIfNoSpecifiedTests=false \\
                    -Dsluice.docs.write=true
                ```

                *Partly paid* is `pending` on the wire: tokens have come, and less than was asked for. Nothing is final:
                money that comes late completes a deposit all the same.
                """;
    }

    private static String diagram(List<Move> moves) {
        var lines = new ArrayList<String>();
        lines.add("```mermaid");
        lines.add("stateDiagram-v2");
        lines.add("    [*] --> pending: create");
        var byEnds = new LinkedHashMap<String, Set<String>>();
        moves.stream()
                .filter(move -> !move.from().equals(move.to()))
                .forEach(move -> byEnds.computeIfAbsent(
                                id(move.from()) + " --> " + id(move.to()), _ -> new LinkedHashSet<>())
                        .add(move.trigger()));
        byEnds.forEach((ends, triggers) -> lines.add("    " + ends + ": " + String.join(", ", triggers)));
        lines.add("```");
        lines.add("");
        return String.join("\n", lines);
    }

    private static String table(String title, List<Move> moves) {
        var lines = new ArrayList<String>();
        lines.add("## " + title);
        lines.add("");
        lines.addAll(rows("trigger", moves));
        return String.join("\n", lines);
    }

    private static String refused(List<Refusal> refusals) {
        var lines = new ArrayList<String>();
        lines.add("## What is refused");
        lines.add("");
        lines.add("| state | trigger | refusal |");
        lines.add("| --- | --- | --- |");
        refusals.forEach(
                each -> lines.add("| " + each.state() + " | " + each.trigger() + " | `" + each.code() + "` |"));
        lines.add("");
        lines.add("Cancelling twice is no error.");
        lines.add("");
        return String.join("\n", lines);
    }

    private static String forcing(List<Move> forced) {
        var lines = new ArrayList<String>();
        lines.add("## Forcing a status in the sandbox");
        lines.add("");
        lines.add("Any status becomes any other, as often as wanted, and the books follow. From then on the word of the"
                + " bank or");
        lines.add("the chain about this deposit no longer counts.");
        lines.add("");
        lines.addAll(rows("forced to", forced));
        return String.join("\n", lines);
    }

    private static List<String> rows(String trigger, List<Move> moves) {
        var lines = new ArrayList<String>();
        lines.add("| from | " + trigger + " | to | ledger | event |");
        lines.add("| --- | --- | --- | --- | --- |");
        moves.forEach(move -> lines.add(move.row()));
        lines.add("");
        return lines;
    }

    private static String id(String state) {
        return state.replace(' ', '_');
    }
}
