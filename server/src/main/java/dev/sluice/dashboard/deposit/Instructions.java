package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.PaymentCrypto;
import dev.sluice.client.model.PaymentFiat;
import dev.sluice.dashboard.Formats;
import dev.sluice.page.Texts;
import dev.sluice.qr.QrCode;
import dev.sluice.qr.QrImage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Payment instructions: the account to pay to, and the reference to quote.
///
/// @param qr QR code as SVG, rendered by the dashboard
/// @param walletUrl link that opens the payer's e-wallet
public record Instructions(
        List<Fact> facts, @Nullable String qr, @Nullable String walletUrl) {
    public Instructions {
        facts = List.copyOf(facts);
    }

    /// Value to copy, as shown and as copied.
    public record Fact(String label, String value, String copied) {}

    static Instructions of(Deposit deposit, Texts texts, Formats formats) {
        var amount = formats.money(deposit.inputAmount(), deposit.inputCurrency());
        var facts = new Facts(texts, new ArrayList<>());
        String scanned = null;
        String walletUrl = null;
        if (deposit.paymentFiat() != null) {
            facts.addAll(deposit.paymentFiat());
            scanned = deposit.paymentFiat().qrData();
            walletUrl = deposit.paymentFiat().checkoutUrl();
        } else if (deposit.paymentCrypto() != null) {
            facts.addAll(deposit.paymentCrypto());
            scanned = deposit.paymentCrypto().payoutWallet();
        }
        facts.list()
                .add(new Fact(
                        texts.get("fact.amount"), amount, deposit.inputAmount().toPlainString()));
        var qr = scanned == null ? null : QrImage.svg(QrCode.of(scanned), texts.get("qrImage", amount));
        return new Instructions(facts.list(), qr, walletUrl);
    }

    private record Facts(Texts texts, List<Fact> list) {
        void addAll(PaymentFiat payment) {
            add("bankName", payment.bankName());
            add("accountNumber", payment.accountNumber());
            add("accountName", payment.accountName());
            add("paymentReference", payment.paymentReference());
            if (payment.routingNumber() != null) {
                add("routingNumber", payment.routingNumber().primary());
            }
            if (payment.intlCode() != null) {
                add("swift", payment.intlCode().swift());
            }
            add("bankAddress", payment.bankAddress());
        }

        void addAll(PaymentCrypto payment) {
            add("network", payment.network());
            add("wallet", payment.payoutWallet());
            add("memo", payment.memo());
        }

        private void add(String label, @Nullable String value) {
            if (value != null && !value.isBlank()) {
                list.add(new Fact(texts.get("fact." + label), value, value));
            }
        }
    }
}
