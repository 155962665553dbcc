package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.PaymentCrypto;
import dev.sluice.client.model.PaymentFiat;
import dev.sluice.dashboard.Wording;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.deposit.DepositColumn;
import dev.sluice.http.Answer;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Exports the results of a file, row by row: the deposit with its payment instructions.
final class DepositFileResult {
    private static final int PAGE = 100;

    private DepositFileResult() {}

    /// A row with the deposit that was created from it.
    private record Outcome(
            ImportRow<DepositColumn> row, @Nullable Deposit deposit) {}

    static Answer of(
            Stream<ImportRow<DepositColumn>> rows,
            SluiceClient client,
            Wording wording,
            UUID fileId,
            Optional<String> format) {
        var columns = Stream.concat(
                        outcome(wording).stream(),
                        Stream.of(DepositColumn.values())
                                .map(column -> new Column<Outcome>(
                                        column.title(), of -> of.row().at(column))))
                .toList();
        var deposits = deposits(client, fileId.toString());
        var outcomes = rows.map(row -> new Outcome(
                row,
                row.createdId() == null ? null : deposits.get(row.createdId().toString())));
        return new Export<>(columns, outcomes).as(format, "deposits-" + fileId);
    }

    private static List<Column<Outcome>> outcome(Wording wording) {
        return List.of(
                new Column<>("row", of -> of.row().number()),
                new Column<>("result", of -> of.row().result("created")),
                new Column<>("deposit_id", of -> of.row().createdId()),
                new Column<>("deposit_status", deposit(Deposit::status)),
                new Column<>("bank_name", fiat(PaymentFiat::bankName)),
                new Column<>("account_number", fiat(PaymentFiat::accountNumber)),
                new Column<>("account_name", fiat(PaymentFiat::accountName)),
                new Column<>("payment_reference", fiat(PaymentFiat::paymentReference)),
                new Column<>("qr_data", fiat(PaymentFiat::qrData)),
                new Column<>("checkout_url", fiat(PaymentFiat::checkoutUrl)),
                new Column<>("wallet_address", crypto(PaymentCrypto::payoutWallet)),
                new Column<>("network", crypto(PaymentCrypto::network)),
                new Column<>("memo", crypto(PaymentCrypto::memo)),
                new Column<>("expired_at", deposit(Deposit::expiredAt)),
                new Column<>("problem", of -> of.row().faultsInWords(wording::of)));
    }

    private static Map<String, Deposit> deposits(SluiceClient client, String bulkId) {
        var byId = new HashMap<String, Deposit>();
        client.deposits()
                .listFiat(FiatDepositQuery.all().depositBulkId(bulkId).limit(PAGE))
                .forEach(deposit -> byId.put(deposit.depositId(), deposit));
        client.deposits()
                .listCrypto(CryptoDepositQuery.all().depositBulkId(bulkId).limit(PAGE))
                .forEach(deposit -> byId.put(deposit.depositId(), deposit));
        return byId;
    }

    private static Function<Outcome, @Nullable Object> deposit(Function<Deposit, @Nullable Object> part) {
        return of -> of.deposit() == null ? null : part.apply(of.deposit());
    }

    private static Function<Outcome, @Nullable Object> fiat(Function<PaymentFiat, @Nullable String> part) {
        return deposit(deposit -> deposit.paymentFiat() == null ? null : part.apply(deposit.paymentFiat()));
    }

    private static Function<Outcome, @Nullable Object> crypto(Function<PaymentCrypto, @Nullable String> part) {
        return deposit(deposit -> deposit.paymentCrypto() == null ? null : part.apply(deposit.paymentCrypto()));
    }
}
