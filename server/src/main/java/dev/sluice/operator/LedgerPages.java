package dev.sluice.operator;

import dev.sluice.dashboard.BookWords;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.review.PaymentReviews.Case;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.ledger.Explorer.Entry;
import dev.sluice.ledger.Explorer.Explanation;
import dev.sluice.ledger.Explorer.Holding;
import dev.sluice.ledger.Explorer.TrialBalance;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.VerificationRuns.Proof;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of the ledger: totals of all accounts, each account with its entries, and the ledger verification.
public final class LedgerPages {
    static final String LEDGER = OperatorPages.HOME + "/ledger";
    private static final int VERIFICATIONS_SHOWN = 5;
    private static final int DAYS_MAX = 3650;
    private static final List<Integer> SPANS = List.of(1, 7, 30, DAYS_MAX);
    private static final int DAYS = 7;
    private static final int EXCEPTIONS_MAX = 20;

    private final DashboardGuard guard;
    private final OperatorServices services;

    LedgerPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(LEDGER, Permission.OPERATE, context -> ledger(context, Rejection.FIRST)),
                guard.action(LEDGER + "/proof", Permission.OPERATE, this::verify),
                guard.page(LEDGER + "/accounts/{organization}", Permission.OPERATE, this::accounts),
                guard.page(LEDGER + "/account", Permission.OPERATE, this::account),
                guard.page(LEDGER + "/payment", Permission.OPERATE, this::payment));
    }

    private Answer ledger(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var trialBalances = services.explorer().trialBalances();
        var verifications = services.verificationRuns().newest(VERIFICATIONS_SHOWN);
        var now = services.core().clocks().realInstant();
        var organizations = OrganizationPicker.of(
                services.core().organizations(), context.request().query(), Optional.empty());
        return context.page(
                again.status(),
                "operator/ledger.jte",
                Section.LEDGER,
                texts.get("ledger"),
                frame -> new LedgerPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        trialBalances,
                        organizations,
                        Ledger.PLATFORM,
                        verifications,
                        now,
                        again.problems()));
    }

    private Answer verify(PageContext context) {
        return RequiredReason.run(context, shown -> ledger(context, shown), (_, _) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            boolean started =
                    services.verificationRuns().begin(context.visitor().user().name());
            return started
                    ? context.redirect(LEDGER, texts.get("verificationStarted"))
                    : context.redirectWithWarning(LEDGER, texts.get("verificationRunning"));
        });
    }

    private Answer accounts(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organizationId = OperatorPages.id(context, "organization");
        var accounts = services.explorer().accounts(organizationId);
        if (accounts.isEmpty()
                && !organizationId.equals(Ledger.PLATFORM)
                && services.core().organizations().find(organizationId).isEmpty()) {
            throw Refusal.NOT_FOUND.refused();
        }
        return context.page(
                "operator/accounts.jte",
                Section.LEDGER,
                texts.get("accountsOf", owner(texts, organizationId)),
                frame -> new Accounts(frame, texts, OperatorPages.formats(context), organizationId, accounts));
    }

    private Answer account(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var organizationId = OperatorPages.idParameter(context, "organization").orElseThrow(Refusal.NOT_FOUND::refused);
        var asset = OperatorPages.parameter(context, "asset").orElse("");
        var role = OperatorPages.parameter(context, "role").orElse("");
        var holding = services.explorer().account(organizationId, asset, role).orElseThrow(Refusal.NOT_FOUND::refused);
        boolean explained = OperatorPages.parameter(context, "explain").isPresent();
        var explanation = explained
                ? services.explorer().explain(organizationId, asset, role).orElse(null)
                : null;
        int days = context.request().query().integer("days", DAYS, 1, DAYS_MAX);
        var page = OperatorPages.page(context);
        // Business time may be ahead of real time, and entries bear business time.
        var since = services.core().clocks().instant().minus(Duration.ofDays(days));
        var found = services.explorer().entries(organizationId, holding, since, page.limit() + 1, page.offset());
        var entries = found.orElse(List.of());
        var name = BookWords.of(context.common(), holding.account());
        var title = texts.get("accountOf", name, asset, owner(texts, organizationId));
        return context.page(
                "operator/account.jte",
                Section.LEDGER,
                title,
                frame -> new AccountView(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        organizationId,
                        holding,
                        new Span(days, SPANS, page.number(), entries.size() > page.limit()),
                        entries.stream().limit(page.limit()).toList(),
                        found.isEmpty(),
                        explanation,
                        explained && explanation == null));
    }

    private Answer payment(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var input = OperatorPages.parameter(context, "id").map(String::strip).orElse("");
        var id = Ids.parse(input);
        var deposit = id.flatMap(this::deposit).orElse(null);
        var entries = id.map(each -> services.explorer().payments(paymentIds(each, deposit)))
                .orElse(List.of());
        return context.page(
                "operator/payment.jte",
                Section.LEDGER,
                texts.get("transfersOf", input),
                frame -> new PaymentView(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        input,
                        services.owners(
                                texts,
                                entries.stream().map(entry -> entry.transfer().organizationId())),
                        deposit == null ? null : about(deposit),
                        entries));
    }

    private Optional<Deposit> deposit(UUID id) {
        return services.depositLookup()
                .ref(services.core().organizations().ids(), id)
                .flatMap(services.paymentReviews()::deposit);
    }

    /// Money under review is booked as its own payment, not as its deposit.
    private static List<UUID> paymentIds(UUID id, @Nullable Deposit deposit) {
        return deposit == null
                ? List.of(id)
                : Stream.concat(
                                Stream.of(id),
                                deposit.progress().payments().stream().map(Payment::id))
                        .toList();
    }

    private About about(Deposit deposit) {
        return new About(
                deposit,
                services.nameOf(deposit.organizationId()),
                services.paymentReviews().of(deposit, EXCEPTIONS_MAX));
    }

    private String owner(Texts texts, UUID organizationId) {
        return organizationId.equals(Ledger.PLATFORM) ? texts.get("platform") : services.nameOf(organizationId);
    }

    /// Returns the link to a payment with its transfers.
    static String payment(UUID id) {
        return Links.of(LEDGER + "/payment", Map.of("id", id.toString()));
    }

    /// Returns the link to an account.
    public static String link(UUID organizationId, String asset, String role, Map<String, String> more) {
        var all = new LinkedHashMap<String, String>();
        all.put("organization", organizationId.toString());
        all.put("asset", asset);
        all.put("role", role);
        all.putAll(more);
        return Links.of(LEDGER + "/account", all);
    }

    /// Model of the first page.
    public record LedgerPage(
            Frame frame,
            Texts texts,
            Formats formats,
            List<TrialBalance> trialBalances,
            OrganizationPicker organizations,
            UUID platform,
            List<Proof> verifications,
            Instant now,
            Problems problems) {
        /// Reports whether a verification is running.
        public boolean runs() {
            return verifications.stream().anyMatch(proof -> proof.isRunning(now));
        }
    }

    /// Accounts of an organization.
    public record Accounts(Frame frame, Texts texts, Formats formats, UUID organizationId, List<Holding> accounts) {
        public String link(Holding holding) {
            return LedgerPages.link(
                    organizationId,
                    holding.balance().asset().code(),
                    holding.account().role(),
                    Map.of());
        }
    }

    /// Period and page of the entries.
    public record Span(int days, List<Integer> choices, int page, boolean hasMore) {
        /// Reports whether the choice covers the whole period.
        public boolean isAll(int choice) {
            return choice == DAYS_MAX;
        }
    }

    /// Page of an account.
    ///
    /// @param isIncomplete true if reading its entries timed out
    /// @param isUnexplained true if a requested explanation timed out
    public record AccountView(
            Frame frame,
            Texts texts,
            Formats formats,
            UUID organizationId,
            Holding holding,
            Span span,
            List<Entry> entries,
            boolean isIncomplete,
            @Nullable Explanation explanation,
            boolean isUnexplained) {
        public String link(String name, String value) {
            return LedgerPages.link(
                    organizationId,
                    holding.balance().asset().code(),
                    holding.account().role(),
                    name.equals("days")
                            ? Map.of(name, value)
                            : Map.of("days", String.valueOf(span.days()), name, value));
        }

        /// Reports whether the account is the credit side of a transfer.
        public boolean isCredit(Entry entry) {
            return entry.transfer().credit().equals(holding.account());
        }
    }

    /// Deposit with an id.
    ///
    /// @param exceptions unmatched payments for it
    public record About(Deposit deposit, String organization, List<Case> exceptions) {
        public String link(Case exception) {
            return ExceptionPages.path(exception);
        }
    }

    /// Transfers of a payment.
    ///
    /// @param owners owners of the transfers, by their ids: several if the money was moved
    /// @param about present if the payment is a deposit
    public record PaymentView(
            Frame frame,
            Texts texts,
            Formats formats,
            String id,
            Map<UUID, String> owners,
            @Nullable About about,
            List<Entry> entries) {
        public PaymentView {
            owners = Map.copyOf(owners);
            entries = List.copyOf(entries);
        }

        /// Returns the common owner of all transfers; empty if there are no transfers, or several owners.
        public String owner() {
            return owners.size() == 1 ? owners.values().iterator().next() : "";
        }

        public boolean hasSeveral() {
            return owners.size() > 1;
        }

        public String owner(UUID organizationId) {
            return owners.getOrDefault(organizationId, "");
        }

        public String link(UUID organizationId, String asset, String role) {
            return LedgerPages.link(organizationId, asset, role, Map.of());
        }
    }
}
