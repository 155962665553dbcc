package dev.sluice.client;

import dev.sluice.client.model.CryptoDepositCreate;
import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositBulk;
import dev.sluice.client.model.DepositQuery;
import dev.sluice.client.model.DepositRefund;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Refund;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Money that payers pay in, in fiat money and in tokens, and refunds.
public final class Deposits {
    private final Calls calls;

    Deposits(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/deposit";
    private static final String FIAT = "/v1/deposit/fiat";
    private static final String CRYPTO = "/v1/deposit/crypto";

    public Deposit createFiat(FiatDepositCreate request) {
        return calls.post(Deposit.class, FIAT, request);
    }

    /// Creates up to 1,000 deposits: all of them, or none.
    public DepositBulk createFiat(List<FiatDepositCreate> requests) {
        return calls.post(DepositBulk.class, FIAT + "/bulk", Map.of("depositData", requests));
    }

    public Deposit createCrypto(CryptoDepositCreate request) {
        return calls.post(Deposit.class, CRYPTO, request);
    }

    /// Returns a deposit by id, including a checkout's id, or the newest one with a reference.
    public Deposit getFiat(String depositIdOrReference) {
        return calls.get(Deposit.class, Target.path(FIAT + "/", depositIdOrReference));
    }

    /// Returns a deposit by id, or the newest one with a reference.
    public Deposit getCrypto(String depositIdOrReference) {
        return calls.get(Deposit.class, Target.path(CRYPTO + "/", depositIdOrReference));
    }

    /// A deposit of either type; use [#getFiat] or [#getCrypto].
    @Deprecated
    public Deposit get(String depositIdOrReference) {
        return calls.get(Deposit.class, Target.path(ALL + "/", depositIdOrReference));
    }

    /// Streams all deposits in fiat money.
    public Stream<Deposit> listFiat() {
        return listFiat(FiatDepositQuery.all());
    }

    /// The deposits in fiat money that a query asks for, from its page on; fetched page by page as the stream is
    /// consumed.
    public Stream<Deposit> listFiat(FiatDepositQuery query) {
        return calls.stream(Deposit.class, FIAT, query);
    }

    /// Returns one page of deposits, with the totals.
    public Page<Deposit> pageFiat(FiatDepositQuery query) {
        return calls.page(Deposit.class, FIAT, query);
    }

    /// Streams all deposits in tokens.
    public Stream<Deposit> listCrypto() {
        return listCrypto(CryptoDepositQuery.all());
    }

    /// The deposits in tokens that a query asks for, from its page on; fetched page by page as the stream is
    /// consumed.
    public Stream<Deposit> listCrypto(CryptoDepositQuery query) {
        return calls.stream(Deposit.class, CRYPTO, query);
    }

    /// Returns one page of deposits, with the totals.
    public Page<Deposit> pageCrypto(CryptoDepositQuery query) {
        return calls.page(Deposit.class, CRYPTO, query);
    }

    /// Deposits of both types; use [#listFiat] and [#listCrypto].
    @Deprecated
    public Stream<Deposit> list(DepositQuery query) {
        return calls.stream(Deposit.class, ALL, query);
    }

    /// A page of deposits of both types; use [#pageFiat] and [#pageCrypto].
    @Deprecated
    public Page<Deposit> page(DepositQuery query) {
        return calls.page(Deposit.class, ALL, query);
    }

    /// Cancels an unpaid deposit. Cancelling twice is no error.
    public Deposit cancel(String depositId) {
        return calls.patch(Deposit.class, Target.path(ALL + "/", depositId, "/cancel"), null);
    }

    /// Gives money of a deposit back, by a payout.
    public Refund refund(String depositId, DepositRefund request) {
        return calls.post(Refund.class, Target.path(ALL + "/", depositId, "/refund"), request);
    }

    /// The ways to be paid in every currency.
    public List<FiatDepositMethod> fiatMethods() {
        return calls.list(FiatDepositMethod.class, ALL + "/payment-method", Calls.NO_QUERY);
    }

    /// Returns the payment methods of one currency.
    public List<FiatDepositMethod> fiatMethods(String currency) {
        return calls.list(FiatDepositMethod.class, ALL + "/payment-method", Map.of("currency", currency));
    }
}
