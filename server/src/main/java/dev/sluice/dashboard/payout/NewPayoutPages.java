package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.client.model.Verification;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DecimalPlacesCheck;
import dev.sluice.dashboard.Drafts;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.UnknownOutcomePage;
import dev.sluice.dashboard.Wording;
import dev.sluice.dashboard.payout.NewPayout.Review;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.disbursement.create.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.create.PayoutPreparation.DryRun;
import dev.sluice.http.Answer;
import dev.sluice.http.Decimals;
import dev.sluice.http.Fields;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.recipient.PaidNumbers;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of a single new payout: the form, the review with the costs, and the idempotent sending.
public final class NewPayoutPages {
    private static final String BUNDLE = "dashboard.payout";
    private static final String REVIEW = "/dashboard/payouts/review";
    private static final String SEND = "/dashboard/payouts/send";
    private static final String FORM_KEY = "formKey";
    private static final int RECIPIENTS_MAX = 100;
    /// Minimum length of a search text. A shorter one matches too many names and reads the whole table.
    private static final int SEARCH_MIN = 3;
    private static final Pattern ITEM = Pattern.compile("^(disburseData|receivers)\\[0]\\.");

    private final DashboardGuard guard;
    private final Clocks clocks;
    private final PayoutPreparation preparation;
    private final References references;
    private final Recipients recipients;
    private final PaidNumbers numbers;
    private final Drafts drafts;

    public NewPayoutPages(
            DashboardGuard guard,
            Clocks clocks,
            PayoutPreparation preparation,
            References references,
            Recipients recipients,
            Drafts drafts) {
        this.guard = guard;
        this.clocks = clocks;
        this.preparation = preparation;
        this.references = references;
        this.recipients = recipients;
        this.numbers = new PaidNumbers(recipients);
        this.drafts = drafts;
    }

    public List<Route> routes() {
        return List.of(
                guard.page(
                        NewPayout.PATH,
                        Permission.CREATE_PAYOUTS,
                        context -> form(context, typed(context), 200, Problems.none())),
                guard.question(NewPayout.PATH, Permission.CREATE_PAYOUTS, this::check),
                guard.page(REVIEW, Permission.CREATE_PAYOUTS, this::review),
                guard.action(SEND, Permission.CREATE_PAYOUTS, this::send));
    }

    /// Returns the initial values of the form: the input to change after a review, or the query parameters.
    /// Without a kind of payout, the form opens on the first kind that a rail pays out.
    private PayoutForm typed(PageContext context) {
        var usual = references.payoutKinds().stream().findFirst().orElse(Asset.Kind.FIAT);
        return drafts.of(context)
                .map(PayoutForm::of)
                .orElseGet(() -> PayoutForm.of(context.query()).orOf(usual));
    }

    private Answer form(PageContext context, PayoutForm form, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        var client = context.client();
        var units = ServedUnits.of(client, form);
        boolean chosen = units.contains(form.at("unit"));
        var banks = ServedUnits.banks(client, form);
        var search = context.form().text("payee").map(String::strip).orElse("");
        var payees = chosen && !form.isCrypto() ? recipients(client, form, search) : List.<Recipient>of();
        var paidBy = numbers.of(organization(context), payees.stream().map(Recipient::id));
        var available = chosen ? available(client, form) : null;
        boolean memos = references.usesMemos(form.at("unit"));
        var shown = problems.shownAt(form.marked(!payees.isEmpty() || !search.isEmpty(), memos));
        boolean iban = chosen
                && client.references().currencies().stream()
                        .anyMatch(currency -> currency.currency().equals(form.at("unit")) && currency.requireIban());
        return context.page(
                status,
                "dashboard/payout/new.jte",
                Section.PAYOUTS,
                texts.get("new"),
                frame -> new NewPayout(
                        frame,
                        texts,
                        context.formats(),
                        form,
                        units,
                        banks,
                        payees,
                        paidBy,
                        search,
                        available,
                        iban,
                        memos,
                        shown));
    }

    /// Goes on to the review, or shows the problems. The review is a page of its own, so that it survives a reload
    /// and the back button. Its address contains the encrypted input and the idempotency key.
    private Answer check(PageContext context) {
        var form = PayoutForm.of(context.form());
        if (context.form().text("step").filter("find"::equals).isPresent()) {
            return form(context, form, 200, Problems.none());
        }
        try {
            context.form().findings().throwIfAny();
        } catch (Refused malformed) {
            var wrong = Problems.of(malformed, context.wording()).renamed(NewPayoutPages::field);
            return form(context, form, 400, wrong);
        }
        var client = context.client();
        var trial = preparation.dryRun(context.caller(), form.kind(), form.request(ServedUnits.banks(client, form)));
        var problems = problems(context, form, trial, available(client, form));
        if (!problems.isEmpty()) {
            return form(context, form, 400, problems);
        }
        return context.redirect(
                drafts.address(context, REVIEW, draft(form, clocks.newId().toString())));
    }

    /// Shows the costs, the page of a payout that was sent already, or the current problems.
    private Answer review(PageContext context) {
        var texts = context.texts(BUNDLE);
        var draft = drafts.of(context);
        if (draft.isEmpty()) {
            return context.redirectWithWarning(PayoutList.PATH, texts.get("reviewOver"));
        }
        var formKey = draft.get().getOrDefault(FORM_KEY, "");
        var form = PayoutForm.of(draft.get());
        var sent = SentPayouts.of(context.request()).find(formKey);
        if (sent.isPresent()) {
            return context.page(
                    "dashboard/payout/created.jte",
                    Section.PAYOUTS,
                    texts.get("alreadySent"),
                    frame -> new NewPayout.Sent(
                            frame, texts, context.formats(), form, PayoutList.PATH + "/" + sent.get()));
        }
        return reviewed(context, form, formKey, 200);
    }

    /// @param status 409 if the user agreed to terms that have changed since
    private Answer reviewed(PageContext context, PayoutForm form, String formKey, int status) {
        var texts = context.texts(BUNDLE);
        var client = context.client();
        var banks = ServedUnits.banks(client, form);
        var trial = preparation.dryRun(context.caller(), form.kind(), form.request(banks));
        var problems = problems(context, form, trial, available(client, form));
        if (!problems.isEmpty()) {
            return form(context, form, 400, problems);
        }
        var payee = payee(context, form, banks);
        return context.page(
                status,
                "dashboard/payout/review.jte",
                Section.PAYOUTS,
                texts.get("review"),
                frame -> new Review(
                        frame,
                        texts,
                        context.formats(),
                        form,
                        payee.text(),
                        payee.check(),
                        trial.costs().getFirst(),
                        RuleWords.of(context),
                        formKey,
                        status == 200 ? null : texts.get("changedMeanwhile"),
                        drafts.address(context, NewPayout.PATH, draft(form, formKey))));
    }

    private static Map<String, String> draft(PayoutForm form, String formKey) {
        var draft = new LinkedHashMap<>(form.values());
        draft.put(FORM_KEY, formKey);
        return draft;
    }

    private static Problems problems(PageContext context, PayoutForm form, DryRun trial, BigDecimal available) {
        var texts = context.texts(BUNDLE);
        var byField = new LinkedHashMap<String, String>();
        for (Detail fault : trial.faults()) {
            Problems.add(byField, field(fault.field()), Wording.of(texts).of(fault.message()));
        }
        if (!form.isCrypto()
                && !form.isToSomebodyNew()
                && form.at("recipientId").isEmpty()) {
            byField.put("recipientId", texts.get("payeeMissing"));
        }
        if (!form.at("amount").isEmpty() && form.amount().isEmpty()) {
            // Unreadable input was not sent to the service, which therefore reports it as missing.
            byField.put("amount", texts.get("amountMalformed"));
        }
        if (byField.isEmpty()) {
            var cost = trial.costs().getFirst();
            var asset = cost.amount().asset();
            var decimals = OptionalInt.of(asset.exponent());
            var tooFine = form.amount()
                    .flatMap(typed -> DecimalPlacesCheck.problem(context, typed, decimals, form.at("unit")));
            if (tooFine.isPresent()) {
                byField.put("amount", tooFine.get());
            } else if (cost.total().decimal().compareTo(available) > 0) {
                var needed = context.formats().money(cost.total().decimal(), asset.code());
                var there = context.formats().money(available, asset.code());
                byField.put("amount", texts.get("insufficient", needed, there));
            }
        }
        return new Problems(byField.isEmpty() ? null : texts.get("notYet"), byField);
    }

    private static String field(String path) {
        var name = ITEM.matcher(path).replaceFirst("");
        return switch (name) {
            case "currency", "token" -> "unit";
            case "recipient", "recipient.name" -> PayoutForm.ACCOUNT_NAME;
            case "recipient.bank.bankName" -> PayoutForm.BANK_CODE;
            default -> name;
        };
    }

    /// Creates the payout exactly on the reviewed terms. The form's idempotency key makes it one payout even if
    /// the form is sent again.
    private Answer send(PageContext context) {
        var form = PayoutForm.of(context.form());
        var key = context.form().text(FORM_KEY).flatMap(Ids::parse).map(UUID::toString);
        if (key.isEmpty() || form.amount().isEmpty()) {
            return form(context, form, 400, Problems.none());
        }
        try {
            var payout = create(context, form, key.get()).toString();
            context.recordCreated(payout);
            var answer = context.redirect(
                    PayoutList.PATH + "/" + payout, context.texts(BUNDLE).get("made"));
            var sent = SentPayouts.of(context.request()).with(key.get(), payout);
            return Cookies.with(answer, SentPayouts.COOKIE, sent.text(), PayoutList.PATH, SentPayouts.KEPT);
        } catch (Refused refused) {
            int status = refused.refusal().status();
            if (status >= 500 || UnknownOutcomePage.is(context, refused)) {
                throw refused;
            }
            return PayoutPreparation.isNotAsAgreed(refused)
                    ? reviewed(context, form, key.get(), 409)
                    : form(
                            context,
                            form,
                            status,
                            Problems.of(refused, context.wording()).renamed(NewPayoutPages::field));
        }
    }

    private UUID create(PageContext context, PayoutForm form, String key) {
        var request = form.request(ServedUnits.banks(context.client(), form));
        return preparation
                .createOnly(context.caller(), form.kind(), request, key, confirmation(context.form()))
                .map(created -> created.payouts().getFirst())
                .orElseThrow();
    }

    /// Returns the terms that the review showed. Missing terms match none, so the user must review again.
    private static Confirmation confirmation(Query sent) {
        var fee = sent.text(Review.FEE).flatMap(Decimals::unsigned).orElse(BigDecimal.ONE.negate());
        return new Confirmation(
                List.of(fee),
                List.of(sent.integer(Review.PAYEE_REVISION, 0, 0, Integer.MAX_VALUE)),
                List.of(sent.text(Review.WAITS).isPresent()),
                null);
    }

    /// Returns the newest search results, preceded by the chosen recipient, who may be older.
    private static List<Recipient> recipients(SluiceClient client, PayoutForm form, String search) {
        var query = RecipientQuery.all()
                .currency(form.at("unit"))
                .sort(Sort.NEWEST_FIRST)
                .limit(RECIPIENTS_MAX);
        var newest = client.recipients()
                .page(search.length() < SEARCH_MIN ? query : query.search(search))
                .docs();
        var chosen = form.at("recipientId");
        return chosen.isEmpty() || newest.stream().anyMatch(each -> each.id().equals(chosen))
                ? newest
                : Stream.concat(stored(client, form, chosen), newest.stream()).toList();
    }

    /// Returns the recipient; empty if deleted or without an account in the currency.
    private static Stream<Recipient> stored(SluiceClient client, PayoutForm form, String id) {
        try {
            return Stream.of(client.recipients().get(id))
                    .filter(each -> each.bank().stream()
                            .anyMatch(account -> account.currency().equals(form.at("unit"))));
        } catch (SluiceException refused) {
            if (refused.status() == 404) {
                return Stream.empty();
            }
            throw refused;
        }
    }

    private static BigDecimal available(SluiceClient client, PayoutForm form) {
        return client.balances().list().stream()
                .filter(balance -> balance.currency().equals(form.at("unit")))
                .map(Balance::available)
                .findFirst()
                .orElse(BigDecimal.ZERO);
    }

    /// Recipient in one line, and the name check by the bank if it was made.
    private record Payee(String text, @Nullable Verification check) {}

    private Payee payee(PageContext context, PayoutForm form, List<FiatDisbursementMethod> banks) {
        if (form.isCrypto()) {
            return new Payee(form.at("receiverWalletAddress"), null);
        }
        if (form.isToSomebodyNew()) {
            var bank = BankNames.of(banks, form.at(PayoutForm.BANK_CODE)).orElse("");
            return new Payee(
                    BankNames.line(form.at(PayoutForm.ACCOUNT_NAME), bank, form.at(PayoutForm.ACCOUNT_NUMBER)),
                    asked(context, form, banks));
        }
        var recipient = context.client().recipients().get(form.at("recipientId"));
        var paidBy = numbers.of(organization(context), Stream.of(recipient.id()));
        return new Payee(
                BankNames.line(
                        recipient.name(),
                        BankNames.of(banks, recipient.bank().getFirst()),
                        paidBy.getOrDefault(recipient.id(), "")),
                recipient.verification());
    }

    private static UUID organization(PageContext context) {
        return context.visitor().organizationId();
    }

    /// Checks the name of a new recipient with the bank already for the review. The check is repeated when the
    /// payout is created, but then it is too late for the user to reconsider.
    private @Nullable Verification asked(PageContext context, PayoutForm form, List<FiatDisbursementMethod> banks) {
        return recipients
                .inline(Fields.of(form.payee(banks)), context.caller(), form.at("unit"))
                .map(recipients::verify)
                .map(says -> new Verification(
                        says.outcome().wire(), says.suppliedName(), says.bankName(), says.provider(), says.checkedAt()))
                .orElse(null);
    }
}
