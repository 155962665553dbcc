package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.CryptoDisbursementMethod;
import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.client.model.Verification;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Drafts;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.TooFine;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Wording;
import dev.sluice.dashboard.payout.NewPayout.Review;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.Orders;
import dev.sluice.disbursement.Orders.Agreed;
import dev.sluice.disbursement.Orders.Trial;
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

    private final Door door;
    private final Clocks clocks;
    private final Orders orders;
    private final References references;
    private final Recipients recipients;
    private final PaidNumbers numbers;
    private final Drafts drafts;

    public NewPayoutPages(
            Door door, Clocks clocks, Orders orders, References references, Recipients recipients, Drafts drafts) {
        this.door = door;
        this.clocks = clocks;
        this.orders = orders;
        this.references = references;
        this.recipients = recipients;
        this.numbers = new PaidNumbers(recipients);
        this.drafts = drafts;
    }

    public List<Route> routes() {
        return List.of(
                door.page(
                        NewPayout.PATH,
                        Permission.CREATE_PAYOUTS,
                        visit -> form(visit, typed(visit), 200, Problems.none())),
                door.question(NewPayout.PATH, Permission.CREATE_PAYOUTS, this::check),
                door.page(REVIEW, Permission.CREATE_PAYOUTS, this::review),
                door.action(SEND, Permission.CREATE_PAYOUTS, this::send));
    }

    /// Returns the initial values of the form: the input to change after a review, or the query parameters. Without a
    /// kind of payout, the form opens on the first kind that a rail pays out.
    private PayoutForm typed(Visit visit) {
        var usual = references.payoutKinds().stream().findFirst().orElse(Asset.Kind.FIAT);
        return drafts.of(visit)
                .map(PayoutForm::of)
                .orElseGet(() -> PayoutForm.of(visit.query()).orOf(usual));
    }

    private Answer form(Visit visit, PayoutForm form, int status, Problems problems) {
        var texts = visit.texts(BUNDLE);
        var client = visit.client();
        var units = form.isCrypto() ? tokens(client) : currencies(client);
        boolean chosen = units.contains(form.at("unit"));
        var banks = banks(client, form);
        var search = visit.form().text("payee").map(String::strip).orElse("");
        var payees = chosen && !form.isCrypto() ? recipients(client, form, search) : List.<Recipient>of();
        var paidBy = numbers.of(organization(visit), payees.stream().map(Recipient::id));
        var available = chosen ? available(client, form) : null;
        boolean memos = references.usesMemos(form.at("unit"));
        var shown = problems.shownAt(form.marked(!payees.isEmpty() || !search.isEmpty(), memos));
        boolean iban = chosen
                && client.references().currencies().stream()
                        .anyMatch(currency -> currency.currency().equals(form.at("unit")) && currency.requireIban());
        return visit.page(
                status,
                "dashboard/payout/new.jte",
                Section.PAYOUTS,
                texts.get("new"),
                frame -> new NewPayout(
                        frame,
                        texts,
                        visit.look(),
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
    private Answer check(Visit visit) {
        var form = PayoutForm.of(visit.form());
        if (visit.form().text("step").filter("find"::equals).isPresent()) {
            return form(visit, form, 200, Problems.none());
        }
        try {
            visit.form().findings().throwIfAny();
        } catch (Refused malformed) {
            var wrong = Problems.of(malformed, visit.wording()).renamed(NewPayoutPages::field);
            return form(visit, form, 400, wrong);
        }
        var client = visit.client();
        var trial = orders.trial(visit.caller(), form.kind(), form.request(banks(client, form)));
        var problems = problems(visit, form, trial, available(client, form));
        if (!problems.isEmpty()) {
            return form(visit, form, 400, problems);
        }
        return visit.goTo(
                drafts.address(visit, REVIEW, draft(form, clocks.newId().toString())));
    }

    /// Shows the costs, the page of a payout that was sent already, or the current problems.
    private Answer review(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var draft = drafts.of(visit);
        if (draft.isEmpty()) {
            return visit.goToWarned(PayoutList.PATH, texts.get("reviewOver"));
        }
        var formKey = draft.get().getOrDefault(FORM_KEY, "");
        var form = PayoutForm.of(draft.get());
        var sent = SentPayouts.of(visit.request()).find(formKey);
        if (sent.isPresent()) {
            return visit.page(
                    "dashboard/payout/sent.jte",
                    Section.PAYOUTS,
                    texts.get("alreadySent"),
                    frame -> new NewPayout.Sent(frame, texts, visit.look(), form, PayoutList.PATH + "/" + sent.get()));
        }
        return reviewed(visit, form, formKey, 200);
    }

    /// @param status 409 if the user agreed to terms that have changed since
    private Answer reviewed(Visit visit, PayoutForm form, String formKey, int status) {
        var texts = visit.texts(BUNDLE);
        var client = visit.client();
        var banks = banks(client, form);
        var trial = orders.trial(visit.caller(), form.kind(), form.request(banks));
        var problems = problems(visit, form, trial, available(client, form));
        if (!problems.isEmpty()) {
            return form(visit, form, 400, problems);
        }
        var payee = payee(visit, form, banks);
        return visit.page(
                status,
                "dashboard/payout/review.jte",
                Section.PAYOUTS,
                texts.get("review"),
                frame -> new Review(
                        frame,
                        texts,
                        visit.look(),
                        form,
                        payee.text(),
                        payee.check(),
                        trial.costs().getFirst(),
                        RuleWords.of(visit),
                        formKey,
                        status == 200 ? null : texts.get("changedMeanwhile"),
                        drafts.address(visit, NewPayout.PATH, draft(form, formKey))));
    }

    private static Map<String, String> draft(PayoutForm form, String formKey) {
        var draft = new LinkedHashMap<>(form.values());
        draft.put(FORM_KEY, formKey);
        return draft;
    }

    private static Problems problems(Visit visit, PayoutForm form, Trial trial, BigDecimal available) {
        var texts = visit.texts(BUNDLE);
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
            var tooFine = form.amount().flatMap(typed -> TooFine.told(visit, typed, decimals, form.at("unit")));
            if (tooFine.isPresent()) {
                byField.put("amount", tooFine.get());
            } else if (cost.total().decimal().compareTo(available) > 0) {
                var needed = visit.look().money(cost.total().decimal(), asset.code());
                var there = visit.look().money(available, asset.code());
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
    private Answer send(Visit visit) {
        var form = PayoutForm.of(visit.form());
        var key = visit.form().text(FORM_KEY).flatMap(Ids::parse).map(UUID::toString);
        if (key.isEmpty() || form.amount().isEmpty()) {
            return form(visit, form, 400, Problems.none());
        }
        try {
            var payout = made(visit, form, key.get()).toString();
            visit.note(payout);
            var answer = visit.goTo(
                    PayoutList.PATH + "/" + payout, visit.texts(BUNDLE).get("made"));
            var sent = SentPayouts.of(visit.request()).with(key.get(), payout);
            return Cookies.with(answer, SentPayouts.COOKIE, sent.text(), PayoutList.PATH, SentPayouts.KEPT);
        } catch (Refused refused) {
            int status = refused.refusal().status();
            if (status >= 500 || Unsettled.is(visit, refused)) {
                throw refused;
            }
            return Orders.isNotAsAgreed(refused)
                    ? reviewed(visit, form, key.get(), 409)
                    : form(
                            visit,
                            form,
                            status,
                            Problems.of(refused, visit.wording()).renamed(NewPayoutPages::field));
        }
    }

    private UUID made(Visit visit, PayoutForm form, String key) {
        var request = form.request(banks(visit.client(), form));
        return orders.createOnly(visit.caller(), form.kind(), request, key, agreed(visit.form()))
                .map(made -> made.payouts().getFirst())
                .orElseThrow();
    }

    /// Returns the terms that the review showed. Missing terms match none, so the user must review again.
    private static Agreed agreed(Query sent) {
        var fee = sent.text(Review.FEE).flatMap(Decimals::unsigned).orElse(BigDecimal.ONE.negate());
        return new Agreed(
                List.of(fee),
                List.of(sent.integer(Review.PAYEE_REVISION, 0, 0, Integer.MAX_VALUE)),
                List.of(sent.text(Review.WAITS).isPresent()),
                null);
    }

    /// Returns the currencies that can be paid.
    static List<String> currencies(SluiceClient client) {
        return client.disbursements().fiatMethods().stream()
                .map(FiatDisbursementMethod::currency)
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> tokens(SluiceClient client) {
        return client.disbursements().cryptoMethods().stream()
                .map(CryptoDisbursementMethod::currency)
                .sorted()
                .toList();
    }

    private static List<FiatDisbursementMethod> banks(SluiceClient client, PayoutForm form) {
        return form.isCrypto() || form.at("unit").isEmpty()
                ? List.of()
                : client.disbursements().fiatMethods(form.at("unit"));
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

    private Payee payee(Visit visit, PayoutForm form, List<FiatDisbursementMethod> banks) {
        if (form.isCrypto()) {
            return new Payee(form.at("receiverWalletAddress"), null);
        }
        if (form.isToSomebodyNew()) {
            var bank = BankNames.of(banks, form.at(PayoutForm.BANK_CODE)).orElse("");
            return new Payee(
                    BankNames.line(form.at(PayoutForm.ACCOUNT_NAME), bank, form.at(PayoutForm.ACCOUNT_NUMBER)),
                    asked(visit, form, banks));
        }
        var recipient = visit.client().recipients().get(form.at("recipientId"));
        var paidBy = numbers.of(organization(visit), Stream.of(recipient.id()));
        return new Payee(
                BankNames.line(
                        recipient.name(),
                        BankNames.of(banks, recipient.bank().getFirst()),
                        paidBy.getOrDefault(recipient.id(), "")),
                recipient.verification());
    }

    private static UUID organization(Visit visit) {
        return visit.visitor().organizationId();
    }

    /// Checks the name of a new recipient with the bank already for the review. The check is repeated when the
    /// payout is created, but then it is too late for the user to reconsider.
    private @Nullable Verification asked(Visit visit, PayoutForm form, List<FiatDisbursementMethod> banks) {
        return recipients
                .inline(Fields.of(form.payee(banks)), visit.caller(), form.at("unit"))
                .map(recipients::verify)
                .map(says -> new Verification(
                        says.outcome().wire(), says.suppliedName(), says.bankName(), says.provider(), says.checkedAt()))
                .orElse(null);
    }
}
