package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.stellar.SecretKey;
import dev.sluice.rail.stellar.StellarToken;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import org.stellar.sdk.AbstractTransaction;
import org.stellar.sdk.AccountConverter;
import org.stellar.sdk.Asset;
import org.stellar.sdk.AssetTypeNative;
import org.stellar.sdk.CreateAccountOperation;
import org.stellar.sdk.FeeBumpTransaction;
import org.stellar.sdk.Network;
import org.stellar.sdk.Operation;
import org.stellar.sdk.PaymentOperation;
import org.stellar.sdk.TimeBounds;
import org.stellar.sdk.Transaction;
import org.stellar.sdk.TransactionBuilder;
import org.stellar.sdk.TransactionPreconditions;

/// Builds and signs transactions.
final class Envelopes {
    /// Validity of a transaction: about thirty ledgers. The signing time of pending transactions is derived from
    /// it, so a version with a shorter validity has to keep this value for them.
    static final Duration VALIDITY = Duration.ofMinutes(3);

    private static final AccountConverter MUXED = AccountConverter.enableMuxed();

    private final Network network;
    private final SecretKey hot;

    Envelopes(String passphrase, SecretKey hot) {
        this.network = new Network(passphrase);
        this.hot = hot;
    }

    /// Input for signing the transaction of a payment.
    ///
    /// @param source the account whose sequence number is used, and that pays the fee
    /// @param ledgerTime the network's time, from which the time bound is calculated
    record Order(
            Payment payment,
            StellarToken token,
            Checks.Pay how,
            SecretKey source,
            long sequence,
            Instant ledgerTime,
            long feeBid) {}

    SignedTransaction sign(Order order) {
        var source = order.source();
        var maxTime = Instant.ofEpochSecond(order.ledgerTime().plus(VALIDITY).getEpochSecond());
        var account = new org.stellar.sdk.Account(source.account(), order.sequence() - 1);
        var transaction = new TransactionBuilder(MUXED, account, network)
                .addOperation(operation(order))
                .addMemo(order.how().memo())
                .setBaseFee(order.feeBid())
                .addPreconditions(TransactionPreconditions.builder()
                        .timeBounds(new TimeBounds(BigInteger.ZERO, BigInteger.valueOf(maxTime.getEpochSecond())))
                        .build())
                .build();
        source.sign(transaction);
        if (!source.equals(hot)) {
            hot.sign(transaction);
        }
        return new SignedTransaction(
                source.account(),
                order.sequence(),
                transaction.hashHex(),
                transaction.toEnvelopeXdrBase64(),
                null,
                maxTime,
                order.feeBid(),
                order.feeBid(),
                null,
                null);
    }

    /// Wraps a signed transaction in a fee bump with a higher bid. The inner transaction is unchanged, so only one
    /// of the two can be applied.
    SignedTransaction bump(SignedTransaction signed, long bid) {
        var around = new FeeBumpTransaction.Builder(MUXED, transaction(signed.envelope()))
                .setFeeAccount(hot.account())
                .setBaseFee(bid)
                .build();
        hot.sign(around);
        return signed.bumped(around.toEnvelopeXdrBase64(), bid);
    }

    private Transaction transaction(String envelope) {
        try {
            return (Transaction) AbstractTransaction.fromEnvelopeXdr(MUXED, envelope, network);
        } catch (IOException malformed) {
            throw new IllegalStateException("an envelope of ours that is no XDR", malformed);
        }
    }

    private Operation operation(Order order) {
        var payment = order.payment();
        var amount = StellarToken.decimal(payment.stroops());
        return order.how().create()
                ? new CreateAccountOperation.Builder(payment.address(), amount)
                        .setSourceAccount(hot.account())
                        .build()
                : new PaymentOperation.Builder(payment.address(), asset(order.token()), amount)
                        .setSourceAccount(hot.account())
                        .build();
    }

    private static Asset asset(StellarToken token) {
        return token.isCoin() ? new AssetTypeNative() : Asset.create(null, token.code(), token.issuer());
    }
}
