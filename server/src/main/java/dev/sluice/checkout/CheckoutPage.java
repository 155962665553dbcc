package dev.sluice.checkout;

import dev.sluice.checkout.Checkouts.Chosen;
import dev.sluice.checkout.PageModel.Choice;
import dev.sluice.checkout.PageModel.Choose;
import dev.sluice.checkout.PageModel.Deadline;
import dev.sluice.checkout.PageModel.End;
import dev.sluice.checkout.PageModel.Fact;
import dev.sluice.checkout.PageModel.Frame;
import dev.sluice.checkout.PageModel.Group;
import dev.sluice.checkout.PageModel.Keep;
import dev.sluice.checkout.PageModel.Pay;
import dev.sluice.checkout.PageModel.Support;
import dev.sluice.checkout.PageModel.Wallet;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositState.Cancelled;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Expired;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.PaymentMethodType;
import dev.sluice.deposit.create.PaymentOptions.Offer;
import dev.sluice.http.Json;
import dev.sluice.merchant.Organization;
import dev.sluice.money.Money;
import dev.sluice.page.Amounts;
import dev.sluice.page.Texts;
import dev.sluice.page.TimeInText;
import dev.sluice.qr.QrCode;
import dev.sluice.qr.QrImage;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.Logos;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Builds the model of a payment page in its current state.
final class CheckoutPage {
    /// With more methods than this, groups are collapsed except the first.
    private static final int SHOWN_AT_ONCE_MAX = 4;

    private final Frame frame;
    private final Texts texts;
    private final Checkout checkout;
    private final References references;
    private final Instant now;

    CheckoutPage(
            Checkout checkout,
            References references,
            Texts texts,
            Merchant merchant,
            @Nullable Money amount,
            boolean sandbox,
            Instant now) {
        this.now = now;
        this.checkout = checkout;
        this.references = references;
        this.texts = texts;
        this.frame = new Frame(
                texts,
                merchant.name(),
                merchant.logo(),
                Stylesheet.address(merchant.design()),
                new Support(merchant.design().supportEmail(), merchant.design().supportUrl()),
                checkout.journey().customerName(),
                amount == null ? null : text(amount),
                "/checkout/" + checkout.id(),
                sandbox);
    }

    /// The merchant of the page.
    ///
    /// @param logo path of the logo; null if there is none
    record Merchant(String name, @Nullable String logo, CheckoutDesign design) {
        static Merchant of(Organization organization, @Nullable String logo, CheckoutDesign design) {
            return new Merchant(design.payerName() == null ? organization.name() : design.payerName(), logo, design);
        }
    }

    /// Returns the page with the methods to choose from, grouped by kind in the order of the first method of each.
    /// With many methods, only the first group is open, so that a phone shows all groups at once.
    ///
    /// @param again result of an earlier choice that failed
    PageModel choose(List<Offer> offers, Logos logos, @Nullable Chosen again) {
        return choose(offers, logos, again, null);
    }

    /// Returns the page with the other methods, for a payer who already has payment instructions.
    PageModel chooseAnother(Deposit deposit, List<Offer> others, Logos logos, @Nullable Chosen again) {
        var current = new Keep(
                texts.get("keepWay", methodName(deposit)), deposit.progress().events(), deposit.version());
        return choose(others, logos, again, current);
    }

    private PageModel choose(List<Offer> offers, Logos logos, @Nullable Chosen again, @Nullable Keep current) {
        var byGroup = new LinkedHashMap<String, List<Choice>>();
        offers.forEach(offer -> byGroup.computeIfAbsent(group(offer.method().type()), _ -> new ArrayList<>())
                .add(choice(offer, logos)));
        var groups = new ArrayList<Group>();
        byGroup.forEach((title, choices) -> groups.add(
                new Group(texts.get(title), choices, groups.isEmpty() || offers.size() <= SHOWN_AT_ONCE_MAX)));
        return new Choose(
                frame,
                groups,
                offers.stream().noneMatch(Offer::isOpen)
                        ? texts.get("nothingOffered", frame.merchant())
                        : problem(again),
                deadline("openUntil", checkout.expiresAt()),
                current,
                checkout.journey().cancelUrl());
    }

    private @Nullable String problem(@Nullable Chosen again) {
        return switch (again) {
            case NOT_OFFERED -> texts.get("methodGone");
            case STOPPED -> texts.get("methodStopped");
            case NOT_NOW -> texts.get("tryAgain");
            case CHOSEN -> texts.get("wayChosen");
            case STAYS -> texts.get("wayStays");
            case SETTLED, TAKEN -> null;
            case null -> null;
        };
    }

    /// Returns the page for a reference that another payment has taken.
    PageModel taken() {
        return end("taken", "takenHint", false, wayBack());
    }

    PageModel tooLate() {
        return end("pageExpired", "pageExpiredHint", false, wayBack());
    }

    /// Returns the address for a customer who did not pay: the cancel URL, or the shop's home page. The success
    /// URL would tell the shop that the customer paid.
    private @Nullable String wayBack() {
        var journey = checkout.journey();
        if (journey.cancelUrl() != null || journey.successUrl() == null) {
            return journey.cancelUrl();
        }
        var paid = URI.create(journey.successUrl());
        return paid.getScheme() + "://" + paid.getRawAuthority() + "/";
    }

    /// Returns the page with the payment instructions of the deposit, or with its final status.
    ///
    /// @param hasOthers true if it can be paid by another method
    /// @param again result of an earlier choice that failed
    PageModel of(Deposit deposit, boolean hasOthers, @Nullable Chosen again) {
        return switch (deposit.state()) {
            case Pending _ -> pay(deposit, hasOthers ? frame.path() + "?another=1" : null, problem(again));
            case Completed _ -> end("paid", "paidHint", true, checkout.journey().successUrl());
            case Expired _ -> end("expired", "expiredHint", false, wayBack());
            case Cancelled _ -> end("cancelled", "cancelledHint", false, wayBack());
        };
    }

    private static String group(DepositMethod.Type type) {
        return switch (type) {
            case QR -> "groupQr";
            case VIRTUAL_ACCOUNT, BANK_TRANSFER -> "groupBank";
            case EWALLET -> "groupWallet";
        };
    }

    private Choice choice(Offer offer, Logos logos) {
        var method = offer.method();
        var fee = offer.priced().fee();
        return new Choice(
                method.bankCode(),
                name(method),
                switch (method.type()) {
                    case VIRTUAL_ACCOUNT -> texts.get("kindVirtualAccount");
                    case BANK_TRANSFER -> texts.get("kindTransfer");
                    case QR, EWALLET -> null;
                },
                logos.url(method),
                frame.amount() == null ? texts.get("youPay", text(offer.priced().input())) : null,
                fee.isZero() ? texts.get("noFee") : texts.get("feeIncluded", text(fee)),
                offer.isOpen());
    }

    /// Returns the name of a bank, which all its methods share; otherwise the method's own name.
    private String name(DepositMethod method) {
        var scheme = method.scheme();
        return scheme == null
                ? method.name()
                : references
                        .payoutMethod(method.currency(), scheme)
                        .map(PayoutMethod::bankName)
                        .orElse(method.name());
    }

    private String methodName(Deposit deposit) {
        var input = deposit.requested().priced().input();
        return references
                .depositMethod(input.asset().code(), deposit.instructions().method())
                .map(DepositMethod::name)
                .orElse(deposit.instructions().method());
    }

    private PageModel pay(Deposit deposit, @Nullable String another, @Nullable String problem) {
        var input = deposit.requested().priced().input();
        var payment = Json.parse(deposit.instructions().payment().text().getBytes(StandardCharsets.UTF_8));
        var amount = text(input);
        var name = methodName(deposit);
        var bank = value(payment, "bankName").orElse(name);
        var steps = switch (deposit.instructions().methodType()) {
            case VIRTUAL_ACCOUNT ->
                List.of(
                        texts.get("virtualAccountStep1", bank),
                        texts.get("virtualAccountStep2"),
                        texts.get("virtualAccountStep3", amount));
            case BANK_TRANSFER ->
                List.of(texts.get("transferStep1"), texts.get("transferStep2", amount), texts.get("transferStep3"));
            case QR -> List.of(texts.get("qrStep1"), texts.get("qrStep2"), texts.get("qrStep3"));
            case EWALLET -> List.of(texts.get("walletStep1", name), texts.get("walletStep2"));
            case CHAIN -> throw new IllegalStateException("a page takes no tokens: " + deposit.id());
        };
        return new Pay(
                frame,
                steps,
                facts(deposit, payment, input),
                value(payment, "qrData")
                        .map(text -> QrImage.svg(QrCode.of(text), texts.get("qrImage", amount)))
                        .orElse(null),
                value(payment, "qrData")
                        .map(text -> new Fact(texts.get(textOf(deposit)), text))
                        .orElse(null),
                value(payment, "checkoutUrl")
                        .map(url -> new Wallet(name, inLanguage(url)))
                        .orElse(null),
                deposit.progress().payments().stream()
                        .anyMatch(each -> each.status() == Payment.PaymentStatus.UNDER_REVIEW),
                deposit.version(),
                another,
                problem,
                deadline("payUntil", deposit.progress().expiresAt()),
                checkout.journey().cancelUrl());
    }

    /// Returns the text key of the name by which payers know a code's text.
    private static String textOf(Deposit deposit) {
        return switch (deposit.instructions().method()) {
            case "PIX" -> "pixText";
            case "UPI" -> "upiText";
            default -> "qrText";
        };
    }

    /// Passes this page's language to the sandbox's simulated wallet page.
    private String inLanguage(String url) {
        return frame.sandbox() ? url + "?language=" + texts.language() : url;
    }

    private List<Fact> facts(Deposit deposit, JsonNode payment, Money input) {
        var facts = new ArrayList<Fact>();
        boolean virtual = deposit.instructions().methodType() == PaymentMethodType.VIRTUAL_ACCOUNT;
        fact(facts, virtual ? "virtualAccountNumber" : "accountNumber", value(payment, "accountNumber"));
        fact(facts, "paymentReference", value(payment, "paymentReference"));
        if (!facts.isEmpty()) {
            facts.add(new Fact(texts.get("amount"), text(input), Json.plain(input.decimal())));
            fact(facts, "accountName", value(payment, "accountName"));
            fact(facts, "bank", value(payment, "bankName"));
        }
        fact(facts, "routingNumber", value(payment.path("routingNumber"), "primary"));
        fact(facts, "swift", value(payment.path("intlCode"), "swift"));
        return facts;
    }

    private void fact(List<Fact> facts, String label, Optional<String> value) {
        value.ifPresent(text -> facts.add(new Fact(texts.get(label), text)));
    }

    private End end(String title, String hint, boolean good, @Nullable String returnUrl) {
        return new End(frame, texts.get(title), texts.get(hint, frame.merchant()), good, returnUrl);
    }

    private String text(Money amount) {
        return Amounts.text(amount, texts.locale());
    }

    private Deadline deadline(String key, Instant at) {
        long left = Math.ceilDiv(Duration.between(now, at).toMillis(), 1_000L);
        return new Deadline(TimeInText.of(texts, key, at), Math.max(0, left));
    }

    private static Optional<String> value(JsonNode object, String name) {
        var value = object.get(name);
        return value == null ? Optional.empty() : Optional.of(value.stringValue());
    }
}
