package dev.sluice.client;

import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.CryptoDisbursementMethod;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.CryptoDisbursementsCreate;
import dev.sluice.client.model.CryptoDisbursementsCreated;
import dev.sluice.client.model.CryptoEstimate;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.FiatDisbursementsCreate;
import dev.sluice.client.model.FiatDisbursementsCreateV1;
import dev.sluice.client.model.FiatDisbursementsCreated;
import dev.sluice.client.model.FiatDisbursementsCreatedV1;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Query;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Payouts to bank accounts (`fiat`) and to wallets (`crypto`).
public final class Disbursements {
    private final Calls calls;

    Disbursements(Calls calls) {
        this.calls = calls;
    }

    private static final String ALL = "/v1/disbursement/";
    private static final String FIAT = "/v1/disbursement/fiat";
    private static final String CRYPTO = "/v1/disbursement/crypto";

    /// Pays bank accounts: all payouts of the request are created, or none is.
    public FiatDisbursementsCreated createFiat(FiatDisbursementsCreate request) {
        return calls.post(FiatDisbursementsCreated.class, "/v2/disbursement/fiat", request);
    }

    /// Version 1, for stored recipients in several currencies; use [#createFiat].
    @Deprecated
    public FiatDisbursementsCreatedV1 createFiatV1(FiatDisbursementsCreateV1 request) {
        return calls.post(FiatDisbursementsCreatedV1.class, FIAT, request);
    }

    /// Pays wallets: all payouts of the request are created, or none is.
    public CryptoDisbursementsCreated createCrypto(CryptoDisbursementsCreate request) {
        return calls.post(CryptoDisbursementsCreated.class, CRYPTO, request);
    }

    public FiatDisbursement getFiat(String disbursementId) {
        return calls.get(FiatDisbursement.class, Target.path(FIAT + "/", disbursementId));
    }

    /// Returns a payout by id, or the newest one with a reference.
    public CryptoDisbursement getCrypto(String disbursementIdOrReference) {
        return calls.get(CryptoDisbursement.class, Target.path(CRYPTO + "/", disbursementIdOrReference));
    }

    /// Streams all payouts to bank accounts.
    public Stream<FiatDisbursement> listFiat() {
        return listFiat(FiatDisbursementQuery.all());
    }

    /// The payouts to bank accounts that a query asks for, from its page on; fetched page by page as the stream is
    /// consumed.
    public Stream<FiatDisbursement> listFiat(FiatDisbursementQuery query) {
        return calls.stream(FiatDisbursement.class, FIAT, query);
    }

    /// Returns one page of payouts, with the totals.
    public Page<FiatDisbursement> pageFiat(FiatDisbursementQuery query) {
        return calls.page(FiatDisbursement.class, FIAT, query);
    }

    /// Streams all payouts to wallets.
    public Stream<CryptoDisbursement> listCrypto() {
        return listCrypto(CryptoDisbursementQuery.all());
    }

    /// The payouts to wallets that a query asks for, from its page on; fetched page by page as the stream is
    /// consumed.
    public Stream<CryptoDisbursement> listCrypto(CryptoDisbursementQuery query) {
        return calls.stream(CryptoDisbursement.class, CRYPTO, query);
    }

    /// Returns one page of payouts, with the totals.
    public Page<CryptoDisbursement> pageCrypto(CryptoDisbursementQuery query) {
        return calls.page(CryptoDisbursement.class, CRYPTO, query);
    }

    /// The transfer proof of a completed payout, as PDF.
    public byte[] reportFiat(String disbursementId) {
        return calls.document(Target.path(FIAT + "/", disbursementId, "/report"), "application/pdf");
    }

    /// Cancels a payout that is not yet with a bank or a chain. Twice is no error.
    public Disbursement cancel(String disbursementId) {
        return calls.patchDisbursement(Target.path(ALL, disbursementId, "/cancel"), null);
    }

    /// The banks of every currency that can be paid.
    public List<FiatDisbursementMethod> fiatMethods() {
        return calls.list(FiatDisbursementMethod.class, FIAT + "/payment-method", Calls.NO_QUERY);
    }

    /// Returns the banks of one currency.
    public List<FiatDisbursementMethod> fiatMethods(String currency) {
        return calls.list(FiatDisbursementMethod.class, FIAT + "/payment-method", Map.of("currency", currency));
    }

    /// The tokens that can be paid.
    public List<CryptoDisbursementMethod> cryptoMethods() {
        return calls.list(CryptoDisbursementMethod.class, CRYPTO + "/payment-method", Calls.NO_QUERY);
    }

    /// Returns the cost of a payout of tokens.
    public CryptoEstimate estimateCrypto(String token, BigDecimal amount) {
        return calls.get(
                CryptoEstimate.class, CRYPTO + "/estimate", Map.of("token", token, "amount", Query.text(amount)));
    }
}
