package dev.sluice.dashboard.search;

import dev.sluice.checkout.CheckoutLinks;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.client.model.WebhookEndpoint;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.http.Ids;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.requestlog.Entry;
import dev.sluice.requestlog.RequestFilter;
import dev.sluice.sheet.file.SentFile;
import dev.sluice.sheet.file.SentFiles;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Asks the service for whatever a text may mean: an id, a reference, a transaction, a payee. A few look-ups by index
/// each time.
final class Finder {
    private static final int EACH_MAX = 5;
    private static final int ENDPOINTS_MAX = 100;
    private static final String DEVELOPERS = Section.DEVELOPERS.path();
    private static final int NAME_LENGTH_MIN = 2;
    /// All requests that are kept are looked through for one, so not at every letter that is typed.
    private static final int REQUEST_ID_LENGTH_MIN = 8;
    /// Of the networks' hashes, the shortest written form.
    private static final int HASH_LENGTH_MIN = 64;

    private final Visit visit;
    private final SearchPages.Rooms rooms;
    private final SluiceClient client;
    private final Texts texts;
    private final Look look;
    private final Map<String, Hit> hits = new LinkedHashMap<>();

    Finder(Visit visit, SearchPages.Rooms rooms, Texts texts) {
        this.visit = visit;
        this.rooms = rooms;
        this.client = visit.client();
        this.texts = texts;
        this.look = visit.look();
    }

    /// @param wanted an empty text wants the pages
    List<Hit> find(String wanted) {
        var id = Ids.parse(wanted);
        if (id.isPresent()) {
            // Many a merchant's references are such ids too.
            byId(wanted);
            byGroup(wanted);
            files(kept -> kept.find(visit.caller().organizationId(), id.get()).stream()
                    .toList());
            rooms.links().find(visit.caller().organizationId(), id.get()).ifPresent(this::add);
            byReference(wanted);
            forDevelopers(wanted);
            return List.copyOf(hits.values());
        }
        SearchPages.pages(visit, wanted).forEach(this::add);
        if (!wanted.isEmpty()) {
            byReference(wanted);
            byTransaction(wanted);
            rooms.links()
                    .ofCustomer(visit.caller().organizationId(), wanted, EACH_MAX)
                    .forEach(this::add);
            forDevelopers(wanted);
        }
        if (wanted.codePointCount(0, wanted.length()) >= SentFiles.PART_LENGTH_MIN) {
            files(kept -> kept.named(visit.caller().organizationId(), wanted, EACH_MAX));
        }
        if (wanted.length() >= NAME_LENGTH_MIN) {
            var query = RecipientQuery.all().search(wanted).limit(EACH_MAX).sort(Sort.NEWEST_FIRST);
            client.recipients().page(query).docs().forEach(this::add);
        }
        return List.copyOf(hits.values());
    }

    private void byId(String id) {
        attempt(() -> client.disbursements().getFiat(id), this::add);
        attempt(() -> client.disbursements().getCrypto(id), this::add);
        attempt(() -> client.deposits().getFiat(id), this::add);
        attempt(() -> client.deposits().getCrypto(id), this::add);
        attempt(() -> client.recipients().get(id), this::add);
        ofPayment(id);
        attempt(
                () -> client.conversions().get(id),
                conversion -> add(new Hit(
                        texts.get("conversion"),
                        look.money(
                                conversion.input().amount(), conversion.input().currency()),
                        conversion.output().currency(),
                        "/dashboard/conversions/" + conversion.convertId())));
        if (visit.may(Permission.DEVELOP)) {
            attempt(
                    () -> client.events().get(id),
                    event -> add(new Hit(
                            texts.get("event"), event.type(), event.id(), DEVELOPERS + "/events/" + event.id())));
            attempt(() -> client.webhooks().get(id), this::add);
            attempt(
                    () -> client.webhooks().delivery(id),
                    delivery -> add(new Hit(
                            texts.get("delivery"),
                            delivery.type(),
                            delivery.id(),
                            DEVELOPERS + "/deliveries/" + delivery.id())));
        }
    }

    /// The deposit that a payment came for, by the payment's id.
    private void ofPayment(String id) {
        rooms.deposits()
                .find(List.of(visit.caller().organizationId()), List.of(), id, EACH_MAX)
                .forEach(found -> {
                    var deposit = found.ref().depositId().toString();
                    attempt(() -> client.deposits().getFiat(deposit), this::add);
                    attempt(() -> client.deposits().getCrypto(deposit), this::add);
                });
    }

    /// What was made together: a group of payouts, or many deposits of one request or file. Each leads to its list.
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

    /// Files that people sent, by the id that their page's address has, or by a part of their name.
    private void files(Function<SentFiles<? extends SentFile>, List<? extends SentFile>> lookUp) {
        for (var each : rooms.files()) {
            if (visit.may(each.permission())) {
                var section = visit.common().get("section." + each.section());
                lookUp.apply(each.kept())
                        .forEach(file -> add(new Hit(
                                texts.get("file"),
                                file.name(),
                                described(section, look.time(file.createdAt())),
                                each.path() + "/" + file.id())));
            }
        }
    }

    private void addMany(String kind, long count, String path) {
        if (count > 0) {
            add(new Hit(texts.get(kind), texts.get(kind + "Of", count), "", path));
        }
    }

    /// Requests by the id that their answers gave them, and the client that signs them.
    private void forDevelopers(String wanted) {
        if (!visit.may(Permission.DEVELOP)) {
            return;
        }
        var organization = visit.caller().organizationId();
        var requests = wanted.length() < REQUEST_ID_LENGTH_MIN
                ? List.<Entry>of()
                : rooms.requests().page(new RequestFilter(organization, null, null, null, wanted), EACH_MAX);
        requests.forEach(request -> add(new Hit(
                texts.get("request"),
                request.method() + " " + request.path(),
                look.time(request.at()),
                DEVELOPERS + "/requests/" + request.id())));
        if (wanted.length() >= NAME_LENGTH_MIN) {
            credentials(organization, wanted.toLowerCase(Locale.ROOT));
        }
    }

    /// API clients, keys and webhook endpoints by whatever tells them apart, such as a part of their name. An
    /// organization has few.
    private void credentials(UUID organization, String lower) {
        rooms.clients().list(organization).stream()
                .filter(each -> each.clientId().equalsIgnoreCase(lower)
                        || each.id().toString().equals(lower)
                        || has(each.label(), lower))
                .limit(EACH_MAX)
                .forEach(each -> add(
                        new Hit(texts.get("apiClient"), each.label(), each.clientId(), DEVELOPERS + "/keys#clients")));
        rooms.keys().list(organization).stream()
                .filter(each -> each.prefix().toLowerCase(Locale.ROOT).startsWith(lower)
                        || each.id().toString().equals(lower)
                        || has(each.label(), lower))
                .limit(EACH_MAX)
                .forEach(each ->
                        add(new Hit(texts.get("apiKey"), each.label(), each.prefix(), DEVELOPERS + "/keys#keys")));
        client.webhooks()
                .list()
                .limit(ENDPOINTS_MAX)
                .filter(each -> has(each.url(), lower))
                .limit(EACH_MAX)
                .forEach(this::add);
    }

    private static boolean has(String text, String lower) {
        return text.toLowerCase(Locale.ROOT).contains(lower);
    }

    /// By the merchant's own references, and those that banks gave to payouts.
    private void byReference(String reference) {
        var disbursements = client.disbursements();
        disbursements
                .pageFiat(FiatDisbursementQuery.all().reference(reference).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
        disbursements
                .pageFiat(FiatDisbursementQuery.all().bankReference(reference).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
        disbursements
                .pageCrypto(CryptoDisbursementQuery.all().reference(reference).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
        var deposits = client.deposits();
        deposits.pageFiat(FiatDepositQuery.all().reference(reference).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
        deposits.pageCrypto(CryptoDepositQuery.all().reference(reference).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
        rooms.links()
                .named(visit.caller().organizationId(), reference, EACH_MAX)
                .forEach(this::add);
    }

    /// Payouts and deposits of tokens, by the hash of a transaction that paid them.
    private void byTransaction(String hash) {
        if (hash.length() < HASH_LENGTH_MIN) {
            return;
        }
        client.disbursements()
                .pageCrypto(CryptoDisbursementQuery.all().txHash(hash).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
        client.deposits()
                .pageCrypto(CryptoDepositQuery.all().transactionHash(hash).limit(EACH_MAX))
                .docs()
                .forEach(this::add);
    }

    private <T> void attempt(Supplier<T> lookUp, Consumer<T> found) {
        try {
            found.accept(lookUp.get());
        } catch (SluiceException refused) {
            if (refused.status() != 404) {
                throw refused;
            }
        }
    }

    private void add(FiatDisbursement payout) {
        addPayout(
                payout.disbursementId(),
                payout.recipient().name(),
                payout.amount(),
                payout.currency(),
                payout.reference());
    }

    private void add(CryptoDisbursement payout) {
        addPayout(
                payout.disbursementId(), payout.receiverAddress(), payout.amount(), payout.token(), payout.reference());
    }

    private void addPayout(String id, String payee, BigDecimal amount, String currency, @Nullable String reference) {
        add(new Hit(
                texts.get("payout"),
                payee,
                described(look.money(amount, currency), reference),
                "/dashboard/payouts/" + id));
    }

    private void add(Deposit deposit) {
        add(new Hit(
                texts.get("deposit"),
                look.money(deposit.inputAmount(), deposit.inputCurrency()),
                described(deposit.paymentMethod(), deposit.reference()),
                "/dashboard/deposits/" + deposit.depositId()));
    }

    private void add(CheckoutLinks.Link link) {
        var amount = link.inputAmount() == null ? link.outputAmount() : link.inputAmount();
        add(new Hit(
                texts.get("checkout"),
                amount == null
                        ? link.input().code()
                        : look.money(amount.decimal(), amount.asset().code()),
                described(described(link.id().toString(), link.customerName()), link.reference()),
                Section.CHECKOUTS.path() + "/" + link.id()));
    }

    private void add(WebhookEndpoint endpoint) {
        add(new Hit(texts.get("endpoint"), endpoint.url(), endpoint.id(), DEVELOPERS + "/webhooks/" + endpoint.id()));
    }

    private void add(Recipient recipient) {
        var email = recipient.email();
        add(new Hit(
                texts.get("recipient"),
                recipient.name(),
                email == null ? "" : email,
                "/dashboard/recipients/" + recipient.id()));
    }

    /// Some things share a page, such as keys.
    private void add(Hit hit) {
        hits.putIfAbsent(hit.path() + " " + hit.detail(), hit);
    }

    private static String described(String what, @Nullable String reference) {
        return reference == null ? what : what + " · " + reference;
    }
}
