package dev.sluice.disbursement;

import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.create.CreatePayouts;
import dev.sluice.disbursement.create.CryptoRequests;
import dev.sluice.disbursement.create.DisbursementRequests;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.disbursement.lane.BatchRun;
import dev.sluice.disbursement.proof.ProofLink;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.query.BacklogStore;
import dev.sluice.disbursement.reconciliation.Charging;
import dev.sluice.disbursement.reconciliation.Discrepancies;
import dev.sluice.disbursement.reconciliation.PayoutBooks;
import dev.sluice.disbursement.reconciliation.StuckPayouts;
import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Statement;
import dev.sluice.notification.Notifications;
import dev.sluice.policy.Policies;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
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

public record DisbursementModule(
        Disbursements disbursements,
        PayoutPreparation payoutPreparation,
        Approvals approvals,
        List<Route> routes,
        DisbursementWorker worker,
        Charging charging,
        Backlog backlog,
        StuckPayouts stuck,
        Discrepancies discrepancies) {
    private static final String LINK_PURPOSE = "disbursement/proof";

    /// Policies of organizations, notices for approvers and operators, and the checks of payouts.
    ///
    /// @param alarm reports payouts with rows that were altered in the database
    /// @param screenings decides which payees pass
    public record Rules(Policies policies, Notifications notifications, TamperAlarm alarm, Screenings screenings) {
        /// Returns the stage of a payout that needs no approval, or has it.
        public DisbursementState.Stage released() {
            return screenings.isOn() ? DisbursementState.Stage.SCREENING : DisbursementState.Stage.QUEUED;
        }
    }

    /// @param stops the rails that an operator has stopped
    public static DisbursementModule wire(
            CoreServices core,
            Recipients recipients,
            Rules rules,
            Rails rails,
            PayoutStatusReports reports,
            RailStops stops) {
        Function<UUID, String> names = id -> id.equals(Ledger.PLATFORM)
                ? Repayment.HOUSE_NAME
                : core.organizations().get(id).name();
        var store = new DisbursementStore(core.vault());
        var disbursements = new Disbursements(
                core.database(),
                new BatchRun.Parts(
                        store,
                        core.ledger(),
                        core.idempotency(),
                        core.clocks(),
                        core.events(),
                        recipients,
                        rules,
                        rails,
                        names));
        var proofs = new ProofDocuments(
                disbursements, names, new ProofLink(core.vault().key(LINK_PURPOSE)), core.baseUrl(), core.sandbox());
        var statement = new Statement(core.database());
        var creations = new CreatePayouts(disbursements, core.organizations(), rules.policies(), statement);
        var fiat = new DisbursementRequests(core.references(), recipients, rails);
        var crypto = new CryptoRequests(core.references(), rails);
        var routes = new ArrayList<Route>();
        routes.addAll(new DisbursementRoutes(
                        core.guard(), core.envelope(), disbursements, fiat, creations, proofs, core.sandbox())
                .routes());
        routes.addAll(new CryptoRoutes(core.guard(), core.envelope(), disbursements, creations, crypto).routes());
        var means = new DisbursementWorker.RailGate(rails, stops, core.organizations()::frozen, rules);
        var worker = new DisbursementWorker(core.database(), disbursements, store, means, reports, core.clocks());
        var charging = new Charging(core.database(), core.ledger(), core.clocks());
        var backlog = new Backlog(core.database(), new BacklogStore(store), means::withheld);
        var stuck = new StuckPayouts(core.database(), store, core.clocks(), rules.notifications());
        var preparation = new PayoutPreparation(core.database(), fiat, crypto, creations, core.idempotency());
        var approvals = new Approvals(core.database(), disbursements);
        var discrepancies = new Discrepancies(core.database(), store);
        return new DisbursementModule(
                disbursements, preparation, approvals, routes, worker, charging, backlog, stuck, discrepancies);
    }

    /// Reports each payout under way with a row or an approval that the service did not write.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        new DisbursementMacStore(vault).prove(snapshot, fault);
    }

    /// The transfers and the rails' orders that follow from the payouts of a database.
    public static LedgerVerifier.Payments expected(RailBooks... rails) {
        return new PayoutBooks(List.of(rails));
    }

    /// Returns the same for charges without a payout.
    public static LedgerVerifier.Payments charges() {
        return Charging.expected();
    }
}
