package dev.sluice.dashboard.recipient;

import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientBank;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.client.model.Verification;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Button;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.fileimport.recipient.RecipientFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import dev.sluice.recipient.PaidNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Saved recipients: the list, the page of each, and deletion.
public final class RecipientPages {
    static final String BUNDLE = "dashboard.recipient";
    static final String LIST = "/dashboard/recipients";

    private static final int ROWS = 25;
    private static final int PAGE_MAX = 1_000_000;

    private final DashboardGuard guard;
    private final PaidNumbers numbers;
    private final RecipientForms forms;
    private final RecipientFilePages imports;

    public RecipientPages(DashboardGuard guard, Clocks clocks, PaidNumbers numbers, RecipientFiles recipientFiles) {
        this.guard = guard;
        this.numbers = numbers;
        this.forms = new RecipientForms(guard, clocks);
        this.imports = new RecipientFilePages(recipientFiles);
    }

    public List<Route> routes() {
        var routes = new ArrayList<>(forms.routes());
        routes.addAll(imports.routes(guard));
        routes.add(guard.page(LIST, Permission.VIEW, this::list));
        routes.add(guard.page(LIST + "/{id}", Permission.VIEW, RecipientPages::detail));
        routes.add(guard.question(
                LIST + "/{id}/verify",
                Permission.MANAGE_RECIPIENTS,
                context -> Button.press(context, () -> verify(context), RecipientPages::detail)));
        routes.add(guard.action(
                LIST + "/{id}/delete",
                Permission.MANAGE_RECIPIENTS,
                RecipientForms::before,
                OptionalReason.optional(
                        context -> Button.press(context, () -> delete(context), RecipientPages::detail))));
        return routes;
    }

    private Answer list(PageContext context) {
        var texts = context.texts(BUNDLE);
        var client = context.client();
        var filter = Filter.of(context.request().query());
        var page = client.recipients().page(filter.query());
        var paidBy = numbers.of(
                context.visitor().organizationId(), page.docs().stream().map(Recipient::id));
        var currencies = client.references().currencies().stream()
                .map(currency -> currency.currency())
                .distinct()
                .toList();
        return context.page(
                "dashboard/recipient/list.jte",
                Section.RECIPIENTS,
                texts.get("title"),
                frame -> new Recipients(
                        frame,
                        texts,
                        context.formats(),
                        filter,
                        currencies,
                        Needs.countries(context.locale()),
                        page,
                        paidBy,
                        context.may(Permission.MANAGE_RECIPIENTS),
                        !Needs.paid(client).isEmpty()));
    }

    private static Answer detail(PageContext context) {
        return detail(
                context, context.client().recipients().get(context.request().parameter("id")), null);
    }

    /// Checks the account's name with the bank and stores nothing: the stored check is the one at the last change
    /// of the recipient.
    private static Answer verify(PageContext context) {
        var recipients = context.client().recipients();
        var recipient = recipients.get(context.request().parameter("id"));
        return detail(
                context,
                recipient,
                recipients.verify(RecipientForm.of(recipient).bank()));
    }

    private static Answer detail(PageContext context, Recipient recipient, @Nullable Verification requested) {
        var texts = context.texts(BUNDLE);
        var client = context.client();
        var payouts = client.disbursements()
                .pageFiat(FiatDisbursementQuery.all()
                        .recipientId(recipient.id())
                        .sort(Sort.NEWEST_FIRST)
                        .limit(ROWS)
                        .page(context.request().query().integer("page", 1, 1, PAGE_MAX)));
        var paid = Needs.paid(client);
        boolean isServed =
                recipient.bank().stream().map(RecipientBank::currency).anyMatch(paid::contains);
        return context.page(
                "dashboard/recipient/one.jte",
                Section.RECIPIENTS,
                recipient.name(),
                frame -> new RecipientPage(
                        frame,
                        texts,
                        context.formats(),
                        recipient,
                        requested,
                        payouts,
                        context.may(Permission.MANAGE_RECIPIENTS),
                        context.may(Permission.CREATE_PAYOUTS),
                        isServed,
                        context.may(Permission.SEE_ACCOUNTS)));
    }

    private static Answer delete(PageContext context) {
        var deleted = context.client().recipients().delete(context.request().parameter("id"));
        return context.redirect(LIST, context.texts(BUNDLE).get("deleted", deleted.name()));
    }

    /// Filters of the recipient list.
    public record Filter(String search, String currency, String country, int page) {
        static Filter of(Query query) {
            return new Filter(
                    query.text("search").orElse(""),
                    query.text("currency").orElse(""),
                    query.text("country").orElse(""),
                    query.integer("page", 1, 1, PAGE_MAX));
        }

        public boolean isEmpty() {
            return search.isEmpty() && currency.isEmpty() && country.isEmpty();
        }

        public Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put("search", search);
            all.put("currency", currency);
            all.put("country", country);
            return all;
        }

        RecipientQuery query() {
            var query = RecipientQuery.all().sort(Sort.NEWEST_FIRST).limit(ROWS).page(page);
            query = search.isBlank() ? query : query.search(search);
            query = currency.isEmpty() ? query : query.currency(currency);
            return country.isEmpty() ? query : query.country(country);
        }
    }

    /// Page of the recipient list.
    ///
    /// @param numbers account numbers that the recipients are paid at, by recipient id
    /// @param isServed true if a rail pays out any currency
    public record Recipients(
            Frame frame,
            Texts texts,
            Formats formats,
            Filter filter,
            List<String> currencies,
            List<Needs.Country> countries,
            Page<Recipient> page,
            Map<String, String> numbers,
            boolean mayChange,
            boolean isServed) {
        public Recipients {
            numbers = Map.copyOf(numbers);
        }

        public boolean mayAdd() {
            return mayChange && isServed;
        }

        public String masked(Recipient recipient) {
            var number = MaskedAccount.of(numbers.get(recipient.id()));
            return recipient.bank().isEmpty() ? "" : number.text();
        }
    }

    /// Page of one recipient with their payouts.
    ///
    /// @param requested fresh result of the name check, if one was requested
    /// @param isServed true if a rail pays out the currency of the account
    public record RecipientPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Recipient recipient,
            @Nullable Verification requested,
            Page<FiatDisbursement> payouts,
            boolean mayChange,
            boolean mayPay,
            boolean isServed,
            boolean maySeeAccount) {
        public String path() {
            return LIST + "/" + recipient.id();
        }

        /// Returns the link to the list of this recipient's payouts, to filter or export it.
        public String payoutsPath() {
            return Links.of(Section.PAYOUTS.path(), Map.of("recipient", recipient.id()));
        }

        /// Field of the account.
        public record Fact(String key, String text, Optional<String> masked) {}

        /// Returns the fields of the account with masked numbers.
        public List<Fact> account() {
            return recipient.bank().stream().flatMap(RecipientPage::facts).toList();
        }

        private static Stream<Fact> facts(RecipientBank bank) {
            var facts = new ArrayList<Fact>();
            plain(facts, "bank.accountName", bank.accountName());
            plain(facts, "bank.bankName", bank.bankName());
            number(facts, "bank.accountNumber", bank.accountNumber());
            number(facts, "bank.ibanNumber", bank.ibanNumber());
            plain(facts, "bank.paymentCode", bank.paymentCode());
            plain(facts, "bank.branchCode", bank.branchCode());
            plain(facts, "bank.ifsc", bank.ifsc());
            plain(facts, "bank.achNumber", bank.achNumber());
            plain(facts, "bank.fedwireNumber", bank.fedwireNumber());
            plain(facts, "bank.accountType", bank.accountType());
            plain(facts, "bank.currency", bank.currency());
            plain(facts, "bank.country", bank.country());
            return facts.stream();
        }

        private static void plain(List<Fact> facts, String key, @Nullable String text) {
            if (text != null && !text.isEmpty()) {
                facts.add(new Fact(key, text, Optional.empty()));
            }
        }

        private static void number(List<Fact> facts, String key, @Nullable String number) {
            if (number != null && !number.isEmpty()) {
                facts.add(new Fact(
                        key, number, Optional.of(MaskedAccount.of(number).text())));
            }
        }
    }
}
