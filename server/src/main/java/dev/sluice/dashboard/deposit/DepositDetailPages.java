package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPay;
import dev.sluice.client.model.DepositPayment;
import dev.sluice.client.model.DepositRefund;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PayInMethods;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.TooFine;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.deposit.DepositDetail.Typed;
import dev.sluice.http.Answer;
import dev.sluice.http.Decimals;
import dev.sluice.http.Query;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.paper.SlipPdf;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.Reports;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Page and actions of one deposit: cancel, refund, and in the sandbox simulate a payment or set the status.
final class DepositDetailPages {
    private static final int OK = 200;
    private static final int BAD = 400;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final List<String> TYPED = List.of(
            "refundAmount",
            "paymentId",
            "refundNote",
            "receiverWalletAddress",
            "memo",
            "branchCode",
            "payAmount",
            "status");
    private static final List<String> FORMS = List.of("cancel", "refund", "pay", "force");

    /// Names of form fields that differ from the service's, because the page contains several forms.
    private static final Map<String, Map<String, String>> NAMES = Map.of(
            "refund", Map.of("amount", "refundAmount", "note", "refundNote"),
            "pay", Map.of("amount", "payAmount"));

    private final References references;
    private final Statement statement;
    private final Reports reports;

    DepositDetailPages(References references, Statement statement, Reports reports) {
        this.references = references;
        this.statement = statement;
        this.reports = reports;
    }

    Answer show(Visit visit) {
        return page(visit, OK, find(visit), Typed.NOTHING);
    }

    /// Returns the updating part of the page, unless the reader's state is current.
    Answer live(Visit visit) {
        var deposit = find(visit);
        var query = visit.request().query();
        var known = query.text("known").orElse("");
        var events = told(visit);
        if (known.equals(DepositDetail.known(deposit, events))) {
            return visit.unchanged();
        }
        return visit.part(
                "dashboard/deposits/live.jte", frame -> detail(visit, frame, deposit, events, Typed.NOTHING, false));
    }

    /// Returns the receipt of a completed deposit as a PDF.
    Answer receipt(Visit visit) {
        var deposit = find(visit);
        var texts = visit.texts(DepositPages.BUNDLE);
        if (!deposit.status().equals(DepositStatus.COMPLETED)) {
            return visit.problem(CONFLICT, "refused", texts.get("receipt.notYet"));
        }
        var receipt = new DepositReceipt(
                deposit,
                PayInMethods.of(visit.client(), visit.look(), List.of(deposit)).name(deposit),
                visit.visitor().organization().name(),
                visit.sandbox(),
                PayerAccounts.of(visit),
                texts,
                visit.common(),
                visit.look().inUtc());
        return new Answer(OK, "application/pdf", SlipPdf.render(receipt.slip()))
                .with("Content-Disposition", "attachment; filename=\"receipt-" + deposit.depositId() + ".pdf\"")
                .with("Cache-Control", "no-store");
    }

    Answer cancel(Visit visit) {
        return attempt(visit, "cancel", (client, _) -> {
            client.deposits().cancel(id(visit).toString());
            return done(visit, "cancelled", "");
        });
    }

    Answer refund(Visit visit) {
        return attempt(visit, "refund", (client, form) -> {
            var amount = form.positive("refundAmount");
            var payment = form.text("paymentId");
            var note = form.text("refundNote");
            var wallet = form.text("receiverWalletAddress");
            var memo = form.text("memo");
            var branch = form.text("branchCode");
            form.findings().throwIfAny();
            client.deposits()
                    .refund(
                            id(visit).toString(),
                            new DepositRefund(
                                    amount.orElse(null),
                                    payment.orElse(null),
                                    note.orElse(null),
                                    wallet.orElse(null),
                                    memo.orElse(null),
                                    branch.orElse(null),
                                    null,
                                    null));
            return done(visit, "refunded", "");
        });
    }

    Answer pay(Visit visit) {
        return attempt(visit, "pay", (client, form) -> {
            var amount = form.positive("payAmount");
            form.findings().throwIfAny();
            client.sandbox()
                    .payDeposit(
                            id(visit).toString(),
                            amount.map(DepositPay.inFull()::withAmount).orElseGet(DepositPay::inFull));
            return done(visit, "played", "?watch=1");
        });
    }

    Answer force(Visit visit) {
        return attempt(visit, "force", (client, form) -> {
            client.sandbox()
                    .forceDeposit(id(visit).toString(), form.text("status").orElse(""));
            return done(visit, "forced", "");
        });
    }

    private static Answer done(Visit visit, String notice, String query) {
        return visit.goTo(
                DepositPages.PATH + "/" + id(visit) + query,
                visit.texts(DepositPages.BUNDLE).get(notice));
    }

    /// Runs the action of a form; if it is refused, renders the page with the problems.
    private Answer attempt(Visit visit, String form, Action action) {
        var sent = visit.form();
        var deposit = find(visit);
        Function<Problems, Typed> refused =
                problems -> new Typed(form, typed(sent), problems.renamed(NAMES.getOrDefault(form, Map.of())));
        var ambiguous = ambiguous(visit, form, deposit);
        if (ambiguous.isPresent()) {
            return page(visit, BAD, deposit, new Typed(form, typed(sent), ambiguous.get()));
        }
        try {
            return action.answer(visit.client(visit.formKey()), sent);
        } catch (SluiceException no) {
            if (Unsettled.is(visit, no)) {
                throw no;
            }
            return page(visit, no.status(), deposit, refused.apply(Problems.of(no)));
        } catch (Refused no) {
            return page(visit, no.refusal().status(), deposit, refused.apply(Problems.of(no, visit.wording())));
        }
    }

    /// Returns the problem of an amount with too many decimals.
    private Optional<Problems> ambiguous(Visit visit, String form, Deposit deposit) {
        var field = NAMES.getOrDefault(form, Map.of()).getOrDefault("amount", "");
        var code = deposit.inputCurrency();
        return visit.form()
                .text(field)
                .flatMap(Decimals::unsigned)
                .flatMap(amount -> TooFine.told(
                        visit, amount, references.decimals(code), visit.look().unit(code)))
                .map(wrong -> Problems.of(field, wrong));
    }

    /// Action of a form.
    private interface Action {
        Answer answer(SluiceClient client, Query form);
    }

    private static Map<String, String> typed(Query form) {
        var typed = new LinkedHashMap<String, String>();
        for (var name : TYPED) {
            form.text(name).ifPresent(value -> typed.put(name, value));
        }
        return typed;
    }

    private Answer page(Visit visit, int status, Deposit deposit, Typed typed) {
        boolean watched = visit.request().query().text("watch").isPresent();
        var title = visit.texts(DepositPages.BUNDLE).get("deposit");
        var events = told(visit);
        return visit.page(
                status,
                "dashboard/deposits/detail.jte",
                Section.DEPOSITS,
                title,
                frame -> detail(visit, frame, deposit, events, typed, watched));
    }

    private DepositDetail detail(
            Visit visit,
            Frame frame,
            Deposit deposit,
            @Nullable List<Reports.Story> events,
            Typed typed,
            boolean watched) {
        var texts = visit.texts(DepositPages.BUNDLE);
        var formKeys = new LinkedHashMap<String, String>();
        FORMS.forEach(form -> formKeys.put(form, visit.newFormKey()));
        return new DepositDetail(
                frame,
                texts,
                visit.look(),
                deposit,
                PayInMethods.of(visit.client(), visit.look(), List.of(deposit)).name(deposit),
                Instructions.of(deposit, texts, visit.look()),
                statement.entries(visit.visitor().organizationId(), booked(deposit)),
                events,
                visit.may(Permission.MANAGE_DEPOSITS),
                visit.sandbox(),
                watched,
                references.usesMemos(deposit.inputCurrency()),
                PayerAccounts.of(visit),
                formKeys,
                typed);
    }

    /// Returns the ids to find in the ledger: money under review is recorded by its payment instead of its
    /// deposit.
    private static List<UUID> booked(Deposit deposit) {
        var payments = deposit.payments().stream().map(DepositPayment::paymentId);
        return Stream.concat(Stream.of(deposit.depositId()), payments)
                .map(UUID::fromString)
                .toList();
    }

    /// Returns the webhook events of the deposit if the visitor may see them.
    private @Nullable List<Reports.Story> told(Visit visit) {
        return visit.may(Permission.DEVELOP) ? reports.ofPayment(visit.visitor().organizationId(), id(visit)) : null;
    }

    private static UUID id(Visit visit) {
        return visit.request().id("id", Refusal.DEPOSIT_NOT_FOUND);
    }

    private static Deposit find(Visit visit) {
        return find(visit.client(), id(visit)).orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused);
    }

    /// Finds a fiat or crypto deposit.
    static Optional<Deposit> find(SluiceClient client, UUID id) {
        var deposits = client.deposits();
        var text = id.toString();
        return found(text, () -> deposits.getFiat(text)).or(() -> found(text, () -> deposits.getCrypto(text)));
    }

    /// Filters out a deposit that has the text as its reference instead of its id.
    private static Optional<Deposit> found(String id, Supplier<Deposit> asked) {
        try {
            return Optional.of(asked.get())
                    .filter(deposit -> deposit.depositId().equals(id));
        } catch (SluiceException refused) {
            if (refused.status() != NOT_FOUND) {
                throw refused;
            }
            return Optional.empty();
        }
    }
}
