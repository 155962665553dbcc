package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.app.Eventually;
import dev.sluice.client.model.CheckoutCreate;
import dev.sluice.client.model.CryptoDepositCreate;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPay;
import dev.sluice.client.model.DepositPayment;
import dev.sluice.client.model.DepositQuery;
import dev.sluice.client.model.DepositRefund;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDepositQuery;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Deposits and checkouts through the Java client, against a whole service.
class ClientDepositTest extends ServedClient {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void a_deposit_is_asked_for_paid_credited_and_refunded() {
        var reference = fresh("order");
        var asked = client.deposits()
                .createFiat(FiatDepositCreate.builder("IDR", "014_VA")
                        .inputAmount(BigDecimal.valueOf(100000))
                        .reference(reference)
                        .note("Order")
                        .build());
        assertThat(asked.paymentFiat()).isNotNull();
        assertThat(asked.paymentFiat().accountNumber()).isNotBlank();
        var payment = client.sandbox().payDeposit(asked.depositId());
        assertThat(payment.amount()).isEqualByComparingTo("100000");
        var paid = completed(reference);
        assertThat(paid.paidAt()).isNotNull();
        assertThat(paid.payments()).extracting(DepositPayment::amount).containsExactly(payment.amount());
        var refund = client.deposits()
                .refund(
                        asked.depositId(),
                        DepositRefund.of(BigDecimal.valueOf(40000)).withNote("Half"));
        assertThat(refund.amount()).isEqualByComparingTo("40000");
        assertThat(client.deposits().getFiat(asked.depositId()).refunds())
                .extracting(Deposit.Refunded::disbursementId)
                .containsExactly(refund.disbursementId());
        assertThat(client.sandbox()
                        .forceDeposit(asked.depositId(), DepositStatus.PENDING)
                        .status())
                .isEqualTo(DepositStatus.PENDING);
    }

    @Test
    @SuppressWarnings("deprecation")
    void deposits_are_created_together_listed_and_cancelled() {
        var each = FiatDepositCreate.builder("IDR", "QRIS").inputAmount(BigDecimal.valueOf(50000));
        var bulk = client.deposits()
                .createFiat(List.of(each.build(), each.outputCurrency("USD").build()));
        assertThat(bulk.totalDeposit()).isEqualTo(2);
        var query = FiatDepositQuery.all().depositBulkId(bulk.depositBulkId());
        assertThat(client.deposits().listFiat(query.limit(1))).hasSize(2);
        assertThat(client.deposits().pageFiat(query).totalDocs()).isEqualTo(2);
        var first = bulk.depositData().getFirst();
        assertThat(first.paymentFiat()).isNotNull();
        assertThat(first.paymentFiat().qrData()).isNotBlank();
        assertThat(client.deposits().cancel(first.depositId()).status()).isEqualTo(DepositStatus.CANCELLED);
        assertThat(client.deposits().get(first.depositId()).status()).isEqualTo(DepositStatus.CANCELLED);
        assertThat(client.deposits().list(DepositQuery.all().status(DepositStatus.CANCELLED)))
                .extracting(Deposit::depositId)
                .contains(first.depositId());
        assertThat(client.deposits()
                        .page(DepositQuery.all().depositType("fiat"))
                        .docs())
                .isNotEmpty();
    }

    @Test
    @SuppressWarnings("deprecation")
    void deposits_are_narrowed_by_what_is_paid_and_when() {
        var created = client.deposits()
                .createFiat(FiatDepositCreate.builder("IDR", "QRIS")
                        .inputAmount(BigDecimal.valueOf(50000))
                        .build());
        var at = created.createdAt();
        var day = LocalDate.ofInstant(at, ZoneOffset.UTC);
        var deposits = client.deposits();
        assertThat(deposits.listFiat(FiatDepositQuery.all().inputCurrency("IDR").between(at, at)))
                .extracting(Deposit::depositId)
                .contains(created.depositId());
        assertThat(deposits.listFiat(FiatDepositQuery.all().between(day, day)))
                .extracting(Deposit::depositId)
                .contains(created.depositId());
        assertThat(deposits.list(DepositQuery.all().inputCurrency("IDR").between(at, at)))
                .extracting(Deposit::depositId)
                .contains(created.depositId());
        var yesterday = at.minusSeconds(86_400);
        assertThat(deposits.listFiat(FiatDepositQuery.all().between(yesterday, yesterday)))
                .isEmpty();
        assertThat(deposits.listFiat(FiatDepositQuery.all().paymentStatus("under_review")))
                .isEmpty();
        assertThat(deposits.pageFiat(FiatDepositQuery.all().inputCurrency("USD"))
                        .totalDocs())
                .isZero();
        var tokens = CryptoDepositQuery.all().inputCurrency("usdt-polygon");
        assertThat(deposits.listCrypto(tokens.between(day, day))).isEmpty();
        assertThat(deposits.listCrypto(tokens.between(at, at).transactionHash("0x00")))
                .isEmpty();
        assertThat(deposits.page(DepositQuery.all().transactionHash("0x00").between(day, day))
                        .totalDocs())
                .isZero();
    }

    @Test
    void a_deposit_of_tokens_has_a_wallet() {
        var reference = fresh("order");
        var asked = client.deposits()
                .createCrypto(CryptoDepositCreate.of("usdc-polygon", BigDecimal.valueOf(100))
                        .withReference(reference)
                        .withOutputCurrency("IDR"));
        assertThat(asked.paymentCrypto()).isNotNull();
        assertThat(asked.paymentCrypto().payoutWallet()).startsWith("0x");
        assertThat(asked.exchangeInfo()).isNotNull();
        client.sandbox()
                .payDeposit(
                        asked.depositId(),
                        DepositPay.inFull().withAmount(BigDecimal.TEN).withDelay(Duration.ofHours(1)));
        assertThat(client.deposits().getCrypto(reference).depositId()).isEqualTo(asked.depositId());
        assertThat(client.deposits().listCrypto(CryptoDepositQuery.all().reference(reference)))
                .hasSize(1);
        assertThat(client.deposits().pageCrypto(CryptoDepositQuery.all()).docs())
                .isNotEmpty();
    }

    @Test
    void a_checkout_has_a_page() {
        var checkout = client.checkouts()
                .create(CheckoutCreate.builder("IDR")
                        .inputAmount(BigDecimal.valueOf(100000))
                        .customerName("Siti")
                        .successUrl("https://shop.example.com/thanks")
                        .locale("en")
                        .build());
        assertThat(checkout.url()).endsWith("/checkout/" + checkout.id());
        var unchosen = catchThrowableOfType(
                SluiceException.class, () -> client.deposits().getFiat(checkout.id()));
        assertThat(unchosen.code()).isEqualTo(ErrorCodes.DEPOSIT_NOT_FOUND);
    }

    private static Deposit completed(String reference) {
        return Eventually.await(
                PATIENCE,
                reference + " is completed",
                () -> client.deposits().getFiat(reference),
                deposit -> deposit.status().equals(DepositStatus.COMPLETED));
    }

    private static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }
}
