package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPayment;
import dev.sluice.client.model.PayerInfo;
import dev.sluice.dashboard.Formats;
import dev.sluice.page.Texts;
import dev.sluice.pdf.PaymentDocument;
import dev.sluice.pdf.PaymentDocument.Fact;
import dev.sluice.pdf.PaymentDocument.Tone;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Receipt of a completed deposit, for the merchant's files or for the payer, in the language of the page.
///
/// @param texts texts of the deposit pages
/// @param common texts of all pages, such as the names of statuses
/// @param method name of the payment method
record DepositReceipt(
        Deposit deposit,
        String method,
        String organizationName,
        boolean sandbox,
        PayerAccounts accounts,
        Texts texts,
        Texts common,
        Formats formats) {

    PaymentDocument document() {
        var id = deposit.depositId();
        var title = texts.get("receipt.title");
        var paidAt = paidAt();
        return new PaymentDocument(
                new PaymentDocument.About(
                        title + " " + id, organizationName, texts.get("deposit") + " " + id, texts.language(), paidAt),
                sandbox ? new PaymentDocument.Warning(texts.get("receipt.sandbox"), "SANDBOX") : null,
                title,
                organizationName,
                new PaymentDocument.Sum(
                        texts.get("receipt.sum"),
                        formats.amount(received(), deposit.inputCurrency()),
                        formats.unit(deposit.inputCurrency()),
                        texts.get("receipt.when", formats.time(paidAt)),
                        common.get("status." + deposit.status()),
                        Tone.GOOD),
                payer(),
                null,
                new PaymentDocument.Facts(texts.get("receipt.details"), details()),
                new PaymentDocument.Timeline(
                        texts.get("payments"),
                        deposit.payments().stream().map(this::step).toList()),
                new PaymentDocument.Foot(
                        texts.get("deposit") + " " + id, (sheet, sheets) -> texts.get("receipt.page", sheet, sheets)));
    }

    private Instant paidAt() {
        return Objects.requireNonNullElse(deposit.paidAt(), deposit.updatedAt());
    }

    private BigDecimal received() {
        return Objects.requireNonNullElse(deposit.receivedAmount(), deposit.inputAmount());
    }

    /// Returns the payer as reported by the bank or the chain; a deposit that was completed by force in the
    /// sandbox has none.
    private PaymentDocument.Party payer() {
        var payer = deposit.payerInfo();
        var facts = payer == null ? List.<Fact>of() : facts(payer);
        var name = payer == null ? null : payer.name();
        boolean unknown = name == null && facts.stream().allMatch(fact -> fact.value() == null);
        return new PaymentDocument.Party(
                texts.get("receipt.payer"), unknown ? texts.get("receipt.payerUnknown") : name, facts);
    }

    private List<Fact> facts(PayerInfo payer) {
        boolean onChain = deposit.depositType().equals(DepositSearch.CRYPTO);
        return List.of(
                fact("fact.bankName", payer.bankName()),
                fact(onChain ? "fact.wallet" : "fact.accountNumber", accounts.of(deposit, payer)),
                fact(onChain ? "transactionHash" : "receipt.transaction", payer.transactionCode()));
    }

    private List<Fact> details() {
        var facts = new ArrayList<Fact>();
        facts.add(fact("asked", money(deposit.inputAmount(), deposit.inputCurrency())));
        facts.add(fact("received", money(received(), deposit.inputCurrency())));
        facts.add(fact("fee", money(deposit.fee().amount(), deposit.fee().currency())));
        if (!deposit.inputCurrency().equals(deposit.outputCurrency())) {
            facts.add(fact("rate", rate()));
        }
        facts.add(fact("credited", money(deposit.outputAmount(), deposit.outputCurrency())));
        for (var refund : deposit.refunds()) {
            facts.add(fact("receipt.refunded", money(refund.amount(), refund.currency())));
        }
        facts.add(fact("method", method));
        facts.add(fact("reference", deposit.reference()));
        facts.add(fact("note", deposit.note()));
        facts.add(fact("createdAt", formats.time(deposit.createdAt())));
        facts.add(fact("paidAt", formats.time(paidAt())));
        facts.add(fact("id", deposit.depositId()));
        return facts;
    }

    private String rate() {
        return formats.number(BigDecimal.ONE) + "\u00a0" + formats.unit(deposit.inputCurrency()) + " = "
                + money(deposit.exchangeRate(), deposit.outputCurrency());
    }

    private PaymentDocument.Step step(DepositPayment payment) {
        return new PaymentDocument.Step(
                money(payment.amount(), payment.currency()),
                common.get("status." + payment.status()),
                switch (payment.status()) {
                    case "credited" -> Tone.GOOD;
                    case "received", "under_review" -> Tone.WAITING;
                    case "reversed" -> Tone.BAD;
                    default -> Tone.PLAIN;
                },
                payment.payerInfo() == null ? null : payment.payerInfo().transactionCode(),
                formats.time(payment.paidAt()));
    }

    private Fact fact(String key, @Nullable String value) {
        return Fact.of(texts.get(key), value);
    }

    private String money(BigDecimal amount, String currency) {
        return formats.money(amount, currency);
    }
}
