package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionEffect;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRefused.Reason;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Effects of people's decisions about payouts and outgoing files.
public final class PayoutDecisions {
    private static final String PAID = "paid";
    private static final String UNPAID = "unpaid";

    private PayoutDecisions() {}

    /// @param profiles profiles of all accounts
    public static Map<DecisionKind, DecisionEffect> effects(
            BankPayouts.Dependencies dependencies, List<BankProfile> profiles) {
        var byId = profiles.stream().collect(Collectors.toUnmodifiableMap(BankProfile::id, Function.identity()));
        var voids = new VoidFiles(dependencies.vault());
        return Map.of(
                DecisionKind.RESOLVE_PAYOUT,
                new Resolve(dependencies, byId, new OrderEndings(dependencies.reports())),
                DecisionKind.VOID_FILE,
                new VoidFile(dependencies, voids),
                DecisionKind.REQUEUE_ORDERS,
                new Requeue(dependencies, voids),
                DecisionKind.LIFT_LIMIT,
                new LimitDecision(dependencies.clocks()::instant));
    }

    /// Locks the order of a payout.
    static BankOrder order(Tx tx, DecisionRequest request) {
        return OrderStore.lockNamed(tx, List.of(EndToEndIds.of(payout(request.subject())))).stream()
                .filter(each -> each.bank().equals(request.account()))
                .findFirst()
                .orElseThrow(() ->
                        new DecisionRefused(Reason.UNKNOWN, request.account() + " has no payout " + request.subject()));
    }

    private static UUID payout(String subject) {
        try {
            return UUID.fromString(subject);
        } catch (IllegalArgumentException invalid) {
            throw new DecisionRefused(Reason.INVALID, "payout: must be the id of a payout");
        }
    }

    static BankFile file(Tx tx, DecisionRequest request) {
        return FileStore.lock(tx, request.account(), request.subject())
                .orElseThrow(() ->
                        new DecisionRefused(Reason.UNKNOWN, request.account() + " has no file " + request.subject()));
    }

    static void requireVerdict(DecisionRequest request, String... verdicts) {
        if (!List.of(verdicts).contains(request.verdict())) {
            throw new DecisionRefused(Reason.INVALID, "verdict: must be " + String.join(" or ", verdicts));
        }
    }

    private static String by(BankDecision decision) {
        var end = decision.state().end();
        return decision.requestedBy().name()
                + (end == null ? "" : " and " + end.by().name());
    }

    /// Ends an uncertain payout.
    private record Resolve(
            BankPayouts.Dependencies dependencies, Map<String, BankProfile> profiles, OrderEndings endings)
            implements DecisionEffect {
        @Override
        public void check(Tx tx, DecisionRequest request) {
            uncertain(tx, request);
        }

        private BankOrder uncertain(Tx tx, DecisionRequest request) {
            requireVerdict(request, PAID, UNPAID);
            // The sender locks the file before it sends it again.
            Optional.ofNullable(order(tx, request).file()).ifPresent(sent -> FileStore.lock(tx, sent.id()));
            var order = order(tx, request);
            var outcome = order.outcome(profile(request), dependencies.clocks().instant());
            if (!(outcome instanceof Outcome.Unknown)) {
                throw DecisionRefused.notPossible("the payout " + request.subject() + " is not uncertain: it is "
                        + order.state().stored() + "; only a payout whose outcome is unknown is resolved");
            }
            return order;
        }

        private BankProfile profile(DecisionRequest request) {
            var profile = profiles.get(request.account());
            if (profile == null) {
                throw new DecisionRefused(Reason.UNKNOWN, "there is no account " + request.account());
            }
            return profile;
        }

        @Override
        public void apply(Tx tx, BankDecision decision) {
            var order = uncertain(tx, decision.request());
            var profile = profile(decision.request());
            var now = dependencies.clocks().instant();
            if (decision.verdict().equals(PAID)) {
                endings.settle(tx, profile, order, order.endToEndId(), now);
            } else {
                endings.reject(
                        tx,
                        profile,
                        order,
                        FailureCode.BANK_REJECTED,
                        "The bank did not pay it, as two people confirmed",
                        now);
            }
        }
    }

    /// Ends a file that the bank does not have.
    private record VoidFile(BankPayouts.Dependencies dependencies, VoidFiles voids) implements DecisionEffect {
        @Override
        public void check(Tx tx, DecisionRequest request) {
            unknownToTheBank(tx, request);
        }

        private static BankFile unknownToTheBank(Tx tx, DecisionRequest request) {
            requireVerdict(request, "void");
            var file = file(tx, request);
            if (file.state() != BankFile.State.TAKEN && file.state() != BankFile.State.DOUBTFUL) {
                throw DecisionRefused.notPossible("the file " + file.msgId() + " is "
                        + file.state().stored() + "; two people declare a file void that was taken or is doubtful");
            }
            requireNoWord(tx, file);
            return file;
        }

        /// The bank said nothing about the file: neither a status nor an entry.
        private static void requireNoWord(Tx tx, BankFile file) {
            boolean isNamed = file.delivery().status() != null
                    || HandStore.isBooked(tx, file.id())
                    || OrderStore.lockOfFile(tx, file.id()).stream()
                            .anyMatch(each -> each.state() != BankOrder.State.SEALED || each.status() != null);
            if (isNamed) {
                throw DecisionRefused.notPossible("a payout of the file " + file.msgId()
                        + " has a status, an entry or an end; resolve its payouts one by one");
            }
        }

        @Override
        public void apply(Tx tx, BankDecision decision) {
            var file = unknownToTheBank(tx, decision.request());
            voids.end(
                    tx,
                    file,
                    by(decision) + ": the bank does not have it",
                    dependencies.clocks().instant());
        }
    }

    /// Sends the orders of a file again that the bank refused for our account.
    private record Requeue(BankPayouts.Dependencies dependencies, VoidFiles voids) implements DecisionEffect {
        @Override
        public void check(Tx tx, DecisionRequest request) {
            refused(tx, request);
        }

        private static BankFile refused(Tx tx, DecisionRequest request) {
            requireVerdict(request, "requeue");
            var file = file(tx, request);
            if (file.maybeTwice()) {
                throw DecisionRefused.notPossible("the bank may have more than one copy of the file " + file.msgId()
                        + ", and refused one of them; resolve its payouts one by one");
            }
            var open = OrderStore.lockOfFile(tx, file.id()).stream()
                    .filter(each -> each.state() == BankOrder.State.SEALED)
                    .toList();
            boolean isRefused = !open.isEmpty()
                    && file.state() == BankFile.State.DELIVERED
                    && open.stream().allMatch(StatusReports::isRefusedWithItsFile)
                    && !HandStore.isBooked(tx, file.id());
            if (!isRefused) {
                throw DecisionRefused.notPossible("the bank did not refuse the file " + file.msgId()
                        + " as a whole for our account, or its payouts have ended");
            }
            return file;
        }

        @Override
        public void apply(Tx tx, BankDecision decision) {
            var file = refused(tx, decision.request());
            voids.end(
                    tx,
                    file,
                    by(decision) + ": the bank refused it as a whole",
                    dependencies.clocks().instant());
        }
    }
}
