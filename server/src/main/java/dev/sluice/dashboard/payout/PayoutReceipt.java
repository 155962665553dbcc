package dev.sluice.dashboard.payout;

import dev.sluice.client.model.Activity;
import dev.sluice.client.model.CryptoDisbursement;
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

/// Receipt of a completed payout to a wallet, for the merchant's files or for the recipient, in the language of the
/// page. Payouts to a bank account have a transfer proof by the service instead.
///
/// @param texts texts of the payout pages
/// @param common texts of all pages, such as the names of statuses
record PayoutReceipt(
        CryptoDisbursement payout,
        String organizationName,
        boolean sandbox,
        Texts texts,
        Texts common,
        Formats formats) {

    PaymentDocument document() {
        var id = payout.disbursementId();
        var title = texts.get("receipt.title");
        var subject = texts.get("receipt.subject", id);
        var completedAt = completedAt();
        return new PaymentDocument(
                new PaymentDocument.About(title + " " + id, organizationName, subject, texts.language(), completedAt),
                sandbox ? new PaymentDocument.Warning(texts.get("receipt.sandbox"), "SANDBOX") : null,
                title,
                organizationName,
                new PaymentDocument.Sum(
                        texts.get("receipt.sum"),
                        formats.amount(payout.amount(), payout.token()),
                        formats.unit(payout.token()),
                        texts.get("receipt.when", formats.time(completedAt)),
                        common.get("status." + payout.status()),
                        Tone.GOOD),
                payee(),
                null,
                new PaymentDocument.Facts(texts.get("receipt.details"), details()),
                new PaymentDocument.Timeline(
                        texts.get("timeline"),
                        PayoutDetail.steps(payout, texts).stream()
                                .map(this::step)
                                .toList()),
                new PaymentDocument.Foot(subject, (sheet, sheets) -> texts.get("receipt.page", sheet, sheets)));
    }

    private Instant completedAt() {
        return Objects.requireNonNullElse(payout.completedAt(), payout.updatedAt());
    }

    private PaymentDocument.Party payee() {
        return new PaymentDocument.Party(
                texts.get("receipt.payee"),
                null,
                List.of(
                        fact("receiver", payout.receiverAddress()),
                        fact("memo", payout.memo()),
                        fact("network", network())));
    }

    private String network() {
        return common.find("network." + payout.network()).orElse(payout.network());
    }

    /// Returns the details. A payout that was completed by force in the sandbox has no transaction.
    private List<Fact> details() {
        var transaction = payout.transactionData();
        var facts = new ArrayList<Fact>();
        facts.add(fact("amount", money(payout.amount())));
        facts.add(fact("fee", money(payout.feeAmount())));
        facts.add(fact("total", money(payout.amount().add(payout.feeAmount()))));
        facts.add(fact("token", payout.token()));
        facts.add(fact("tokenAddress", payout.tokenAddress()));
        facts.add(fact("sender", payout.senderAddress()));
        facts.add(fact("txHash", transaction == null ? null : transaction.txHash()));
        facts.add(fact("created", formats.time(payout.createdAt())));
        facts.add(fact("completed", formats.time(completedAt())));
        facts.add(fact("payoutId", payout.disbursementId()));
        facts.add(fact("group", payout.groupId()));
        facts.add(fact("reference", payout.reference()));
        facts.add(fact("note", payout.note()));
        facts.add(fact("madeBy", payout.initiatedBy().name()));
        return facts;
    }

    private PaymentDocument.Step step(Activity step) {
        return new PaymentDocument.Step(
                step.activity(),
                common.get("status." + step.status()),
                switch (step.status()) {
                    case "completed" -> Tone.GOOD;
                    case "failed", "reversed" -> Tone.BAD;
                    case "pending" -> Tone.WAITING;
                    default -> Tone.PLAIN;
                },
                step.description(),
                formats.time(step.updatedAt()));
    }

    private Fact fact(String key, @Nullable String value) {
        return Fact.of(texts.get(key), value);
    }

    private String money(BigDecimal amount) {
        return formats.money(amount, payout.token());
    }
}
