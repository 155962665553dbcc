package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPay;
import dev.sluice.client.model.DepositPayment;
import dev.sluice.client.model.DepositRefund;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.dashboard.DecimalPlacesCheck;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.PayInMethods;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.UnknownOutcomePage;
import dev.sluice.dashboard.deposit.DepositDetail.RefusedForm;
import dev.sluice.http.Answer;
import dev.sluice.http.Decimals;
import dev.sluice.http.Query;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.pdf.PaymentDocumentPdf;
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

    Answer show(PageContext context) {
        return page(context, OK, find(context), RefusedForm.NOTHING);
    }

    /// Returns the updating part of the page, unless the reader's state is current.
    Answer live(PageContext context) {
        var deposit = find(context);
        var query = context.request().query();
        var known = query.text("known").orElse("");
        var events = histories(context);
        if (known.equals(DepositDetail.known(deposit, events))) {
            return context.unchanged();
        }
        return context.part(
                "dashboard/deposits/live.jte",
                frame -> detail(context, frame, deposit, events, RefusedForm.NOTHING, false));
    }

    /// Returns the receipt of a completed deposit as a PDF.
    Answer receipt(PageContext context) {
        var deposit = find(context);
        var texts = context.texts(DepositPages.BUNDLE);
        if (!deposit.status().equals(DepositStatus.COMPLETED)) {
            return context.problem(CONFLICT, "refused", texts.get("receipt.notYet"));
        }
        var receipt = new DepositReceipt(
                deposit,
                PayInMethods.of(context.client(), context.formats(), List.of(deposit))
                        .name(deposit),
                context.visitor().organization().name(),
                context.sandbox(),
                PayerAccounts.of(context),
                texts,
                context.common(),
                context.formats().inUtc());
        return new Answer(OK, "application/pdf", PaymentDocumentPdf.render(receipt.document()))
                .with("Content-Disposition", "attachment; filename=\"receipt-" + deposit.depositId() + ".pdf\"")
                .with("Cache-Control", "no-store");
    }

    Answer cancel(PageContext context) {
        return attempt(context, "cancel", (client, _) -> {
            client.deposits().cancel(id(context).toString());
            return done(context, "cancelled", "");
        });
    }

    Answer refund(PageContext context) {
        return attempt(context, "refund", (client, form) -> {
            var amount = form.positive("refundAmount");
            var payment = form.text("paymentId");
            var note = form.text("refundNote");
            var wallet = form.text("receiverWalletAddress");
            var memo = form.text("memo");
            var branch = form.text("branchCode");
            form.findings().throwIfAny();
            client.deposits()
                    .refund(
                            id(context).toString(),
                            new DepositRefund(
                                    amount.orElse(null),
                                    payment.orElse(null),
                                    note.orElse(null),
                                    wallet.orElse(null),
                                    memo.orElse(null),
                                    branch.orElse(null),
                                    null,
                                    null));
            return done(context, "refunded", "");
        });
    }

    Answer pay(PageContext context) {
        return attempt(context, "pay", (client, form) -> {
            var amount = form.positive("payAmount");
            form.findings().throwIfAny();
            client.sandbox()
                    .payDeposit(
                            id(context).toString(),
                            amount.map(DepositPay.inFull()::withAmount).orElseGet(DepositPay::inFull));
            return done(context, "played", "?watch=1");
        });
    }

    Answer force(PageContext context) {
        return attempt(context, "force", (client, form) -> {
            client.sandbox()
                    .forceDeposit(id(context).toString(), form.text("status").orElse(""));
            return done(context, "forced", "");
        });
    }

    private static Answer done(PageContext context, String notice, String query) {
        return context.redirect(
                DepositPages.PATH + "/" + id(context) + query,
                context.texts(DepositPages.BUNDLE).get(notice));
    }

    /// Runs the action of a form; if it is refused, renders the page with the problems.
    private Answer attempt(PageContext context, String form, Action action) {
        var sent = context.form();
        var deposit = find(context);
        Function<Problems, RefusedForm> refused =
                problems -> new RefusedForm(form, typed(sent), problems.renamed(NAMES.getOrDefault(form, Map.of())));
        var ambiguous = ambiguous(context, form, deposit);
        if (ambiguous.isPresent()) {
            return page(context, BAD, deposit, new RefusedForm(form, typed(sent), ambiguous.get()));
        }
        try {
            return action.answer(context.client(context.formKey()), sent);
        } catch (SluiceException no) {
            if (UnknownOutcomePage.is(context, no)) {
                throw no;
            }
            return page(context, no.status(), deposit, refused.apply(Problems.of(no)));
        } catch (Refused no) {
            return page(context, no.refusal().status(), deposit, refused.apply(Problems.of(no, context.wording())));
        }
    }

    /// Returns the problem of an amount with too many decimals.
    private Optional<Problems> ambiguous(PageContext context, String form, Deposit deposit) {
        var field = NAMES.getOrDefault(form, Map.of()).getOrDefault("amount", "");
        var code = deposit.inputCurrency();
        return context.form()
                .text(field)
                .flatMap(Decimals::unsigned)
                .flatMap(amount -> DecimalPlacesCheck.problem(
                        context,
                        amount,
                        references.decimals(code),
                        context.formats().unit(code)))
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

    private Answer page(PageContext context, int status, Deposit deposit, RefusedForm typed) {
        boolean watched = context.request().query().text("watch").isPresent();
        var title = context.texts(DepositPages.BUNDLE).get("deposit");
        var events = histories(context);
        return context.page(
                status,
                "dashboard/deposits/detail.jte",
                Section.DEPOSITS,
                title,
                frame -> detail(context, frame, deposit, events, typed, watched));
    }

    private DepositDetail detail(
            PageContext context,
            Frame frame,
            Deposit deposit,
            @Nullable List<Reports.EventHistory> events,
            RefusedForm typed,
            boolean watched) {
        var texts = context.texts(DepositPages.BUNDLE);
        var formKeys = new LinkedHashMap<String, String>();
        FORMS.forEach(form -> formKeys.put(form, context.newFormKey()));
        return new DepositDetail(
                frame,
                texts,
                context.formats(),
                deposit,
                PayInMethods.of(context.client(), context.formats(), List.of(deposit))
                        .name(deposit),
                Instructions.of(deposit, texts, context.formats()),
                statement.entries(context.visitor().organizationId(), booked(deposit)),
                events,
                context.may(Permission.MANAGE_DEPOSITS),
                context.sandbox(),
                watched,
                references.usesMemos(deposit.inputCurrency()),
                PayerAccounts.of(context),
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
    private @Nullable List<Reports.EventHistory> histories(PageContext context) {
        return context.may(Permission.DEVELOP)
                ? reports.ofPayment(context.visitor().organizationId(), id(context))
                : null;
    }

    private static UUID id(PageContext context) {
        return context.request().id("id", Refusal.DEPOSIT_NOT_FOUND);
    }

    private static Deposit find(PageContext context) {
        return find(context.client(), id(context)).orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused);
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
