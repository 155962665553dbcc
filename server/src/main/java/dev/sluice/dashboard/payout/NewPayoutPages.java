package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.CryptoDisbursementMethod;
import dev.sluice.client.model.CurrencyReference;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.ErrorDetail;
import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientBank;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.disbursement.Orders;
import dev.sluice.disbursement.Orders.Trial;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Detail;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// One payout by hand: what, to whom; then what it costs; then it is sent, once.
public final class NewPayoutPages {
    private static final String SEND = "/dashboard/payouts/send";
    private static final int RECIPIENTS_MAX = 100;
    private static final Pattern ITEM = Pattern.compile("^(disburseData|receivers)\\[0]\\.");

    private final Door door;
    private final Clocks clocks;
    private final Orders orders;

    public NewPayoutPages(Door door, Clocks clocks, Orders orders) {
        this.door = door;
        this.clocks = clocks;
        this.orders = orders;
    }

    public List<Route> routes() {
        return List.of(
                door.page(
                        NewPayout.PATH,
                        Permission.CREATE_PAYOUTS,
                        visit -> form(visit, PayoutForm.of(visit.query()), 200, Problems.none())),
                door.action(NewPayout.PATH, Permission.CREATE_PAYOUTS, this::review),
                door.action(SEND, Permission.CREATE_PAYOUTS, NewPayoutPages::send));
    }

    private static Answer form(Visit visit, PayoutForm form, int status, Problems problems) {
        var texts = visit.texts("dashboard.payout");
        var client = visit.client();
        var units = form.isCrypto() ? tokens(client) : currencies(client);
        boolean chosen = units.contains(form.at("unit"));
        var banks = banks(client, form);
        var recipients = chosen && !form.isCrypto() ? recipients(client, form) : List.<Recipient>of();
        var available = chosen ? available(client, form) : null;
        boolean iban = chosen
                && client.references().currencies().stream()
                        .anyMatch(currency -> currency.currency().equals(form.at("unit")) && currency.requireIban());
        return visit.page(
                status,
                "dashboard/payout/new.jte",
                Section.PAYOUTS,
                texts.get("new"),
                frame -> new NewPayout(
                        frame, texts, visit.look(), form, units, banks, recipients, available, iban, problems));
    }

    /// Shows what it will cost, or what is wrong.
    private Answer review(Visit visit) {
        var form = PayoutForm.of(visit.form());
        if (visit.form().text("edit").isPresent()) {
            return form(visit, form, 200, Problems.none());
        }
        var texts = visit.texts("dashboard.payout");
        var client = visit.client();
        var banks = banks(client, form);
        var trial = orders.trial(visit.caller(), form.kind(), form.request(banks));
        var problems = problems(texts, form, trial, available(client, form));
        if (!problems.isEmpty()) {
            return form(visit, form, 400, problems);
        }
        return visit.page(
                "dashboard/payout/review.jte",
                Section.PAYOUTS,
                texts.get("review"),
                frame -> new NewPayout.Review(
                        frame,
                        texts,
                        visit.look(),
                        form,
                        payee(client, form, banks),
                        trial.costs().getFirst(),
                        clocks.newId().toString()));
    }

    private static Problems problems(Texts texts, PayoutForm form, Trial trial, BigDecimal available) {
        var byField = new LinkedHashMap<String, String>();
        if (!form.at("amount").isEmpty() && form.amount().isEmpty()) {
            byField.put("amount", texts.get("amountMalformed"));
        }
        for (Detail fault : trial.faults()) {
            byField.putIfAbsent(field(fault.field()), fault.message());
        }
        if (byField.isEmpty() && trial.costs().getFirst().total().decimal().compareTo(available) > 0) {
            byField.put(
                    "amount",
                    texts.get("insufficient", trial.costs().getFirst().total().toString(), available.toPlainString()));
        }
        return new Problems(byField.isEmpty() ? null : texts.get("notYet"), byField);
    }

    private static String field(String path) {
        var name = ITEM.matcher(path).replaceFirst("");
        return switch (name) {
            case "currency", "token" -> "unit";
            case "recipient.name" -> PayoutForm.ACCOUNT_NAME;
            case "recipient.bank.bankName" -> PayoutForm.BANK_CODE;
            default -> name;
        };
    }

    /// Makes the payout. The form's key makes it one payout however often the form is sent.
    private static Answer send(Visit visit) {
        var form = PayoutForm.of(visit.form());
        var texts = visit.texts("dashboard.payout");
        var key = visit.form().text("formKey").orElse("");
        if (key.isEmpty() || form.amount().isEmpty()) {
            return form(visit, form, 400, Problems.none());
        }
        try {
            var payout = made(visit.client(key), form, banks(visit.client(), form));
            return visit.goTo(PayoutList.PATH + "/" + payout.disbursementId(), texts.get("made"));
        } catch (SluiceException refused) {
            if (refused.status() >= 500) {
                throw refused;
            }
            var byField = new LinkedHashMap<String, String>();
            for (ErrorDetail detail : refused.details()) {
                byField.putIfAbsent(field(detail.field()), detail.message());
            }
            return form(visit, form, refused.status(), new Problems(refused.reason(), byField));
        }
    }

    private static Disbursement made(SluiceClient client, PayoutForm form, List<FiatDisbursementMethod> banks) {
        return form.isCrypto()
                ? client.disbursements()
                        .createCrypto(form.crypto())
                        .disburseData()
                        .getFirst()
                : client.disbursements()
                        .createFiat(form.fiat(banks))
                        .disburseData()
                        .getFirst();
    }

    private static List<String> currencies(SluiceClient client) {
        return client.references().currencies().stream()
                .map(CurrencyReference::currency)
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

    private static List<Recipient> recipients(SluiceClient client, PayoutForm form) {
        return client.recipients()
                .page(RecipientQuery.all()
                        .currency(form.at("unit"))
                        .sort(Sort.NEWEST_FIRST)
                        .limit(RECIPIENTS_MAX))
                .docs();
    }

    private static BigDecimal available(SluiceClient client, PayoutForm form) {
        return client.balances().list().stream()
                .filter(balance -> balance.currency().equals(form.at("unit")))
                .map(Balance::available)
                .findFirst()
                .orElse(BigDecimal.ZERO);
    }

    private static String payee(SluiceClient client, PayoutForm form, List<FiatDisbursementMethod> banks) {
        if (form.isCrypto()) {
            return form.at("receiverWalletAddress");
        }
        if (form.isToSomebodyNew()) {
            var bank = bankName(banks, form.at(PayoutForm.BANK_CODE)).orElse("");
            return form.at(PayoutForm.ACCOUNT_NAME) + ", " + bank + ", " + form.at(PayoutForm.ACCOUNT_NUMBER);
        }
        var recipient = client.recipients().get(form.at("recipientId"));
        var account = recipient.bank().getFirst();
        return recipient.name() + ", " + bankName(banks, account) + ", "
                + Optional.ofNullable(account.accountNumber())
                        .or(() -> Optional.ofNullable(account.ibanNumber()))
                        .orElse("");
    }

    /// The bank that will be paid: the name that belongs to the code, whatever the account was stored with.
    private static String bankName(List<FiatDisbursementMethod> banks, RecipientBank account) {
        return Optional.ofNullable(account.paymentCode())
                .flatMap(code -> bankName(banks, code))
                .orElse(Objects.requireNonNullElse(account.bankName(), ""));
    }

    private static Optional<String> bankName(List<FiatDisbursementMethod> banks, String code) {
        return banks.stream()
                .filter(each -> each.bankCode().equals(code))
                .map(FiatDisbursementMethod::bankName)
                .findFirst();
    }
}
