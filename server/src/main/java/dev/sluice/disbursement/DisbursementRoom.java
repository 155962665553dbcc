package dev.sluice.disbursement;

import dev.sluice.auth.Guard;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.proof.ProofLink;
import dev.sluice.event.Events;
import dev.sluice.http.Envelope;
import dev.sluice.http.Route;
import dev.sluice.ledger.Audit;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Organizations;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Sightings;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.replay.Replays;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/// The room, wired: the payouts, their endpoints and their worker.
public record DisbursementRoom(Disbursements disbursements, List<Route> routes, DisbursementWorker worker) {
    private static final String LINK_PURPOSE = "disbursement/proof";

    /// What the room stands on.
    public record Ground(
            Database database,
            Vault vault,
            Clocks clocks,
            Replays replays,
            Events events,
            Ledger ledger,
            Organizations organizations,
            References references,
            Recipients recipients,
            Rails rails,
            Sightings sightings) {}

    public static DisbursementRoom wire(
            Ground ground, Guard guard, Envelope envelope, Supplier<URI> baseUrl, boolean sandbox) {
        Function<UUID, String> names = id -> ground.organizations().get(id).name();
        var store = new DisbursementStore(ground.vault());
        var disbursements = new Disbursements(
                ground.database(),
                new BatchRun.Parts(
                        store,
                        ground.ledger(),
                        ground.replays(),
                        ground.clocks(),
                        ground.events(),
                        ground.recipients(),
                        ground.rails(),
                        names));
        var proofs = new ProofDocuments(
                disbursements, names, new ProofLink(ground.vault().key(LINK_PURPOSE)), baseUrl, sandbox);
        var routes = new DisbursementRoutes(
                        guard,
                        envelope,
                        disbursements,
                        new DisbursementRequests(ground.references(), ground.recipients(), ground.rails()),
                        ground.organizations(),
                        proofs,
                        sandbox)
                .routes();
        var worker = new DisbursementWorker(
                ground.database(), disbursements, store, ground.rails(), ground.sightings(), ground.clocks());
        return new DisbursementRoom(disbursements, routes, worker);
    }

    /// What the payouts of a database should have moved in its books.
    public static Audit.Payments expected() {
        return PlacementStore::forEachPage;
    }
}
