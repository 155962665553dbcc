package dev.sluice.operator;

import dev.sluice.auth.ApiClients;
import dev.sluice.dashboard.PageContext;
import dev.sluice.deposit.query.DepositLookup;
import dev.sluice.deposit.review.PaymentReviews;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.query.PayoutLookup;
import dev.sluice.disbursement.reconciliation.Discrepancies;
import dev.sluice.http.Page;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Explorer;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.VerificationRuns;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Users;
import dev.sluice.node.Nodes;
import dev.sluice.notification.Notifications;
import dev.sluice.operator.bank.BankServices;
import dev.sluice.page.Texts;
import dev.sluice.policy.Policies;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.screening.Screenings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Services and look-ups of the operators' pages.
///
/// @param banks empty without bank accounts
public record OperatorServices(
        CoreServices core,
        Nodes nodes,
        Queues queues,
        People people,
        Payouts payouts,
        RailServices rails,
        PaymentReviews paymentReviews,
        VerificationRuns verificationRuns,
        Screenings screenings,
        Optional<BankServices> banks) {

    public record Queues(dev.sluice.disbursement.query.Backlog payouts, dev.sluice.webhook.delivery.Backlog webhooks) {}

    public record People(Users users, ApiClients clients) {}

    /// Payouts of organizations, conflicting reports of rails about them, and payout rules.
    public record Payouts(Disbursements disbursements, Discrepancies discrepancies, Policies policies) {}

    /// Rails, their stops by operators, and the notices about stops.
    public record RailServices(Rails payouts, PayinRails payins, RailStops stops, Notifications notifications) {}

    public Explorer explorer() {
        return new Explorer(core.database());
    }

    PayoutLookup payoutLookup() {
        return new PayoutLookup(core.database());
    }

    DepositLookup depositLookup() {
        return new DepositLookup(core.database());
    }

    ReferenceEdits edits() {
        return new ReferenceEdits(core.database(), core.references(), core.clocks());
    }

    /// Returns the organization in the address, if it is one: the house's books belong to no organization.
    Optional<UUID> concerned(PageContext context) {
        return core.organizations()
                .find(OperatorPages.id(context, "organization"))
                .map(Organization::id);
    }

    /// Returns the name of an organization; a dash for the house.
    public String nameOf(UUID organizationId) {
        return core.organizations()
                .find(organizationId)
                .map(dev.sluice.merchant.Organization::name)
                .orElse("–");
    }

    /// Returns the name of an owner, with a label for the house.
    String ownerOf(Texts texts, UUID organizationId) {
        return organizationId.equals(Ledger.PLATFORM) ? texts.get("platform") : nameOf(organizationId);
    }

    /// Returns the state of operators' pending decisions, for changes without an event.
    public List<?> pendingState() {
        var first = new Page.Request(1, 1, Page.Sort.CREATED_DESCENDING);
        return List.of(
                rails.stops().all(),
                paymentReviews.open(),
                paymentReviews.countMissing(),
                screenings.waiting(),
                payouts.discrepancies().list(Discrepancies.Search.OPEN, first).total());
    }

    /// Returns the names of owners by their ids.
    Map<UUID, String> owners(Texts texts, Stream<UUID> organizations) {
        return organizations.distinct().collect(Collectors.toMap(each -> each, each -> ownerOf(texts, each)));
    }
}
