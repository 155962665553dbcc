package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.BookWords;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Exceptions.Case;
import dev.sluice.deposit.Payment;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.ledger.Explorer.Entry;
import dev.sluice.ledger.Explorer.Explanation;
import dev.sluice.ledger.Explorer.Holding;
import dev.sluice.ledger.Explorer.Trial;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.Proofs.Proof;
import dev.sluice.merchant.Permission;
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
public final class BookPages {
    static final String BOOKS = OperatorPages.HOME + "/books";
    private static final int PROOFS_SHOWN = 5;
    private static final int DAYS_MAX = 3650;
    private static final List<Integer> SPANS = List.of(1, 7, 30, DAYS_MAX);
    private static final int DAYS = 7;
    private static final int EXCEPTIONS_MAX = 20;

    private final Door door;
    private final Deck deck;

    BookPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(BOOKS, Permission.OPERATE, visit -> books(visit, Again.FIRST)),
                door.action(BOOKS + "/proof", Permission.OPERATE, this::prove),
                door.page(BOOKS + "/accounts/{organization}", Permission.OPERATE, this::accounts),
                door.page(BOOKS + "/account", Permission.OPERATE, this::account),
                door.page(BOOKS + "/payment", Permission.OPERATE, this::payment));
    }

    private Answer books(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var trial = deck.explorer().trial();
        var proofs = deck.proofs().newest(PROOFS_SHOWN);
        var now = deck.ground().clocks().realInstant();
        var organizations =
                Chosen.of(deck.ground().organizations(), visit.request().query(), Optional.empty());
        return visit.page(
                again.status(),
                "dashboard/operator/books.jte",
                Section.BOOKS,
                texts.get("books"),
                frame -> new Books(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        trial,
                        organizations,
                        Ledger.HOUSE,
                        proofs,
                        now,
                        again.problems()));
    }

    private Answer prove(Visit visit) {
        return Reason.act(visit, shown -> books(visit, shown), (_, _) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            boolean begun = deck.proofs().begin(visit.visitor().user().name());
            return begun ? visit.goTo(BOOKS, texts.get("proofBegun")) : visit.goToWarned(BOOKS, texts.get("proofRuns"));
        });
    }

    private Answer accounts(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organizationId = OperatorPages.id(visit, "organization");
        var accounts = deck.explorer().accounts(organizationId);
        if (accounts.isEmpty()
                && !organizationId.equals(Ledger.HOUSE)
                && deck.ground().organizations().find(organizationId).isEmpty()) {
            throw Refusal.NOT_FOUND.refused();
        }
        return visit.page(
                "dashboard/operator/accounts.jte",
                Section.BOOKS,
                texts.get("accountsOf", owner(texts, organizationId)),
                frame -> new Accounts(frame, texts, OperatorPages.look(visit), organizationId, accounts));
    }

    private Answer account(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var organizationId = OperatorPages.askedId(visit, "organization").orElseThrow(Refusal.NOT_FOUND::refused);
        var asset = OperatorPages.asked(visit, "asset").orElse("");
        var role = OperatorPages.asked(visit, "role").orElse("");
        var holding = deck.explorer().account(organizationId, asset, role).orElseThrow(Refusal.NOT_FOUND::refused);
        boolean explained = OperatorPages.asked(visit, "explain").isPresent();
        var explanation =
                explained ? deck.explorer().explain(organizationId, asset, role).orElse(null) : null;
        int days = visit.request().query().integer("days", DAYS, 1, DAYS_MAX);
        var page = OperatorPages.page(visit);
        // Business time may be ahead of real time, and entries bear business time.
        var since = deck.ground().clocks().instant().minus(Duration.ofDays(days));
        var found = deck.explorer().entries(organizationId, holding, since, page.limit() + 1, page.offset());
        var entries = found.orElse(List.of());
        var named = BookWords.of(visit.common(), holding.account());
        var title = texts.get("accountOf", named, asset, owner(texts, organizationId));
        return visit.page(
                "dashboard/operator/account.jte",
                Section.BOOKS,
                title,
                frame -> new AccountView(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        organizationId,
                        holding,
                        new Span(days, SPANS, page.number(), entries.size() > page.limit()),
                        entries.stream().limit(page.limit()).toList(),
                        found.isEmpty(),
                        explanation,
                        explained && explanation == null));
    }

    private Answer payment(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var asked = OperatorPages.asked(visit, "id").map(String::strip).orElse("");
        var id = Ids.parse(asked);
        var deposit = id.flatMap(this::deposit).orElse(null);
        var entries =
                id.map(each -> deck.explorer().payments(booked(each, deposit))).orElse(List.of());
        return visit.page(
                "dashboard/operator/payment.jte",
                Section.BOOKS,
                texts.get("transfersOf", asked),
                frame -> new PaymentView(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        asked,
                        deck.owners(
                                texts,
                                entries.stream().map(entry -> entry.transfer().organizationId())),
                        deposit == null ? null : about(deposit),
                        entries));
    }

    private Optional<Deposit> deposit(UUID id) {
        return deck.depositLookup().ref(deck.ground().organizations().ids(), id).flatMap(deck.exceptions()::deposit);
    }

    /// Money under review is booked as its own payment, not as its deposit.
    private static List<UUID> booked(UUID id, @Nullable Deposit deposit) {
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
                deck.nameOf(deposit.organizationId()),
                deck.exceptions().of(deposit, EXCEPTIONS_MAX));
    }

    private String owner(Texts texts, UUID organizationId) {
        return organizationId.equals(Ledger.HOUSE) ? texts.get("house") : deck.nameOf(organizationId);
    }

    /// Returns the link to a payment with its transfers.
    static String payment(UUID id) {
        return Links.of(BOOKS + "/payment", Map.of("id", id.toString()));
    }

    /// Returns the link to an account.
    public static String link(UUID organizationId, String asset, String role, Map<String, String> more) {
        var all = new LinkedHashMap<String, String>();
        all.put("organization", organizationId.toString());
        all.put("asset", asset);
        all.put("role", role);
        all.putAll(more);
        return Links.of(BOOKS + "/account", all);
    }

    /// Model of the first page.
    public record Books(
            Frame frame,
            Texts texts,
            Look look,
            List<Trial> trials,
            Chosen organizations,
            UUID house,
            List<Proof> proofs,
            Instant now,
            Problems problems) {
        /// Reports whether a verification is running.
        public boolean runs() {
            return proofs.stream().anyMatch(proof -> proof.isRunning(now));
        }
    }

    /// Accounts of an organization.
    public record Accounts(Frame frame, Texts texts, Look look, UUID organizationId, List<Holding> accounts) {
        public String link(Holding holding) {
            return BookPages.link(
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
    /// @param isUnread true if reading its entries timed out
    /// @param isUnexplained true if a requested explanation timed out
    public record AccountView(
            Frame frame,
            Texts texts,
            Look look,
            UUID organizationId,
            Holding holding,
            Span span,
            List<Entry> entries,
            boolean isUnread,
            @Nullable Explanation explanation,
            boolean isUnexplained) {
        public String link(String name, String value) {
            return BookPages.link(
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
            Look look,
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

        public boolean isOfSeveral() {
            return owners.size() > 1;
        }

        public String owner(UUID organizationId) {
            return owners.getOrDefault(organizationId, "");
        }

        public String link(UUID organizationId, String asset, String role) {
            return BookPages.link(organizationId, asset, role, Map.of());
        }
    }
}
