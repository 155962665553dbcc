package dev.sluice.dashboard.home;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.HeldPayouts;
import dev.sluice.dashboard.PayInMethods;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Payment in the short list of the latest.
///
/// @param what recipient of a payout, or payment method of a deposit
/// @param held true for a payout whose row was changed: its payee and amount are not shown
public record Latest(
        String path, String what, BigDecimal amount, String currency, String status, Instant createdAt, boolean held) {
    private static final int COUNT = 6;

    static List<Latest> payouts(SluiceClient client) {
        var fiat = client.disbursements()
                .pageFiat(FiatDisbursementQuery.all().sort(Sort.NEWEST_FIRST).limit(COUNT));
        var crypto = client.disbursements()
                .pageCrypto(
                        CryptoDisbursementQuery.all().sort(Sort.NEWEST_FIRST).limit(COUNT));
        return newest(
                fiat.docs().stream().map(Latest::of), crypto.docs().stream().map(Latest::of));
    }

    static List<Latest> deposits(SluiceClient client, Formats formats) {
        var fiat = client.deposits()
                .pageFiat(FiatDepositQuery.all().sort(Sort.NEWEST_FIRST).limit(COUNT));
        var crypto = client.deposits()
                .pageCrypto(CryptoDepositQuery.all().sort(Sort.NEWEST_FIRST).limit(COUNT));
        var methods = PayInMethods.of(
                client,
                formats,
                Stream.concat(fiat.docs().stream(), crypto.docs().stream()).toList());
        return newest(
                fiat.docs().stream().map(deposit -> of(deposit, methods)),
                crypto.docs().stream().map(deposit -> of(deposit, methods)));
    }

    private static List<Latest> newest(Stream<Latest> some, Stream<Latest> others) {
        return Stream.concat(some, others)
                .sorted(Comparator.comparing(Latest::createdAt).reversed())
                .limit(COUNT)
                .toList();
    }

    private static Latest of(FiatDisbursement payout) {
        return new Latest(
                "/dashboard/payouts/" + payout.disbursementId(),
                payout.recipient().name(),
                payout.amount(),
                payout.currency(),
                payout.status(),
                payout.createdAt(),
                HeldPayouts.isHeld(payout));
    }

    private static Latest of(CryptoDisbursement payout) {
        return new Latest(
                "/dashboard/payouts/" + payout.disbursementId(),
                Formats.shortened(payout.receiverAddress()),
                payout.amount(),
                payout.token(),
                payout.status(),
                payout.createdAt(),
                HeldPayouts.isHeld(payout));
    }

    private static Latest of(Deposit deposit, PayInMethods methods) {
        return new Latest(
                "/dashboard/deposits/" + deposit.depositId(),
                methods.name(deposit),
                deposit.inputAmount(),
                deposit.inputCurrency(),
                deposit.status(),
                deposit.createdAt(),
                false);
    }
}
