package dev.sluice;

import dev.sluice.audit.Audits;
import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.Bulks;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.DualControl;
import dev.sluice.change.OwnerMail;
import dev.sluice.checkout.CheckoutRoom;
import dev.sluice.dashboard.Breaches;
import dev.sluice.dashboard.DashboardRoom;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Drafts;
import dev.sluice.dashboard.Look;
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
import dev.sluice.dashboard.notice.NoticePages;
import dev.sluice.dashboard.operator.Deck;
import dev.sluice.dashboard.operator.Invitations;
import dev.sluice.dashboard.operator.OperatorPages;
import dev.sluice.dashboard.payout.BulkPages;
import dev.sluice.dashboard.payout.NewPayoutPages;
import dev.sluice.dashboard.payout.PayoutDetailPages;
import dev.sluice.dashboard.payout.PayoutListPages;
import dev.sluice.dashboard.policy.ApprovalPages;
import dev.sluice.dashboard.policy.PolicyPages;
import dev.sluice.dashboard.recipient.RecipientPages;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.dashboard.settings.SettingsPages;
import dev.sluice.dashboard.signin.Letters;
import dev.sluice.dashboard.signin.OutboxPages;
import dev.sluice.dashboard.signin.PasskeySignInPages;
import dev.sluice.dashboard.signin.PasswordPages;
import dev.sluice.dashboard.signin.SignInPages;
import dev.sluice.dashboard.team.OwnershipPages;
import dev.sluice.dashboard.team.TeamPages;
import dev.sluice.deposit.DepositLookup;
import dev.sluice.deposit.DepositOrders;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.intake.DepositFiles;
import dev.sluice.disbursement.Approvals;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.Orders;
import dev.sluice.http.ErrorPages;
import dev.sluice.http.Inward;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ground;
import dev.sluice.ledger.Proofs;
import dev.sluice.ledger.Statement;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Users;
import dev.sluice.notice.NoticeRoom;
import dev.sluice.notice.NoticeWorker;
import dev.sluice.notice.Notices;
import dev.sluice.ownership.OwnerChangeWorker;
import dev.sluice.policy.Policies;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.recipient.PaidNumbers;
import dev.sluice.recipient.Recipients;
import dev.sluice.recipient.intake.Intakes;
import dev.sluice.reference.References;
import dev.sluice.requestlog.Entry;
import dev.sluice.requestlog.RequestFilter;
import dev.sluice.sheet.file.Intake;
import dev.sluice.signin.SignInRoom;
import dev.sluice.webhook.WebhookRoom;
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
/// @param proofs verification runs that operators start
/// @param errorPages pages for unknown addresses
record Dashboard(
        SignInRoom signIn,
        Mails mails,
        Audits audits,
        AuditWatch auditWatch,
        NoticeWorker notices,
        OwnerChangeWorker ownerChanges,
        Watcher watcher,
        Proofs proofs,
        List<Route> routes,
        List<ErrorPages> errorPages) {
    /// The services that pages use beyond the API.
    record Rooms(
            Disbursements disbursements,
            Deposits deposits,
            Orders orders,
            Bulks bulks,
            Intakes intakes,
            Recipients recipients,
            DepositFiles depositFiles,
            DepositOrders depositOrders,
            WebhookRoom webhook,
            CheckoutRoom checkout,
            Notices notices,
            DeveloperPages.Rooms developers,
            Deck deck,
            Approvals approvals,
            Policies policies,
            TamperAlarm alarm) {}

    /// @param api supplier of in-process API calls, available once all routes exist
    static Dashboard wire(
            Ground ground, Rooms rooms, Users users, Config config, SecureRandom random, Supplier<Inward> api) {
        var mails = Mails.wire(ground.database(), ground.vault(), ground.clocks(), config.mail());
        var signIn = signIn(ground, users, mails, random);
        var audits = Audits.wire(ground.database(), ground.vault(), ground.clocks());
        var tokens = tokens(ground.references());
        var notice = NoticeRoom.wire(
                ground, rooms.notices(), users, mails, language -> Look.inMail(language, tokens)::money);
        var wait = config.waitOfApprovers();
        var changes = new ChangeRequests(
                ground.database(), ground.vault(), ground.clocks(), rooms.notices(), rooms.alarm(), wait);
        var room = DashboardRoom.wire(
                signIn.sessions(),
                audits,
                notice.bell(),
                tokens,
                sensitive(ground, users, mails, changes, wait),
                api,
                ground);
        var door = room.door();
        var routes = new ArrayList<>(room.routes());
        var letters = new Letters(door, ground.clocks()::realInstant);
        var ownership = Ownership.wire(ground, config, users, signIn, mails, audits, rooms.notices(), letters);
        routes.addAll(new OwnershipPages(door, ownership.decisions()).routes());
        routes.addAll(people(
                door,
                ground.organizations(),
                users,
                signIn,
                mails,
                new OutboxPages(door, mails, config.baseUrl()),
                letters,
                new NewPassword(new Breaches(config.breaches(), ground.clocks()::realInstant))));
        routes.addAll(new ChangePages(door, changes, users, mails, ground.clocks()::realInstant).routes());
        routes.addAll(payments(door, ground, rooms, users));
        routes.addAll(new NoticePages(door, notice, ground.references()).routes());
        routes.addAll(new SettingsPages(door, ground.organizations(), ground.references(), rooms.checkout()).routes());
        routes.addAll(money(door, ground, rooms, users));
        routes.addAll(new DeveloperPages(door, rooms.developers(), ground.baseUrl()).routes());
        routes.addAll(
                new AuditPages(door, audits, users, (organizationId, payout) -> fileOf(rooms, organizationId, payout))
                        .routes());
        routes.addAll(OperatorPages.routes(
                door, rooms.deck(), new Invitations(ownership, signIn.people(), letters), SearchedRooms.owners(rooms)));
        var live = new LivePages(
                door,
                ground.database(),
                ground.clocks(),
                ground.events(),
                rooms.notices(),
                signIn.sessions(),
                glances(rooms));
        routes.addAll(live.routes());
        return new Dashboard(
                signIn,
                mails,
                audits,
                new AuditWatch(audits, rooms.notices(), ground.organizations()),
                notice.worker(),
                ownership.worker(),
                live.watcher(),
                rooms.deck().proofs(),
                routes,
                List.of(room.errorPages()));
    }

    private static SignInRoom signIn(Ground ground, Users users, Mails mails, SecureRandom random) {
        return SignInRoom.wire(
                ground.database(),
                ground.vault(),
                ground.clocks(),
                ground.organizations(),
                ground.routing(),
                users,
                mails,
                ground.baseUrl(),
                random,
                ground.sandbox());
    }

    private static SensitiveForms sensitive(
            Ground ground, Users users, Mails mails, ChangeRequests changes, Duration approverWait) {
        return new SensitiveForms(
                changes,
                new DualControl(ground.organizations(), users, ground.clocks(), ground.sandbox(), approverWait),
                new OwnerMail(ground.organizations(), mails, ground.baseUrl()),
                ground.clocks()::realInstant);
    }

    private static Optional<UUID> fileOf(Rooms rooms, UUID organizationId, UUID payoutId) {
        return rooms.disbursements().find(organizationId, payoutId).stream()
                .flatMap(payout -> rooms.bulks().ofGroups(organizationId, List.of(payout.groupId())).values().stream())
                .map(BulkFile::id)
                .findFirst();
    }

    private static Tokens tokens(References references) {
        return code -> references
                .token(code)
                .map(token -> new Tokens.Name(token.symbol(), token.network().name()));
    }

    /// Returns digests of the states that open windows watch for changes.
    private static Map<Kind, Watcher.Glance> glances(Rooms rooms) {
        var reports = rooms.webhook().reports();
        var bulks = rooms.bulks();
        return Map.of(
                Kind.TOLD,
                (organization, payment) -> digest(reports.ofPayment(organization, payment)),
                Kind.BULK,
                (organization, id) -> digest(bulks.files().find(organization, id).stream()
                        .map(file -> List.of(file.state(), bulks.progress(file)))
                        .toList()),
                Kind.IMPORT,
                glance(rooms.intakes().kept()),
                Kind.DEPOSIT_FILE,
                glance(rooms.depositFiles().kept()),
                Kind.ENDPOINT,
                (organization, _) -> digest(List.of(rooms.webhook().reports().health(organization))),
                Kind.REQUEST,
                (organization, _) ->
                        digest(rooms.developers().requests().page(RequestFilter.of(organization), 1).stream()
                                .map(Entry::id)
                                .toList()),
                Kind.PROOF,
                (_, _) -> digest(rooms.deck().proofs().newest(1)),
                Kind.DESK,
                (_, _) -> digest(rooms.deck().standing()));
    }

    private static Watcher.Glance glance(Intake<?> kept) {
        return (organization, id) -> digest(kept.files().find(organization, id).stream()
                .map(file -> List.of(file.state(), kept.progress(file)))
                .toList());
    }

    private static String digest(List<?> standing) {
        return Integer.toString(standing.hashCode());
    }

    private static List<Route> people(
            Door door,
            Organizations organizations,
            Users users,
            SignInRoom signIn,
            Mails mails,
            OutboxPages outbox,
            Letters letters,
            NewPassword newPassword) {
        var passwords = new PasswordPages(door, signIn.links(), letters, mails, outbox, newPassword);
        var entrance = new SignInPages(door, signIn, mails, outbox, passwords);
        return Stream.of(
                        entrance.routes(),
                        new PasskeySignInPages(door, signIn.signIns(), entrance).routes(),
                        passwords.routes(),
                        outbox.routes(),
                        new AccountPages(door, users, signIn, letters, newPassword).routes(),
                        new SecondFactorPages(door, signIn.factors(), letters).routes(),
                        new PasskeyPages(door, signIn.passkeys(), letters).routes(),
                        new TeamPages(door, organizations, signIn.people(), letters, mails).routes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Route> payments(Door door, Ground ground, Rooms rooms, Users users) {
        var statement = new Statement(ground.database());
        var webhook = rooms.webhook();
        return Stream.of(
                        new PayoutListPages(door, rooms.disbursements()).routes(),
                        new PayoutDetailPages(
                                        door,
                                        ground.clocks(),
                                        rooms.disbursements(),
                                        statement,
                                        webhook.reports(),
                                        rooms.approvals(),
                                        rooms.bulks())
                                .routes(),
                        new ApprovalPages(door, rooms.approvals(), rooms.bulks(), users).routes(),
                        new PolicyPages(door, rooms.policies(), ground.references(), ground.clocks()).routes(),
                        new NewPayoutPages(
                                        door,
                                        ground.clocks(),
                                        rooms.orders(),
                                        ground.references(),
                                        rooms.recipients(),
                                        new Drafts(ground.vault(), ground.clocks()::realInstant))
                                .routes(),
                        new BulkPages(door, rooms.bulks(), ground.references()).routes(),
                        new DepositPages(door, ground.references(), rooms.depositOrders(), statement, webhook.reports())
                                .routes(),
                        new DepositFilePages(door, rooms.depositFiles(), ground.references()).routes(),
                        new CheckoutPages(
                                        door,
                                        ground.references(),
                                        rooms.checkout().links())
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Route> money(Door door, Ground ground, Rooms rooms, Users users) {
        return Stream.of(
                        new HomePages(
                                        door,
                                        ground.clocks(),
                                        rooms.disbursements(),
                                        rooms.deposits(),
                                        rooms.approvals(),
                                        rooms.webhook().reports())
                                .routes(),
                        new BalancePages(
                                        door, new Payments(rooms.disbursements(), new DepositLookup(ground.database())))
                                .routes(),
                        new RecipientPages(door, ground.clocks(), new PaidNumbers(rooms.recipients()), rooms.intakes())
                                .routes(),
                        new ConversionPages(
                                        door,
                                        ground.clocks(),
                                        ground.references(),
                                        new Statement(ground.database()),
                                        rooms.webhook().reports())
                                .routes(),
                        new SearchPages(door, SearchedRooms.of(ground, rooms, users)).routes())
                .flatMap(List::stream)
                .toList();
    }
}
