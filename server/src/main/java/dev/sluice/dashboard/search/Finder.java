package dev.sluice.dashboard.search;

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
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Ids;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Asks the service for whatever a text may mean: an id, a reference, a payee. A few look-ups by index each time.
public final class Finder {
    private static final int EACH_MAX = 5;
    private static final int NAME_LENGTH_MIN = 2;

    private final Visit visit;
    private final SluiceClient client;
    private final Texts texts;
    private final Texts common;
    private final Look look;
    private final Map<String, Hit> hits = new LinkedHashMap<>();

    /// @param common the frame's texts, which name the sections
    Finder(Visit visit, Texts texts, Texts common) {
        this.visit = visit;
        this.client = visit.client();
        this.texts = texts;
        this.common = common;
        this.look = visit.look();
    }

    /// Something that was found.
    ///
    /// @param kind what it is
    public record Hit(String kind, String title, String detail, String path) {}

    /// @param wanted an empty text wants the pages
    List<Hit> find(String wanted) {
        if (Ids.parse(wanted).isPresent()) {
            byId(wanted);
            return List.copyOf(hits.values());
        }
        pages(wanted);
        if (!wanted.isEmpty()) {
            byReference(wanted);
        }
        if (wanted.length() >= NAME_LENGTH_MIN) {
            var query = RecipientQuery.all().search(wanted).limit(EACH_MAX).sort(Sort.NEWEST_FIRST);
            client.recipients().page(query).docs().forEach(this::add);
        }
        return List.copyOf(hits.values());
    }

    private void pages(String wanted) {
        var lower = wanted.toLowerCase(Locale.ROOT);
        Stream.of(Section.values())
                .filter(section -> visit.may(section.permission()))
                .forEach(section -> {
                    var title = common.get("section." + section);
                    if (title.toLowerCase(Locale.ROOT).contains(lower)) {
                        add(new Hit(texts.get("page"), title, "", section.path()));
                    }
                });
    }

    private void byId(String id) {
        attempt(() -> client.disbursements().getFiat(id), this::add);
        attempt(() -> client.disbursements().getCrypto(id), this::add);
        attempt(() -> client.deposits().getFiat(id), this::add);
        attempt(() -> client.deposits().getCrypto(id), this::add);
        attempt(() -> client.recipients().get(id), this::add);
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
                            texts.get("event"),
                            event.type(),
                            event.id(),
                            "/dashboard/developers/events/" + event.id())));
        }
    }

    private void byReference(String reference) {
        var disbursements = client.disbursements();
        disbursements
                .pageFiat(FiatDisbursementQuery.all().reference(reference).limit(EACH_MAX))
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

    private void add(Recipient recipient) {
        var email = recipient.email();
        add(new Hit(
                texts.get("recipient"),
                recipient.name(),
                email == null ? "" : email,
                "/dashboard/recipients/" + recipient.id()));
    }

    private void add(Hit hit) {
        hits.putIfAbsent(hit.path(), hit);
    }

    private static String described(String what, @Nullable String reference) {
        return reference == null ? what : what + " · " + reference;
    }
}
