package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.client.model.Balance;
import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.client.model.BankDetails;
import dev.sluice.client.model.Convert;
import dev.sluice.client.model.ConvertCreate;
import dev.sluice.client.model.ConvertEstimateQuery;
import dev.sluice.client.model.ConvertQuery;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.CryptoDisbursementsCreate;
import dev.sluice.client.model.CryptoReceiver;
import dev.sluice.client.model.CryptoReferenceQuery;
import dev.sluice.client.model.DisbursementStatus;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.FiatDisbursementsCreate;
import dev.sluice.client.model.FiatDisbursementsCreateV1;
import dev.sluice.client.model.FiatPayout;
import dev.sluice.client.model.InlineRecipient;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientDetails;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.client.model.StatementQuery;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The Java client against a whole service, group by group; [ClientDepositTest] covers deposits.
class ClientTest extends ServedClient {
    /// An account with payouts that are not submitted for an hour, so that their status does not change by itself.
    private static final String QUIET = "9999000032";

    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    private static final BigDecimal AMOUNT = new BigDecimal("150000");

    @Test
    void payouts_to_bank_accounts_are_created_found_and_cancelled() {
        var reference = fresh("inv");
        var created = client.disbursements()
                .createFiat(FiatDisbursementsCreate.of(
                        "IDR",
                        FiatPayout.to(siti().withEmail("siti@example.com"), AMOUNT)
                                .withReference(reference)
                                .withNote("Invoice"),
                        FiatPayout.to(siti(), BigDecimal.valueOf(20000))));
        assertThat(created.totalRecipient()).isEqualTo(2);
        assertThat(created.sumAmount()).isEqualByComparingTo("170000");
        var id = created.disburseData().getFirst().disbursementId();
        var payout = client.disbursements().getFiat(id);
        assertThat(payout.amount()).isEqualByComparingTo(AMOUNT);
        assertThat(payout.recipient().bank().bankCode()).isEqualTo("014");
        assertThat(payout.status()).isEqualTo(DisbursementStatus.PENDING);
        assertThat(payout.activityHistory()).isNotEmpty();
        assertThat(payout.createdAt()).isBefore(Instant.now().plusSeconds(60));
        assertThat(payout.completedAt()).isNull();
        assertThat(client.disbursements()
                        .listFiat(FiatDisbursementQuery.all()
                                .groupId(payout.groupId())
                                .limit(1)
                                .sort(Sort.NEWEST_FIRST)))
                .extracting(FiatDisbursement::disbursementId)
                .hasSize(2)
                .contains(id);
        assertThat(client.disbursements()
                        .pageFiat(FiatDisbursementQuery.all()
                                .reference(reference)
                                .between(payout.createdAt(), payout.createdAt()))
                        .totalDocs())
                .isEqualTo(1);
        assertThat(client.disbursements().cancel(id)).satisfies(cancelled -> {
            assertThat(cancelled).isInstanceOf(FiatDisbursement.class);
            assertThat(cancelled.status()).isEqualTo(DisbursementStatus.CANCELLED);
        });
    }

    @Test
    void the_transfer_proof_of_a_completed_payout_is_a_pdf() {
        var id = paid();
        client.sandbox().forceDisbursement(id, DisbursementStatus.COMPLETED);
        assertThat(new String(client.disbursements().reportFiat(id), 0, 5, StandardCharsets.US_ASCII))
                .isEqualTo("%PDF-");
        var refused = catchThrowableOfType(
                SluiceException.class, () -> client.disbursements().reportFiat(paid()));
        assertThat(refused.code()).isEqualTo(ErrorCodes.DISBURSEMENT_NOT_COMPLETED);
    }

    @Test
    void a_write_that_is_made_again_under_its_key_is_done_once() {
        var request = FiatDisbursementsCreate.of("IDR", FiatPayout.to(siti(), AMOUNT));
        try (var keyed = client.withIdempotencyKey(fresh("key"))) {
            var first = keyed.disbursements().createFiat(request);
            assertThat(keyed.disbursements().createFiat(request)).isEqualTo(first);
        }
        assertThat(client.disbursements().createFiat(request).disburseData().getFirst())
                .isNotEqualTo(client.disbursements()
                        .createFiat(request)
                        .disburseData()
                        .getFirst());
    }

    @Test
    void a_refusal_names_each_fault() {
        var request = FiatDisbursementsCreate.of(
                "IDR", FiatPayout.to(siti(), AMOUNT), FiatPayout.to(siti(), BigDecimal.ONE.negate()));
        var refused = catchThrowableOfType(
                SluiceException.class, () -> client.disbursements().createFiat(request));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo(ErrorCodes.VALIDATION_FAILED);
        assertThat(refused.detail("disburseData[1].amount")).isPresent();
        assertThat(refused.requestId()).isPresent();
        var unknown = catchThrowableOfType(
                SluiceException.class, () -> client.disbursements().getFiat("no/such payout"));
        assertThat(unknown.status()).isEqualTo(404);
    }

    @Test
    @SuppressWarnings("deprecation")
    void version_1_pays_stored_recipients() {
        var recipient = client.recipients().create(details("Budi Santoso").build());
        var created = client.disbursements()
                .createFiatV1(new FiatDisbursementsCreateV1(List.of(new FiatDisbursementsCreateV1.Item(
                        "IDR", recipient.id(), BigDecimal.valueOf(25000), null, "Salary"))));
        assertThat(created.sumAmount().getFirst().totalAmount()).isEqualByComparingTo("25000");
        assertThat(created.disburseData().getFirst().recipient().recipientId()).isEqualTo(recipient.id());
        assertThat(client.disbursements()
                        .createFiat(FiatDisbursementsCreate.of("IDR", FiatPayout.to(recipient.id(), AMOUNT)))
                        .totalRecipient())
                .isEqualTo(1);
    }

    @Test
    void payouts_to_wallets_are_estimated_created_and_found() {
        var payouts = client.disbursements();
        assertThat(payouts.estimateCrypto("usdc-polygon", BigDecimal.TEN).fee()).isNotNegative();
        var reference = fresh("pay");
        var created = payouts.createCrypto(CryptoDisbursementsCreate.of(
                "usdc-polygon",
                CryptoReceiver.of(WALLET, new BigDecimal("12.5"))
                        .withReference(reference)
                        .withNote("Rent")));
        var id = created.disburseData().getFirst().disbursementId();
        var payout = payouts.getCrypto(reference);
        assertThat(payout.disbursementId()).isEqualTo(id);
        assertThat(payout.receiverAddress()).isEqualTo(WALLET);
        assertThat(payout.feeConfig().currency()).isEqualTo("usdc-polygon");
        assertThat(payouts.listCrypto(CryptoDisbursementQuery.all()
                        .token("usdc-polygon")
                        .amount(new BigDecimal("12.5"))
                        .receiverAddress(WALLET)
                        .reference(reference)))
                .extracting(CryptoDisbursement::disbursementId)
                .containsExactly(id);
        assertThat(payouts.pageCrypto(CryptoDisbursementQuery.all()).docs()).isNotEmpty();
        assertThat(client.sandbox().forceDisbursement(id, DisbursementStatus.COMPLETED))
                .isInstanceOf(CryptoDisbursement.class);
    }

    @Test
    void the_ways_to_pay_and_to_be_paid_are_listed() {
        assertThat(client.disbursements().fiatMethods("IDR"))
                .anyMatch(each -> each.bankCode().equals("014"));
        assertThat(client.disbursements().fiatMethods())
                .hasSizeGreaterThan(client.disbursements().fiatMethods("IDR").size());
        assertThat(client.disbursements().cryptoMethods())
                .anyMatch(each -> each.currency().equals("usdc-polygon"));
        assertThat(client.deposits().fiatMethods("IDR"))
                .anyMatch(each -> each.bankCode().equals("QRIS"));
        assertThat(client.deposits().fiatMethods())
                .hasSizeGreaterThan(client.deposits().fiatMethods("IDR").size());
    }

    @Test
    void tokens_are_converted_at_a_quote() {
        var quote = client.conversions()
                .estimate(ConvertEstimateQuery.giving(BigDecimal.TEN, "usdc-polygon", "IDR")
                        .markupRatePercentage(new BigDecimal("1.5")));
        assertThat(quote.expiresAt()).isAfter(Instant.EPOCH);
        assertThat(quote.estimate().totalConvertedAmount()).isPositive();
        var plain = client.conversions()
                .estimate(ConvertEstimateQuery.getting(BigDecimal.valueOf(100000), "IDR", "usdc-polygon"));
        var created = client.conversions()
                .create(ConvertCreate.getting(BigDecimal.valueOf(100000), "IDR", "usdc-polygon")
                        .withQuote(plain.quoteId()));
        assertThat(created.result().totalConvertedAmount()).isEqualByComparingTo("100000");
        var stored = client.conversions().get(created.convertId());
        assertThat(stored.output().amountMinusFee()).isEqualByComparingTo("100000");
        assertThat(client.conversions()
                        .create(ConvertCreate.giving(BigDecimal.ONE, "usdc-polygon", "IDR"))
                        .input()
                        .amount())
                .isEqualByComparingTo("1");
        assertThat(client.conversions().list(ConvertQuery.all().outputCurrency("IDR")))
                .extracting(Convert::convertId)
                .contains(created.convertId());
        assertThat(client.conversions().page(ConvertQuery.all()).totalDocs()).isPositive();
    }

    @Test
    void recipients_are_stored_changed_found_verified_and_deleted() {
        var name = fresh("Ani");
        var stored = client.recipients()
                .create(details(name).recipientType("Individual").reference("r").build());
        assertThat(stored.bank().getFirst().accountNumber()).isEqualTo("1234567890");
        var moved = client.recipients()
                .update(
                        stored.id(),
                        RecipientDetails.builder(name, "ani@example.com", "Jalan 2", "Medan", "20111", bank())
                                .build());
        assertThat(moved.city()).isEqualTo("Medan");
        assertThat(moved.reference()).isEqualTo("r");
        assertThat(client.recipients().get(stored.id())).isEqualTo(moved);
        assertThat(client.recipients().list(RecipientQuery.all().search(name).currency("IDR")))
                .extracting(Recipient::id)
                .containsExactly(stored.id());
        assertThat(client.recipients().page(RecipientQuery.all()).docs()).isNotEmpty();
        assertThat(client.recipients().verify(bank()).outcome()).isEqualTo("match");
        assertThat(client.recipients().delete(stored.id()).id()).isEqualTo(stored.id());
        var gone = catchThrowableOfType(
                SluiceException.class, () -> client.recipients().get(stored.id()));
        assertThat(gone.code()).isEqualTo(ErrorCodes.RECIPIENT_NOT_FOUND);
    }

    @Test
    void balances_and_their_movements_are_told() {
        var id = paid();
        assertThat(client.balances().list()).extracting(Balance::currency).contains("IDR", "usdc-polygon");
        assertThat(client.balances().statement(StatementQuery.all().currency("IDR")))
                .extracting(BalanceTransaction::paymentId)
                .contains(id);
        assertThat(client.balances().statement().findFirst()).isPresent();
        assertThat(client.balances()
                        .statementPage(StatementQuery.all().limit(1))
                        .docs())
                .hasSize(1);
    }

    @Test
    void references_are_listed_also_by_api_key() {
        try (var bearing = SluiceClient.builder()
                .baseUrl(service.baseUrl())
                .apiKey(service.demo().credentials().get("SLUICE_API_KEY"))
                .build()) {
            assertThat(bearing.references().currencies())
                    .anyMatch(each -> each.currency().equals("IDR"));
            assertThat(bearing.references().cryptos()).anyMatch(each -> each.isNative());
            assertThat(bearing.references().cryptos(CryptoReferenceQuery.all().blockchainType("STELLAR")))
                    .isNotEmpty()
                    .allMatch(each -> each.id().endsWith("-stellar"));
        }
    }

    @Test
    void the_clock_of_the_sandbox_is_moved() {
        var before = client.sandbox().clock();
        var after = client.sandbox().advanceClock(Duration.ofSeconds(1));
        assertThat(after.offset()).isEqualTo(before.offset().plusSeconds(1));
        assertThat(after.now()).isAfter(before.now());
    }

    private static String paid() {
        return client.disbursements()
                .createFiat(FiatDisbursementsCreate.of("IDR", FiatPayout.to(siti(), AMOUNT)))
                .disburseData()
                .getFirst()
                .disbursementId();
    }

    private static InlineRecipient siti() {
        return InlineRecipient.at("Bank Central Asia", "014", "Siti Rahayu", QUIET);
    }

    private static RecipientDetails.Builder details(String name) {
        return RecipientDetails.builder(name, "ani@example.com", "Jalan 1", "Bandung", "40111", bank());
    }

    private static BankDetails bank() {
        return BankDetails.builder("Ani Wijaya")
                .in("IDR", "ID")
                .bankName("Bank Central Asia")
                .paymentCode("014")
                .accountNumber("1234567890")
                .build();
    }

    private static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }
}
