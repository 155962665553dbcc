package dev.sluice.app;

import dev.sluice.auth.DemoSeed;
import dev.sluice.change.SecondPerson;
import dev.sluice.checkout.CheckoutModule;
import dev.sluice.config.Config;
import dev.sluice.convert.ConvertModule;
import dev.sluice.dashboard.FormIds;
import dev.sluice.dashboard.developer.DeveloperPages;
import dev.sluice.deposit.DepositModule;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.event.Events;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.deposit.DepositFileModule;
import dev.sluice.fileimport.payout.PayoutFileModule;
import dev.sluice.fileimport.recipient.RecipientFileModule;
import dev.sluice.http.Envelope;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerRoutes;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.VerificationRuns;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.Users;
import dev.sluice.node.Nodes;
import dev.sluice.notification.Notifications;
import dev.sluice.operator.OperatorServices;
import dev.sluice.page.Pages;
import dev.sluice.policy.Policies;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.SandboxClockRoutes;
import dev.sluice.rail.sandbox.SandboxPayRoutes;
import dev.sluice.rail.sandbox.WalletRoutes;
import dev.sluice.rate.Rates;
import dev.sluice.recipient.RecipientRoutes;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.Logos;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.ReferenceRoutes;
import dev.sluice.reference.References;
import dev.sluice.requestlog.RequestLog;
import dev.sluice.screening.CheckKind;
import dev.sluice.webhook.WebhookModule;
import dev.sluice.webhook.delivery.Backlog;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The composition root: every room, wired by hand, from the ground up.
final class App implements AutoCloseable {
    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);
    private static final Duration ABOUT_A_SECOND = Duration.ofSeconds(1);
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(2);
    private static final Duration SELDOM = Duration.ofMinutes(1);
    private static final Duration RARELY = Duration.ofHours(3);

    private final Screening screening;
    private final Rates rates;
    private final Recipients recipients;
    private final Policies policies;
    private final DisbursementModule disbursement;
    private final ConvertModule convert;
    private final DepositModule deposit;
    private final CheckoutModule checkout;
    private final WebhookModule webhook;
    private final PayoutFileModule payoutFiles;
    private final RecipientFileModule recipientFiles;
    private final DepositFileModule depositFiles;
    private final RequestLog requests;
    private final Dashboard dashboard;
    private final ConfiguredRails rails;
    private final Routes routes;
    private final InternalApi internalApi;
    private final DemoSeed demo;
    private final DemoBalances balances;
    private final Workers workers;
    private final Nodes nodes;

    /// Public side of this node: its base URL, the routes besides payments, and the envelope of all responses.
    ///
    /// @param pressed true if many requests wait for their responses
    record Front(Supplier<URI> baseUrl, List<Route> serviceRoutes, Envelope envelope, BooleanSupplier pressed) {}

    App(Config config, Infrastructure infra, Front front, ConfiguredRails.Simulator simulator) {
        boolean sandbox = config.environment() == Config.Environment.SANDBOX;
        var database = infra.database();
        var clocks = infra.clocks();
        this.workers = new Workers(clocks::realInstant, front.pressed());
        var idempotency = new IdempotentRequests(database, infra.vault(), clocks);
        var directory = TenantDirectory.wire(database);
        var organizations = Organizations.wire(database, clocks);
        var users = Users.wire(database, clocks, directory, infra.random());
        var notifications = Notifications.wire(database, infra.vault(), clocks);
        var programs = Programs.wire(infra, directory, notifications, sandbox);
        this.requests = RequestLog.wire(database, clocks, config.requestLog(), infra.meters());
        var guard = programs.guard(config, clocks, organizations, idempotency, front.envelope(), requests);
        var inboxes = ConfiguredRails.inboxes(infra, notifications);
        new ReferenceLoader(database, clocks).load();
        var merchants = new ConfiguredRails.Merchants(directory, organizations);
        this.rails = ConfiguredRails.wire(config, infra, front.baseUrl(), merchants, inboxes, simulator);
        this.nodes = workers.nodes(infra, rails.health());
        var references = new References(database, Capabilities.served(rails));
        this.rates = Rates.wire(references, clocks, config.rates(), infra.meters());
        var common = new CoreServices(
                database,
                infra.vault(),
                clocks,
                idempotency,
                new Events(infra.vault()),
                new Ledger(clocks),
                organizations,
                directory,
                references,
                rates,
                guard,
                front.envelope(),
                front.baseUrl(),
                sandbox);
        this.policies = new Policies(database, clocks, common.ledger()::lock);
        this.screening = new Screening(config, infra, notifications);
        var rules = screening.rules(policies);
        var reporting = reporting(config, common, users, notifications, rules.alarm());
        this.recipients = recipients(common, rails, rules);
        this.disbursement = DisbursementModule.wire(
                common, recipients, rules, rails.payouts(), inboxes.statusReports(), rails.stops());
        this.convert = ConvertModule.wire(common);
        var payins = new DepositModule.Payins(
                rails.payins(), inboxes.incomingPayments(), notifications, rules.alarm(), screening.checks());
        var payouts = disbursement.disbursements();
        this.deposit = DepositModule.wire(common, payins, rails.payouts(), payouts, convert.quotes(), infra.random());
        var invoices = new SandboxInvoices(deposit.deposits(), organizations, rails.banks()::isOwn);
        var customers = Customers.of(database, clocks, references, rails.banks(), invoices);
        this.checkout = CheckoutModule.wire(
                common, deposit, infra.random(), sandbox ? Optional.of(customers::pay) : Optional.empty());
        this.webhook = WebhookModule.wire(common, reporting, config.webhookLoopback(), infra.random(), infra.meters());
        FileMac.Alarm altered = (organization, file) -> rules.alarm().raise("file", organization, file);
        rules.alarm().expect("file");
        this.payoutFiles = PayoutFileModule.wire(common, disbursement.payoutPreparation(), users, altered);
        this.recipientFiles =
                RecipientFileModule.wire(database, infra.vault(), clocks, organizations, users, recipients, altered);
        this.depositFiles = DepositFileModule.wire(common, deposit.depositPreparation(), users, altered);
        this.dashboard = Dashboard.wire(
                common, shown(common, reporting, users, programs), users, config, infra.random(), this::inward);
        this.routes = routes(common, front.serviceRoutes(), customers);
        this.internalApi = new InternalApi(routes, front.envelope());
        this.demo = DemoSeed.wire(
                database, infra.vault(), organizations, users, directory, programs.clients(), programs.keys());
        this.balances = new DemoBalances(new Funding(common.ledger(), clocks), references);
        staff(config, infra, common, idempotency, directory);
    }

    private static Recipients recipients(CoreServices common, ConfiguredRails rails, DisbursementModule.Rules rules) {
        return Recipients.wire(
                common.database(),
                common.vault(),
                common.clocks(),
                common.references(),
                common.organizations(),
                rails.payouts(),
                common.events(),
                Capabilities.bankRules(common.sandbox()),
                rules.alarm(),
                rules.screenings());
    }

    private void staff(
            Config config,
            Infrastructure infra,
            CoreServices common,
            IdempotentRequests idempotency,
            TenantDirectory directory) {
        startNodeTasks(infra, common.references());
        var state = StateMeters.of(infra, common, rails, nodes, disbursement, deposit, dashboard);
        regularly("metrics", SELDOM, state::read);
        if (config.workers()) {
            work(infra, idempotency, directory);
        }
    }

    private static WebhookModule.Reporting reporting(
            Config config, CoreServices common, Users users, Notifications notifications, TamperAlarm alarm) {
        return new WebhookModule.Reporting(
                notifications, alarm, SecondPerson.wire(common, users, notifications, alarm, config.waitOfApprovers()));
    }

    /// Services for pages beyond the API.
    private Dashboard.Modules shown(
            CoreServices common, WebhookModule.Reporting reporting, Users users, Programs programs) {
        return new Dashboard.Modules(
                disbursement.disbursements(),
                deposit.deposits(),
                disbursement.payoutPreparation(),
                payoutFiles.files(),
                recipientFiles.files(),
                recipients,
                depositFiles.files(),
                deposit.depositPreparation(),
                webhook,
                checkout,
                reporting.notifications(),
                new DeveloperPages.Modules(
                        webhook.reports(),
                        programs.clients(),
                        programs.keys(),
                        requests,
                        new FormIds(common.vault(), common.clocks()::newId)),
                deck(common, reporting.notifications(), users, programs),
                disbursement.approvals(),
                policies,
                reporting.alarm());
    }

    /// Services for the operator pages.
    private OperatorServices deck(CoreServices common, Notifications notifications, Users users, Programs programs) {
        return new OperatorServices(
                common,
                nodes,
                new OperatorServices.Queues(disbursement.backlog(), new Backlog(common.database(), common.events())),
                new OperatorServices.People(users, programs.clients()),
                new OperatorServices.Payouts(disbursement.disbursements(), disbursement.discrepancies(), policies),
                new OperatorServices.RailServices(rails.payouts(), rails.payins(), rails.stops(), notifications),
                deposit.paymentReviews(),
                new VerificationRuns(common.database(), common.clocks(), AuditSources.payments(common.vault())),
                screening.checks(),
                rails.banks().services());
    }

    private Routes routes(CoreServices common, List<Route> serviceRoutes, Customers customers) {
        var guard = common.guard();
        var envelope = common.envelope();
        var idempotency = common.idempotency();
        var all = new ArrayList<Route>(serviceRoutes);
        all.addAll(ReferenceRoutes.routes(
                guard,
                envelope,
                common.references(),
                new Logos(() -> common.baseUrl().get().toString()),
                method -> DepositModule.isOpen(rails.payins(), method)));
        all.addAll(RecipientRoutes.routes(guard, recipients, idempotency, envelope));
        all.addAll(LedgerRoutes.routes(
                guard, envelope, new Statement(common.database()), disbursement.disbursements()::statuses));
        all.addAll(disbursement.routes());
        all.addAll(convert.routes());
        all.addAll(deposit.routes());
        all.addAll(Pages.routes());
        all.addAll(checkout.routes());
        all.addAll(webhook.routes());
        all.addAll(dashboard.routes());
        all.addAll(
                SandboxPayRoutes.wire(guard, idempotency, envelope, customers, customers.invoices(), common.sandbox()));
        if (common.sandbox()) {
            all.addAll(WalletRoutes.wire(common.database(), new Pages(), customers, customers.invoices()));
        }
        all.addAll(SandboxClockRoutes.wire(
                guard, idempotency, envelope, common.database(), common.clocks(), common.sandbox()));
        return new Routes(all, dashboard.errorPages());
    }

    /// Starts the work that every node does for itself.
    private void startNodeTasks(Infrastructure infra, References references) {
        if (infra.embedded() != null) {
            regularly("embedded-database", NOW_AND_THEN, infra::restartDatabase);
        }
        regularly("references", NOW_AND_THEN, references::refresh);
        rates.polls().forEach(poll -> regularly("rate-" + poll.source(), NOW_AND_THEN, poll.step()));
        screening.refreshTask().ifPresent(step -> regularly("screening-list", NOW_AND_THEN, step));
        regularly("rail-stops", NOW_AND_THEN, rails.stops()::refresh);
        regularly("rails", NOW_AND_THEN, () -> {
            if (rails.refresh()) {
                references.reload();
            }
        });
        regularly("request-log", ABOUT_A_SECOND, requests::flush);
        workers.every("live", HALF_A_SECOND, dashboard.watcher()::step);
        workers.every("vault-keys", SELDOM, infra::renewKeys);
        regularly("clock", NOW_AND_THEN, () -> infra.clocks().refresh(infra.database()));
    }

    /// Runs a step regularly, without an immediate repetition.
    private void regularly(String name, Duration pause, Runnable step) {
        workers.every(name, pause, () -> {
            step.run();
            return false;
        });
    }

    /// Runs a step that deletes or ends old records.
    private void sweeping(Infrastructure infra, String name, Duration pause, BooleanSupplier step) {
        workers.every(name, pause, infra.clocks().careful(infra.database(), step));
    }

    /// Starts the work that any node does for the whole deployment.
    private void work(Infrastructure infra, IdempotentRequests idempotency, TenantDirectory directory) {
        // Two workers, so that one queries its rail while the other stores reports.
        workers.every("disbursement-1", OFTEN, disbursement.worker()::step);
        workers.every("disbursement-2", OFTEN, disbursement.worker()::step);
        screening.work(
                workers,
                Map.of(
                        CheckKind.PAYOUT,
                        disbursement.disbursements()::screened,
                        CheckKind.DEPOSIT,
                        deposit.worker()::screened));
        workers.every("disbursement-reports", OFTEN, disbursement.worker()::read);
        workers.every("stuck-payouts", NOW_AND_THEN, disbursement.stuck()::step);
        workers.every("charges", NOW_AND_THEN, disbursement.charging()::step);
        workers.every("deposit-payments", OFTEN, deposit.worker()::read);
        sweeping(infra, "deposit-expiry", OFTEN, deposit.worker()::expire);
        workers.every("deposit-recovery", NOW_AND_THEN, deposit.worker()::recover);
        sweeping(infra, "checkout-sweep", NOW_AND_THEN, checkout.deleteExpired());
        workers.every("webhook-dispatcher", OFTEN, webhook.dispatcher()::step);
        sweeping(infra, "policy-sweep", SELDOM, policies::deleteExpired);
        sweeping(infra, "webhook-sweep", SELDOM, webhook.deleteExpired());
        sweeping(infra, "audit-chain", NOW_AND_THEN, dashboard.audits()::link);
        sweeping(infra, "audit-watch", RARELY, dashboard.auditWatch()::step);
        sweeping(infra, "sign-in-sweep", SELDOM, dashboard.signIn()::deleteExpired);
        workers.every("mail", NOW_AND_THEN, dashboard.mails()::step);
        sweeping(infra, "mail-sweep", SELDOM, dashboard.mails()::deleteExpired);
        sweeping(infra, "owner-changes", NOW_AND_THEN, dashboard.ownerChanges()::step);
        workers.every("notifications", NOW_AND_THEN, dashboard.notificationWorker()::step);
        sweeping(infra, "notification-sweep", SELDOM, dashboard.notificationWorker()::deleteExpired);
        workers.every("payout-files", OFTEN, payoutFiles.worker()::step);
        workers.every("recipient-files", OFTEN, recipientFiles.worker()::step);
        workers.every("deposit-files", OFTEN, depositFiles.worker()::step);
        sweeping(infra, "file-sweep", SELDOM, payoutFiles.files().imports().files()::deleteExpired);
        sweeping(infra, "request-log-sweep", SELDOM, requests::deleteExpired);
        sweeping(infra, "quote-sweep", SELDOM, convert.deleteExpired());
        BooleanSupplier routeSweep =
                () -> directory.deleteExpired(infra.clocks().instant()) > 0;
        sweeping(infra, "directory-sweep", SELDOM, routeSweep);
        sweeping(infra, "idempotency-sweep", SELDOM, idempotency::deleteExpired);
        rails.work(workers);
    }

    Routes routes() {
        return routes;
    }

    InternalApi inward() {
        return internalApi;
    }

    /// Creates the demo organization at the first start, and returns its credentials.
    DemoSeed.Demo seedDemo() {
        return demo.seed(balances::open);
    }

    Workers workers() {
        return workers;
    }

    /// Starts the workers' steps, and announces this node to the others.
    void startWorkers() {
        regularly("node", Nodes.BEAT, nodes::recordSeen);
        workers.start();
    }

    /// Stops the workers, deregisters this node, and finishes the commands in the lanes. If the deregistration
    /// fails, the node counts as missing and is deleted after a while.
    @Override
    public void close() {
        Shutdown.inTurn(
                workers::close,
                dashboard.verificationRuns()::close,
                nodes::leave,
                requests::close,
                webhook.dispatcher()::close,
                rails::close,
                disbursement.disbursements()::close,
                deposit.deposits()::close,
                convert.conversions()::close,
                screening::close,
                recipients::close,
                rates::close);
    }
}
