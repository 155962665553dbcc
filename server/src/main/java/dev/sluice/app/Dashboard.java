package dev.sluice.app;

import dev.sluice.audit.Audits;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.DualControl;
import dev.sluice.change.OwnerMail;
import dev.sluice.checkout.CheckoutModule;
import dev.sluice.config.Config;
import dev.sluice.dashboard.BreachedPasswords;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DashboardModule;
import dev.sluice.dashboard.Drafts;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.NewPassword;
import dev.sluice.dashboard.SensitiveForms;
import dev.sluice.dashboard.Tokens;
import dev.sluice.dashboard.account.AccountPages;
import dev.sluice.dashboard.account.PasskeyPages;
import dev.sluice.dashboard.account.SecondFactorPages;
import dev.sluice.dashboard.audit.AuditPages;
import dev.sluice.dashboard.balance.BalancePages;
import dev.sluice.dashboard.balance.Payments;
import dev.sluice.dashboard.change.ChangePages;
import dev.sluice.dashboard.checkout.CheckoutPages;
import dev.sluice.dashboard.convert.ConversionPages;
import dev.sluice.dashboard.deposit.DepositFilePages;
import dev.sluice.dashboard.deposit.DepositPages;
import dev.sluice.dashboard.developer.DeveloperPages;
import dev.sluice.dashboard.home.HomePages;
import dev.sluice.dashboard.live.Kind;
import dev.sluice.dashboard.live.LivePages;
import dev.sluice.dashboard.live.Watcher;
import dev.sluice.dashboard.notification.NotificationPages;
import dev.sluice.dashboard.payout.NewPayoutPages;
import dev.sluice.dashboard.payout.PayoutDetailPages;
import dev.sluice.dashboard.payout.PayoutFilePages;
import dev.sluice.dashboard.payout.PayoutListPages;
import dev.sluice.dashboard.policy.ApprovalPages;
import dev.sluice.dashboard.policy.PolicyPages;
import dev.sluice.dashboard.recipient.RecipientPages;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.dashboard.settings.SettingsPages;
import dev.sluice.dashboard.signin.AccessMails;
import dev.sluice.dashboard.signin.MailPages;
import dev.sluice.dashboard.signin.PasskeySignInPages;
import dev.sluice.dashboard.signin.PasswordPages;
import dev.sluice.dashboard.signin.SignInPages;
import dev.sluice.dashboard.team.OwnershipPages;
import dev.sluice.dashboard.team.TeamPages;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.deposit.query.DepositLookup;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.deposit.DepositFiles;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.fileimport.recipient.RecipientFiles;
import dev.sluice.http.ErrorPages;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.VerificationRuns;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Users;
import dev.sluice.notification.NotificationModule;
import dev.sluice.notification.NotificationWorker;
import dev.sluice.notification.Notifications;
import dev.sluice.operator.Invitations;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.OperatorServices;
import dev.sluice.ownership.OwnerChangeWorker;
import dev.sluice.policy.Policies;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.recipient.PaidNumbers;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.requestlog.Entry;
import dev.sluice.requestlog.RequestFilter;
import dev.sluice.signin.SignInModule;
import dev.sluice.webhook.WebhookModule;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The dashboard's pages, by section.
///
/// @param verificationRuns verification runs that operators start
/// @param errorPages pages for unknown addresses
record Dashboard(
        SignInModule signIn,
        Mails mails,
        Audits audits,
        AuditWatch auditWatch,
        NotificationWorker notificationWorker,
        OwnerChangeWorker ownerChanges,
        Watcher watcher,
        VerificationRuns verificationRuns,
        List<Route> routes,
        List<ErrorPages> errorPages) {
    /// The services that pages use beyond the API.
    record Modules(
            Disbursements disbursements,
            Deposits deposits,
            PayoutPreparation payoutPreparation,
            PayoutFiles payoutFiles,
            RecipientFiles recipientFiles,
            Recipients recipients,
            DepositFiles depositFiles,
            DepositPreparation depositPreparation,
            WebhookModule webhook,
            CheckoutModule checkout,
            Notifications notifications,
            DeveloperPages.Modules developers,
            OperatorServices services,
            Approvals approvals,
            Policies policies,
            TamperAlarm alarm) {}

    /// @param api supplier of in-process API calls, available once all routes exist
    static Dashboard wire(
            CoreServices core,
            Modules modules,
            Users users,
            Config config,
            SecureRandom random,
            Supplier<InternalApi> api) {
        var mails = Mails.wire(core.database(), core.vault(), core.clocks(), config.mail());
        var signIn = signIn(core, users, mails, random);
        var audits = Audits.wire(core.database(), core.vault(), core.clocks());
        var tokens = tokens(core.references());
        var notice = NotificationModule.wire(
                core, modules.notifications(), users, mails, language -> Formats.inMail(language, tokens)::money);
        var wait = config.waitOfApprovers();
        var changes = new ChangeRequests(
                core.database(), core.vault(), core.clocks(), modules.notifications(), modules.alarm(), wait);
        var module = DashboardModule.wire(
                signIn.sessions(),
                audits,
                notice.unread(),
                tokens,
                sensitive(core, users, mails, changes, wait),
                api,
                core);
        var guard = module.guard();
        var routes = new ArrayList<>(module.routes());
        var accessMails = new AccessMails(guard, core.clocks()::realInstant);
        var ownership =
                Ownership.wire(core, config, users, signIn, mails, audits, modules.notifications(), accessMails);
        routes.addAll(new OwnershipPages(guard, ownership.decisions()).routes());
        routes.addAll(people(
                guard,
                core.organizations(),
                users,
                signIn,
                mails,
                new MailPages(guard, mails, config.baseUrl()),
                accessMails,
                new NewPassword(new BreachedPasswords(config.breaches(), core.clocks()::realInstant))));
        routes.addAll(new ChangePages(guard, changes, users, mails, core.clocks()::realInstant).routes());
        routes.addAll(payments(guard, core, modules, users));
        routes.addAll(new NotificationPages(guard, notice, core.references()).routes());
        routes.addAll(new SettingsPages(guard, core.organizations(), core.references(), modules.checkout()).routes());
        routes.addAll(money(guard, core, modules, users));
        routes.addAll(new DeveloperPages(guard, modules.developers(), core.baseUrl()).routes());
        routes.addAll(new AuditPages(
                        guard, audits, users, (organizationId, payout) -> fileOf(modules, organizationId, payout))
                .routes());
        routes.addAll(OperatorPages.routes(
                guard,
                modules.services(),
                new Invitations(ownership, signIn.people(), accessMails),
                SearchedModules.owners(modules)));
        var live = live(guard, core, modules, signIn);
        routes.addAll(live.routes());
        return new Dashboard(
                signIn,
                mails,
                audits,
                new AuditWatch(audits, modules.notifications(), core.organizations()),
                notice.worker(),
                ownership.worker(),
                live.watcher(),
                modules.services().verificationRuns(),
                routes,
                List.of(module.errorPages()));
    }

    private static LivePages live(DashboardGuard guard, CoreServices core, Modules modules, SignInModule signIn) {
        return new LivePages(
                guard,
                core.database(),
                core.clocks(),
                core.events(),
                modules.notifications(),
                signIn.sessions(),
                glances(modules));
    }

    private static SignInModule signIn(CoreServices core, Users users, Mails mails, SecureRandom random) {
        return SignInModule.wire(
                core.database(),
                core.vault(),
                core.clocks(),
                core.organizations(),
                core.directory(),
                users,
                mails,
                core.baseUrl(),
                random,
                core.sandbox());
    }

    private static SensitiveForms sensitive(
            CoreServices core, Users users, Mails mails, ChangeRequests changes, Duration approverWait) {
        return new SensitiveForms(
                changes,
                new DualControl(core.organizations(), users, core.clocks(), core.sandbox(), approverWait),
                new OwnerMail(core.organizations(), mails, core.baseUrl()),
                core.clocks()::realInstant);
    }

    private static Optional<UUID> fileOf(Modules modules, UUID organizationId, UUID payoutId) {
        return modules.disbursements().find(organizationId, payoutId).stream()
                .flatMap(
                        payout -> modules
                                .payoutFiles()
                                .imports()
                                .files()
                                .ofGroups(organizationId, List.of(payout.groupId()))
                                .values()
                                .stream())
                .map(ImportFile::id)
                .findFirst();
    }

    private static Tokens tokens(References references) {
        return code -> references
                .token(code)
                .map(token -> new Tokens.Name(token.symbol(), token.network().name()));
    }

    /// Returns digests of the states that open windows watch for changes.
    private static Map<Kind, Watcher.Glance> glances(Modules modules) {
        var reports = modules.webhook().reports();
        var payoutFiles = modules.payoutFiles();
        return Map.of(
                Kind.TOLD,
                (organization, payment) -> digest(reports.ofPayment(organization, payment)),
                Kind.BULK,
                (organization, id) -> digest(payoutFiles.imports().files().find(organization, id).stream()
                        .map(file -> List.of(file.state(), payoutFiles.progress(file)))
                        .toList()),
                Kind.IMPORT,
                glance(modules.recipientFiles().imports()),
                Kind.DEPOSIT_FILE,
                glance(modules.depositFiles().imports()),
                Kind.ENDPOINT,
                (organization, _) -> digest(List.of(modules.webhook().reports().health(organization))),
                Kind.REQUEST,
                (organization, _) ->
                        digest(modules.developers().requests().page(RequestFilter.of(organization), 1).stream()
                                .map(Entry::id)
                                .toList()),
                Kind.PROOF,
                (_, _) -> digest(modules.services().verificationRuns().newest(1)),
                Kind.DESK,
                (_, _) -> digest(modules.services().pendingState()));
    }

    private static Watcher.Glance glance(FileImport<?> imports) {
        return (organization, id) -> digest(imports.files().find(organization, id).stream()
                .map(file -> List.of(file.state(), imports.progress(file)))
                .toList());
    }

    private static String digest(List<?> balances) {
        return Integer.toString(balances.hashCode());
    }

    private static List<Route> people(
            DashboardGuard guard,
            Organizations organizations,
            Users users,
            SignInModule signIn,
            Mails mails,
            MailPages outbox,
            AccessMails accessMails,
            NewPassword newPassword) {
        var passwords = new PasswordPages(guard, signIn.links(), accessMails, mails, outbox, newPassword);
        var entrance = new SignInPages(guard, signIn, mails, outbox, passwords);
        return Stream.of(
                        entrance.routes(),
                        new PasskeySignInPages(guard, signIn.signIns(), entrance).routes(),
                        passwords.routes(),
                        outbox.routes(),
                        new AccountPages(guard, users, signIn, accessMails, newPassword).routes(),
                        new SecondFactorPages(guard, signIn.factors(), accessMails).routes(),
                        new PasskeyPages(guard, signIn.passkeys(), accessMails).routes(),
                        new TeamPages(guard, organizations, signIn.people(), accessMails, mails).routes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Route> payments(DashboardGuard guard, CoreServices core, Modules modules, Users users) {
        var statement = new Statement(core.database());
        var webhook = modules.webhook();
        return Stream.of(
                        new PayoutListPages(guard, modules.disbursements()).routes(),
                        new PayoutDetailPages(
                                        guard,
                                        core.clocks(),
                                        modules.disbursements(),
                                        statement,
                                        webhook.reports(),
                                        modules.approvals(),
                                        modules.payoutFiles())
                                .routes(),
                        new ApprovalPages(guard, modules.approvals(), modules.payoutFiles(), users).routes(),
                        new PolicyPages(guard, modules.policies(), core.references(), core.clocks()).routes(),
                        new NewPayoutPages(
                                        guard,
                                        core.clocks(),
                                        modules.payoutPreparation(),
                                        core.references(),
                                        modules.recipients(),
                                        new Drafts(core.vault(), core.clocks()::realInstant))
                                .routes(),
                        new PayoutFilePages(guard, modules.payoutFiles(), core.references()).routes(),
                        new DepositPages(
                                        guard,
                                        core.references(),
                                        modules.depositPreparation(),
                                        statement,
                                        webhook.reports())
                                .routes(),
                        new DepositFilePages(guard, modules.depositFiles(), core.references()).routes(),
                        new CheckoutPages(
                                        guard,
                                        core.references(),
                                        modules.checkout().links())
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Route> money(DashboardGuard guard, CoreServices core, Modules modules, Users users) {
        return Stream.of(
                        new HomePages(
                                        guard,
                                        core.clocks(),
                                        modules.disbursements(),
                                        modules.deposits(),
                                        modules.approvals(),
                                        modules.webhook().reports())
                                .routes(),
                        new BalancePages(
                                        guard,
                                        new Payments(modules.disbursements(), new DepositLookup(core.database())))
                                .routes(),
                        new RecipientPages(
                                        guard,
                                        core.clocks(),
                                        new PaidNumbers(modules.recipients()),
                                        modules.recipientFiles())
                                .routes(),
                        new ConversionPages(
                                        guard,
                                        core.clocks(),
                                        core.references(),
                                        new Statement(core.database()),
                                        modules.webhook().reports())
                                .routes(),
                        new SearchPages(guard, SearchedModules.of(core, modules, users)).routes())
                .flatMap(List::stream)
                .toList();
    }
}
