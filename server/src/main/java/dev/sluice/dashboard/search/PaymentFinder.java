package dev.sluice.dashboard.search;

import dev.sluice.checkout.CheckoutLinks;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.convert.ConversionLookup;
import dev.sluice.dashboard.HeldPayouts;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.query.DepositLookup;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.merchant.Permission;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Finds payments and their recipients: payouts, deposits, conversions, checkout links and saved recipients.
final class PaymentFinder {
    /// Length of the shortest transaction hash of any network.
    private static final int HASH_LENGTH_MIN = 64;
    /// Length of the shortest wallet address of any network.
    private static final int WALLET_LENGTH_MIN = 42;

    private final PageContext context;
    private final UUID organization;
    private final SearchPages.Payments rooms;
    private final SluiceClient client;
    private final Hits hits;

    PaymentFinder(PageContext context, SearchPages.Payments rooms, Hits hits) {
        this.context = context;
        this.organization = context.caller().organizationId();
        this.rooms = rooms;
        this.client = context.client();
        this.hits = hits;
    }

    /// Finds a resource by its id, except deposits.
    void byId(UUID id, String text) {
        Hits.there(() -> client.disbursements().getFiat(text)).ifPresent(this::add);
        Hits.there(() -> client.disbursements().getCrypto(text)).ifPresent(this::add);
        Hits.there(() -> client.recipients().get(text)).ifPresent(this::add);
        rooms.conversions().find(List.of(organization), id).ifPresent(this::add);
        byGroup(text);
        rooms.links().find(organization, id).ifPresent(this::add);
    }

    /// Finds a group of payouts, or the deposits of one request or file. Each result leads to a list.
    private void byGroup(String id) {
        var fiat = client.disbursements()
                .pageFiat(FiatDisbursementQuery.all().groupId(id).limit(1))
                .totalDocs();
        addMany("group", fiat, Links.of(Section.PAYOUTS.path(), Map.of("group", id)));
        var crypto = client.disbursements()
                .pageCrypto(CryptoDisbursementQuery.all().groupId(id).limit(1))
                .totalDocs();
        addMany("group", crypto, Section.PAYOUTS.path() + "?kind=crypto&group=" + Links.encoded(id));
        var deposits = client.deposits()
                .pageFiat(FiatDepositQuery.all().depositBulkId(id).limit(1))
                .totalDocs();
        addMany("bulk", deposits, Links.of(Section.DEPOSITS.path(), Map.of("bulk", id)));
        var inTokens = client.deposits()
                .pageCrypto(CryptoDepositQuery.all().depositBulkId(id).limit(1))
                .totalDocs();
        addMany("bulkInTokens", inTokens, Section.DEPOSITS.path() + "?type=crypto&bulk=" + Links.encoded(id));
    }

    private void addMany(String kind, long count, String path) {
        if (count > 0) {
            hits.add(kind, hits.texts().get(kind + "Of", count), "", path);
        }
    }

    /// Finds payments by an exact identifier: the merchant's reference, a bank's reference, a wallet address or a
    /// transaction hash. Deposits are also found by their id, by the id of a payment, and by the account to pay
    /// to.
    void named(String text) {
        var payouts = client.disbursements();
        payouts.pageFiat(FiatDisbursementQuery.all().reference(text).limit(Hits.EACH_MAX))
                .docs()
                .forEach(this::add);
        payouts.pageFiat(FiatDisbursementQuery.all().bankReference(text).limit(Hits.EACH_MAX))
                .docs()
                .forEach(this::add);
        tokens(CryptoDisbursementQuery.all().reference(text));
        if (text.length() >= WALLET_LENGTH_MIN) {
            tokens(CryptoDisbursementQuery.all().receiverAddress(text));
        }
        if (text.length() >= HASH_LENGTH_MIN) {
            tokens(CryptoDisbursementQuery.all().txHash(text));
        }
        var search = new DepositLookup.Search(List.of(organization), rooms.rails(), false);
        rooms.deposits().find(search, text, Hits.EACH_MAX).forEach(this::add);
        rooms.links().named(organization, text, Hits.EACH_MAX).forEach(this::add);
        rooms.recipients()
                .ofReference(organization, text, Hits.EACH_MAX)
                .forEach(each -> addRecipient(each.id().toString(), each.name(), each.email()));
    }

    private void tokens(CryptoDisbursementQuery query) {
        client.disbursements().pageCrypto(query.limit(Hits.EACH_MAX)).docs().forEach(this::add);
    }

    /// Finds recipients by a part of their name or by their email address, and checkout links by their customer's
    /// full name.
    void byName(String text) {
        rooms.links().ofCustomer(organization, text, Hits.EACH_MAX).forEach(this::add);
        if (text.length() >= Hits.NAME_LENGTH_MIN) {
            var query = RecipientQuery.all().search(text).limit(Hits.EACH_MAX).sort(Sort.NEWEST_FIRST);
            client.recipients().page(query).docs().forEach(this::add);
        }
    }

    private void add(FiatDisbursement payout) {
        if (HeldPayouts.isHeld(payout)) {
            addHeld(payout);
            return;
        }
        addPayout(
                payout.disbursementId(),
                payout.recipient().name(),
                payout.amount(),
                payout.currency(),
                payout.reference());
    }

    private void add(CryptoDisbursement payout) {
        if (HeldPayouts.isHeld(payout)) {
            addHeld(payout);
            return;
        }
        addPayout(
                payout.disbursementId(), payout.receiverAddress(), payout.amount(), payout.token(), payout.reference());
    }

    private void addHeld(Disbursement payout) {
        hits.add(
                "payout",
                context.common().get("recordChanged"),
                payout.reference() == null ? "" : payout.reference(),
                Section.PAYOUTS.path() + "/" + payout.disbursementId());
    }

    /// Adds a payout. A visitor who may approve it sees it as an approval, because the payout's page has the
    /// decision form.
    private void addPayout(String id, String payee, BigDecimal amount, String currency, @Nullable String reference) {
        boolean waits = context.may(Permission.APPROVE_PAYOUTS)
                && rooms.approvals()
                        .of(organization, UUID.fromString(id))
                        .filter(Approvals.Approval::isWaiting)
                        .isPresent();
        hits.add(
                waits ? "approval" : "payout",
                payee,
                Hits.described(hits.formats().money(amount, currency), reference),
                Section.PAYOUTS.path() + "/" + id);
    }

    private void add(DepositLookup.DepositMatch deposit) {
        var amount = deposit.amount();
        hits.add(
                "deposit",
                hits.formats().money(amount.decimal(), amount.asset().code()),
                Hits.described(deposit.method(), deposit.reference()),
                Section.DEPOSITS.path() + "/" + deposit.ref().depositId());
    }

    private void add(ConversionLookup.ConversionMatch conversion) {
        var input = conversion.input();
        hits.add(
                "conversion",
                hits.formats().money(input.decimal(), input.asset().code()),
                conversion.output(),
                Section.CONVERSIONS.path() + "/" + conversion.id());
    }

    private void add(CheckoutLinks.Link link) {
        var amount = link.inputAmount() == null ? link.outputAmount() : link.inputAmount();
        hits.add(
                "checkout",
                amount == null
                        ? link.input().code()
                        : hits.formats().money(amount.decimal(), amount.asset().code()),
                Hits.described(Hits.described(link.id().toString(), link.customerName()), link.reference()),
                Section.CHECKOUTS.path() + "/" + link.id());
    }

    private void add(Recipient recipient) {
        addRecipient(recipient.id(), recipient.name(), recipient.email());
    }

    private void addRecipient(String id, String name, @Nullable String email) {
        hits.add("recipient", name, email == null ? "" : email, Section.RECIPIENTS.path() + "/" + id);
    }
}
