package dev.sluice.disbursement;

import dev.sluice.db.Tx;
import dev.sluice.disbursement.proof.ProofLink;
import dev.sluice.http.Route;
import dev.sluice.ledger.Audit;
import dev.sluice.ledger.Ground;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.Statement;
import dev.sluice.notice.Notices;
import dev.sluice.policy.Policies;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Sightings;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.recipient.Recipients;
import dev.sluice.screening.Screenings;
import dev.sluice.vault.Vault;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
/// The room, wired: the payouts, their endpoints and their workers.

public record DisbursementRoom(
        Disbursements disbursements,
        Orders orders,
        Approvals approvals,
        List<Route> routes,
        DisbursementWorker worker,
        Charging charging,
        Backlog backlog,
        StuckPayouts stuck,
        Discrepancies discrepancies,
        EarlierPayouts earlier) {
    private static final String LINK_PURPOSE = "disbursement/proof";

    /// Policies of organizations, notices for approvers and operators, and the checks of payouts.
    ///
    /// @param alarm reports payouts with rows that were altered in the database
    /// @param screenings decides which payees pass
    public record Rules(Policies policies, Notices notices, TamperAlarm alarm, Screenings screenings) {
        /// Returns the stage of a payout that needs no approval, or has it.
        DisbursementState.Stage released() {
            return screenings.isOn() ? DisbursementState.Stage.SCREENING : DisbursementState.Stage.QUEUED;
        }
    }

    /// @param stops the rails that an operator has stopped
    public static DisbursementRoom wire(
            Ground ground, Recipients recipients, Rules rules, Rails rails, Sightings sightings, RailStops stops) {
        Function<UUID, String> names = id -> id.equals(Ledger.HOUSE)
                ? Repayment.HOUSE_NAME
                : ground.organizations().get(id).name();
        var store = new DisbursementStore(ground.vault());
        var disbursements = new Disbursements(
                ground.database(),
                new BatchRun.Parts(
                        store,
                        ground.ledger(),
                        ground.replays(),
                        ground.clocks(),
                        ground.events(),
                        recipients,
                        rules,
                        rails,
                        names));
        var proofs = new ProofDocuments(
                disbursements,
                names,
                new ProofLink(ground.vault().key(LINK_PURPOSE)),
                ground.baseUrl(),
                ground.sandbox());
        var statement = new Statement(ground.database());
        var creations = new Creations(disbursements, ground.organizations(), rules.policies(), statement);
        var fiat = new DisbursementRequests(ground.references(), recipients, rails);
        var crypto = new CryptoRequests(ground.references(), rails);
        var routes = new ArrayList<Route>();
        routes.addAll(new DisbursementRoutes(
                        ground.guard(), ground.envelope(), disbursements, fiat, creations, proofs, ground.sandbox())
                .routes());
        routes.addAll(new CryptoRoutes(ground.guard(), ground.envelope(), disbursements, creations, crypto).routes());
        var means = new DisbursementWorker.Means(rails, stops, ground.organizations()::frozen, rules);
        var worker = new DisbursementWorker(ground.database(), disbursements, store, means, sightings, ground.clocks());
        var charging = new Charging(ground.database(), ground.ledger(), ground.clocks());
        var backlog = new Backlog(ground.database(), new BacklogStore(store), means::kept);
        var stuck = new StuckPayouts(ground.database(), store, ground.clocks(), rules.notices());
        var orders = new Orders(ground.database(), fiat, crypto, creations, ground.replays());
        var approvals = new Approvals(ground.database(), disbursements);
        var discrepancies = new Discrepancies(ground.database(), store);
        var earlier = new EarlierPayouts(ground.database(), new EarlierStore(ground.vault()));
        return new DisbursementRoom(
                disbursements, orders, approvals, routes, worker, charging, backlog, stuck, discrepancies, earlier);
    }

    /// Makes the MACs of payouts that a version without any has left open.
    public static void adopt(Tx tx, Vault vault) {
        new MacStore(vault).adopt(tx);
    }

    /// Reports each payout under way with a row or an approval that the service did not write.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        new MacStore(vault).prove(snapshot, fault);
    }

    /// The transfers and the rails' orders that follow from the payouts of a database.
    public static Audit.Payments expected(RailBooks... rails) {
        return new PayoutBooks(List.of(rails));
    }

    /// Returns the same for charges without a payout.
    public static Audit.Payments charges() {
        return Charging.expected();
    }
}
