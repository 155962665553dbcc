package dev.sluice.disbursement;

import dev.sluice.auth.AuthFixture;
import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.lane.BatchRun;
import dev.sluice.disbursement.lane.Command.ApplyOutcome;
import dev.sluice.disbursement.lane.Command.Cancel;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.Command.Force;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Claim;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.User;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.notification.Notifications;
import dev.sluice.policy.Policies;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.recipient.BankRules;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.screening.Screenings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The payout module over a real database, without HTTP and without a worker: a payout moves only on a test's command.
/// Several nodes may share the database.
public final class PayoutFixture implements AutoCloseable {
    static final UUID MAKER = new UUID(0, 7);
    static final Asset EUR = Asset.fiat("EUR", 2);
    public static final Asset IDR = Asset.fiat("IDR", 2);
    static final FeeSchedule FEE = new FeeSchedule(new BigDecimal("0.25"), new BigDecimal("1.5"));
    static final FeeSchedule FREE = new FeeSchedule(BigDecimal.ZERO, BigDecimal.ZERO);

    public final AuthFixture auth = new AuthFixture();
    /// True if recipients are screened.
    final boolean screens;

    public final Database database = auth.database.database();
    public final UUID organization = auth.clocks.newId();
    final List<Alerts.Alert> alerts = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final Node node;
    private final List<Node> siblings = new ArrayList<>();

    public PayoutFixture() {
        this(false);
    }

    PayoutFixture(boolean screens) {
        this.screens = screens;
        this.node = new Node(database, auth.clocks);
    }

    /// Returns another node, with connections of its own.
    Node sibling() {
        var sibling = new Node(Database.open(auth.database.address(), 4, null), new Clocks(auth.realClock));
        siblings.add(sibling);
        return sibling;
    }

    /// Returns a node on a machine with a clock ahead of all others.
    Node ahead(Duration by) {
        var clocks = Clocks.ofMachine(() -> auth.realClock.instant().plus(by));
        clocks.refresh(database);
        var ahead = new Node(Database.open(auth.database.address(), 4, null), clocks);
        siblings.add(ahead);
        return ahead;
    }

    public void fund(long units, Asset asset) {
        var money = new Money(BigInteger.valueOf(units), asset);
        database.run(tx -> new Funding(new Ledger(auth.clocks), auth.clocks).deposit(tx, organization, List.of(money)));
    }

    public void pass(Duration time) {
        auth.clocks.advance(database, time);
    }

    long available(Asset asset) {
        return new Statement(database)
                .balances(organization).stream()
                        .filter(each -> each.available().asset().equals(asset))
                        .mapToLong(each -> each.available().units().longValueExact())
                        .sum();
    }

    long held(Asset asset) {
        return new Statement(database)
                .balances(organization).stream()
                        .filter(each -> each.available().asset().equals(asset))
                        .mapToLong(each -> each.held().units().longValueExact())
                        .sum();
    }

    /// Returns the types of a payout's events, in order.
    List<String> events(UUID payout) {
        return database.read(
                handle -> handle.createQuery("SELECT type FROM event WHERE resource_id = :id" + " ORDER BY sequence")
                        .bind("id", payout)
                        .mapTo(String.class)
                        .list());
    }

    LedgerVerifier.Report audit() {
        return LedgerVerifier.verify(database, List.of(DisbursementModule.expected()));
    }

    /// Returns one item to pay.
    static Draft draft(int index, long units, Asset asset, FeeSchedule fee, @Nullable String reference) {
        var amount = new Money(BigInteger.valueOf(units), asset);
        var bank = new Payee.Bank(
                "Bank",
                "Erika Muster",
                "1234567",
                "BANK",
                RoutingNumbers.NONE,
                null,
                null,
                asset.code(),
                null,
                null,
                null,
                null,
                null);
        var payee = new Payee(new UUID(1, 2), null, "Erika Muster", bank, null);
        return new Draft(
                "disburseData[" + index + "]",
                amount,
                fee,
                PayeeDocument.of(payee),
                SandboxRail.NAME,
                null,
                null,
                reference,
                null);
    }

    /// Returns a claim by key; the same key with the same fingerprint is the same request.
    Claim claim(String key, int fingerprint) {
        return new Claim(organization, key, null, new byte[] {(byte) fingerprint}, "request-" + key);
    }

    Claim claim() {
        return claim(UUID.randomUUID().toString(), 0);
    }

    Create create(Claim claim, Draft... drafts) {
        return create(claim, false, drafts);
    }

    Create create(Claim claim, boolean duplicates, Draft... drafts) {
        return createBy(null, claim, duplicates, drafts);
    }

    /// Creates payouts as a person with a role, or as a program if there is no role.
    Create createBy(@Nullable Role role, Claim claim, boolean duplicates, Draft... drafts) {
        var caller = new Caller(organization, "Acme", MAKER, "till", EnumSet.allOf(Scope.class), role);
        return new Create(caller, List.of(drafts), duplicates, claim, PayoutFixture::created);
    }

    /// Creates payouts as a program, with the creator of its key.
    Create createByKeyOf(UUID keyMaker, Claim claim, Draft... drafts) {
        var caller = new Caller(organization, "Acme", MAKER, "till", EnumSet.allOf(Scope.class), null, keyMaker, null);
        return new Create(caller, List.of(drafts), false, claim, PayoutFixture::created);
    }

    /// Returns a user of the organization.
    User person(Role role) {
        if (auth.organizations.find(organization).isEmpty()) {
            auth.organizations.create(organization, "Acme", Switches.sandbox());
        }
        var address = UUID.randomUUID() + "@example.com";
        return auth.users.create(organization, address, "Rani", role).user();
    }

    Cancel cancel(UUID id, Claim claim) {
        return new Cancel(new PayoutRef(organization, id), true, claim, PayoutFixture::changed);
    }

    Force force(UUID id, Status status, Claim claim) {
        return new Force(new PayoutRef(organization, id), status, claim, PayoutFixture::changed);
    }

    public ApplyOutcome applyOutcome(UUID id, Outcome outcome) {
        return new ApplyOutcome(new PayoutRef(organization, id), outcome);
    }

    /// Creates one payout and returns its id.
    public UUID pay(long units, Asset asset) {
        return ids(node.disbursements.create(create(claim(), draft(0, units, asset, FEE, null))))
                .getFirst();
    }

    /// Returns the ids in an answer to a creation.
    static List<UUID> ids(Answer answer) {
        return lines(answer).map(line -> UUID.fromString(line.split(" ")[0])).toList();
    }

    /// Returns the balances in an answer to a creation: before and after each item.
    static List<Long> balances(Answer answer) {
        return lines(answer)
                .flatMap(line -> List.of(line.split(" ")).subList(1, 3).stream())
                .map(Long::valueOf)
                .toList();
    }

    static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static java.util.stream.Stream<String> lines(Answer answer) {
        return text(answer).lines();
    }

    static Answer created(List<Disbursement> payouts) {
        return answer(
                201,
                payouts.stream()
                        .map(each -> each.id() + " " + each.balanceBefore().units() + " "
                                + each.balanceAfter().units())
                        .collect(Collectors.joining("\n")));
    }

    private static Answer changed(Disbursement payout) {
        return answer(
                200,
                payout.id() + " " + payout.status() + " " + payout.progress().events());
    }

    private static Answer answer(int status, String text) {
        return new Answer(status, "text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        node.disbursements.close();
        siblings.forEach(each -> {
            each.disbursements.close();
            each.connections.close();
        });
        auth.close();
    }

    /// One node: its connections, its clock and its lanes.
    public final class Node {
        final Database connections;
        public final BatchRun.Parts parts;
        public final Disbursements disbursements;

        private Node(Database connections, Clocks clocks) {
            this.connections = connections;
            var rails = new Rails(List.of(new SandboxRail(connections, clocks)));
            var events = new Events(auth.vault);
            var alarm = new TamperAlarm(new Alerts(connections, clocks, (_, alert) -> alerts.add(alert)), meters);
            var screenings = new Screenings(connections, auth.vault, clocks, screens);
            var recipients = Recipients.wire(
                    connections,
                    auth.vault,
                    clocks,
                    new References(connections, Served.everything()),
                    auth.organizations,
                    rails,
                    events,
                    BankRules.sparing(_ -> true),
                    alarm,
                    screenings);
            var ledger = new Ledger(clocks);
            this.parts = new BatchRun.Parts(
                    new DisbursementStore(auth.vault),
                    ledger,
                    new IdempotentRequests(connections, auth.vault, clocks),
                    clocks,
                    events,
                    recipients,
                    new DisbursementModule.Rules(
                            new Policies(connections, clocks, ledger::lock),
                            Notifications.wire(connections, auth.vault, clocks),
                            alarm,
                            screenings),
                    rails,
                    _ -> "Acme");
            this.disbursements = new Disbursements(connections, parts);
        }

        /// Returns a worker of the node with some rails, none of them stopped.
        DisbursementWorker worker(Rail... rails) {
            return worker(new RailStops(connections), Set::of, rails);
        }

        /// @param frozen organizations with payouts that are submitted to no rail
        DisbursementWorker worker(RailStops stops, Supplier<Set<UUID>> frozen, Rail... rails) {
            return worker(disbursements, stops, frozen, rails);
        }

        DisbursementWorker worker(Disbursements payouts, RailStops stops, Supplier<Set<UUID>> frozen, Rail... rails) {
            return new DisbursementWorker(
                    connections,
                    payouts,
                    parts.store(),
                    new DisbursementWorker.RailGate(new Rails(List.of(rails)), stops, frozen, parts.rules()),
                    new PayoutStatusReports(auth.vault),
                    auth.clocks);
        }

        /// Returns the parts with other rails.
        BatchRun.Parts partsOn(List<Rail> rails) {
            return new BatchRun.Parts(
                    parts.store(),
                    parts.ledger(),
                    parts.idempotency(),
                    parts.clocks(),
                    parts.events(),
                    parts.recipients(),
                    parts.rules(),
                    new Rails(rails),
                    parts.organizationNames());
        }
    }
}
