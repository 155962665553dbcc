package dev.sluice.rail.stellar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.xdr.AccountMergeResult;
import org.stellar.sdk.xdr.AccountMergeResultCode;
import org.stellar.sdk.xdr.CreateAccountResult;
import org.stellar.sdk.xdr.CreateAccountResultCode;
import org.stellar.sdk.xdr.Hash;
import org.stellar.sdk.xdr.InnerTransactionResult;
import org.stellar.sdk.xdr.InnerTransactionResultPair;
import org.stellar.sdk.xdr.Int64;
import org.stellar.sdk.xdr.OperationResult;
import org.stellar.sdk.xdr.OperationResultCode;
import org.stellar.sdk.xdr.OperationType;
import org.stellar.sdk.xdr.PaymentResult;
import org.stellar.sdk.xdr.PaymentResultCode;
import org.stellar.sdk.xdr.TransactionResult;
import org.stellar.sdk.xdr.TransactionResultCode;

/// Transaction results in the network's encoding.
public final class StandInResults {
    private StandInResults() {}

    public static OperationResult payment(PaymentResultCode code) {
        var payment = new PaymentResult();
        payment.setDiscriminant(code);
        var tr = new OperationResult.OperationResultTr();
        tr.setDiscriminant(OperationType.PAYMENT);
        tr.setPaymentResult(payment);
        return inner(tr);
    }

    static OperationResult created(CreateAccountResultCode code) {
        var created = new CreateAccountResult();
        created.setDiscriminant(code);
        var tr = new OperationResult.OperationResultTr();
        tr.setDiscriminant(OperationType.CREATE_ACCOUNT);
        tr.setCreateAccountResult(created);
        return inner(tr);
    }

    static boolean isSuccess(OperationResult result) {
        var tr = result.getTr();
        return tr.getDiscriminant() == OperationType.PAYMENT
                ? tr.getPaymentResult().getDiscriminant() == PaymentResultCode.PAYMENT_SUCCESS
                : tr.getCreateAccountResult().getDiscriminant() == CreateAccountResultCode.CREATE_ACCOUNT_SUCCESS;
    }

    /// Returns the result of a transaction with account merges (XDR in base 64).
    ///
    /// @param left merged balance of each account
    public static String merged(byte @Nullable [] innerHash, long... left) {
        var results = Arrays.stream(left)
                .mapToObj(stroops -> {
                    var merge = new AccountMergeResult();
                    merge.setDiscriminant(AccountMergeResultCode.ACCOUNT_MERGE_SUCCESS);
                    merge.setSourceAccountBalance(int64(stroops));
                    var tr = new OperationResult.OperationResultTr();
                    tr.setDiscriminant(OperationType.ACCOUNT_MERGE);
                    tr.setAccountMergeResult(merge);
                    return inner(tr);
                })
                .toArray(OperationResult[]::new);
        return encoded(results, true, 100, innerHash);
    }

    /// Returns Horizon's code for the result of an operation.
    static String word(OperationResult result) {
        var tr = result.getTr();
        var name = tr.getDiscriminant() == OperationType.PAYMENT
                ? tr.getPaymentResult().getDiscriminant().name().replace("PAYMENT_", "")
                : tr.getCreateAccountResult().getDiscriminant().name().replace("CREATE_ACCOUNT_", "");
        return "op_" + name.toLowerCase(Locale.ROOT).replace("already_exist", "already_exists");
    }

    /// @param innerHash hash of the inner transaction; null without a fee bump
    public static String encoded(OperationResult operation, long fee, byte @Nullable [] innerHash) {
        return encoded(new OperationResult[] {operation}, isSuccess(operation), fee, innerHash);
    }

    private static String encoded(
            OperationResult[] operations, boolean success, long fee, byte @Nullable [] innerHash) {
        var outer = new TransactionResult.TransactionResultResult();
        if (innerHash == null) {
            outer.setDiscriminant(success ? TransactionResultCode.txSUCCESS : TransactionResultCode.txFAILED);
            outer.setResults(operations);
        } else {
            outer.setDiscriminant(
                    success
                            ? TransactionResultCode.txFEE_BUMP_INNER_SUCCESS
                            : TransactionResultCode.txFEE_BUMP_INNER_FAILED);
            outer.setInnerResultPair(pair(operations, success, innerHash));
        }
        var result = new TransactionResult();
        result.setFeeCharged(int64(fee));
        result.setResult(outer);
        var ext = new TransactionResult.TransactionResultExt();
        ext.setDiscriminant(0);
        result.setExt(ext);
        try {
            return result.toXdrBase64();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static InnerTransactionResultPair pair(OperationResult[] operations, boolean success, byte[] innerHash) {
        var result = new InnerTransactionResult.InnerTransactionResultResult();
        result.setDiscriminant(success ? TransactionResultCode.txSUCCESS : TransactionResultCode.txFAILED);
        result.setResults(operations);
        var inner = new InnerTransactionResult();
        inner.setFeeCharged(int64(0));
        inner.setResult(result);
        var ext = new InnerTransactionResult.InnerTransactionResultExt();
        ext.setDiscriminant(0);
        inner.setExt(ext);
        var pair = new InnerTransactionResultPair();
        pair.setResult(inner);
        pair.setTransactionHash(new Hash(innerHash));
        return pair;
    }

    private static OperationResult inner(OperationResult.OperationResultTr tr) {
        var result = new OperationResult();
        result.setDiscriminant(OperationResultCode.opINNER);
        result.setTr(tr);
        return result;
    }

    private static Int64 int64(long value) {
        return new Int64(value);
    }
}
