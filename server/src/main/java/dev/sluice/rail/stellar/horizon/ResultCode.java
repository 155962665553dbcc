package dev.sluice.rail.stellar.horizon;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.stellar.sdk.xdr.OperationResult;
import org.stellar.sdk.xdr.OperationResultCode;
import org.stellar.sdk.xdr.TransactionResult;
import org.stellar.sdk.xdr.TransactionResultCode;

/// Result of a transaction and of its operation, in Horizon's codes, such as `tx_failed` and `op_no_trust`.
public record ResultCode(String transaction, String operation) {
    public static final String SUCCESS = "tx_success";
    static final String FAILED = "tx_failed";
    static final String BAD_SEQUENCE = "tx_bad_seq";
    static final String TOO_LATE = "tx_too_late";
    public static final String INSUFFICIENT_FEE = "tx_insufficient_fee";
    private static final String NONE = "";
    private static final String INNER = "tx_fee_bump_inner_";

    /// Returns the codes of an answer; for a fee bump, those of the inner transaction.
    static ResultCode of(String transaction, String inner, List<String> operations) {
        return new ResultCode(
                transaction.startsWith(INNER) && !inner.isEmpty() ? inner : transaction,
                operations.isEmpty() ? NONE : operations.getFirst());
    }

    /// Returns the codes of a transaction's result (XDR in base 64).
    static ResultCode of(String resultXdr) {
        try {
            var result = TransactionResult.fromXdrBase64(resultXdr).getResult();
            var pair = result.getInnerResultPair();
            if (pair == null) {
                return of(result.getDiscriminant(), result.getResults());
            }
            var inner = pair.getResult().getResult();
            return of(inner.getDiscriminant(), inner.getResults());
        } catch (IOException malformed) {
            throw new HorizonUnavailable("a result that is no XDR", malformed);
        }
    }

    /// Returns true if the operation failed in a ledger. That is final: sequence number and fee are used up.
    public boolean isFinalFailure() {
        return transaction.equals(FAILED);
    }

    public String text() {
        return operation.isEmpty() ? transaction : transaction + ", " + operation;
    }

    private static ResultCode of(TransactionResultCode code, OperationResult[] operations) {
        return new ResultCode(
                "tx_" + code.name().substring("tx".length()).toLowerCase(Locale.ROOT),
                operations == null || operations.length == 0 ? NONE : operation(operations[0]));
    }

    private static String operation(OperationResult result) {
        if (result.getDiscriminant() != OperationResultCode.opINNER) {
            return "op_"
                    + result.getDiscriminant().name().substring("op".length()).toLowerCase(Locale.ROOT);
        }
        var tr = result.getTr();
        return switch (tr.getDiscriminant()) {
            case PAYMENT -> code(tr.getPaymentResult().getDiscriminant().name(), "PAYMENT_");
            case CREATE_ACCOUNT -> {
                var code = code(tr.getCreateAccountResult().getDiscriminant().name(), "CREATE_ACCOUNT_");
                // The only code that Horizon spells differently from the protocol.
                yield code.equals("op_already_exist") ? "op_already_exists" : code;
            }
            default -> "op_inner";
        };
    }

    private static String code(String name, String prefix) {
        return "op_" + name.substring(prefix.length()).toLowerCase(Locale.ROOT);
    }
}
