package dev.sluice.rail.stellar.deposit;

import dev.sluice.rail.stellar.horizon.HorizonJson;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.stellar.sdk.xdr.AccountMergeResultCode;
import org.stellar.sdk.xdr.OperationResult;
import org.stellar.sdk.xdr.OperationType;
import org.stellar.sdk.xdr.TransactionResult;
import tools.jackson.databind.JsonNode;

/// Extracts the balance that an account merge transferred. The operation omits it; the result of its transaction
/// contains it.
final class Merge {
    /// The lowest bits of an operation's id are its 1-based index in its transaction (SEP-35).
    private static final long ORDER = 0xFFF;

    private Merge() {}

    /// Returns the amount in stroops; empty if the result is missing or cannot be decoded.
    static Optional<Long> left(JsonNode operation) {
        var xdr = HorizonJson.text(operation.path("transaction"), "result_xdr");
        int at = (int) (HorizonJson.number(operation, "id") & ORDER) - 1;
        var results = results(xdr);
        return at >= 0 && at < results.size() ? left(results.get(at)) : Optional.empty();
    }

    private static Optional<Long> left(OperationResult result) {
        var tr = result.getTr();
        if (tr == null || tr.getDiscriminant() != OperationType.ACCOUNT_MERGE) {
            return Optional.empty();
        }
        var merge = tr.getAccountMergeResult();
        return merge.getDiscriminant() == AccountMergeResultCode.ACCOUNT_MERGE_SUCCESS
                ? Optional.of(merge.getSourceAccountBalance().getInt64())
                : Optional.empty();
    }

    /// Returns the results of a transaction's operations; for a fee bump, those of the inner transaction.
    private static List<OperationResult> results(String xdr) {
        try {
            var result = TransactionResult.fromXdrBase64(xdr).getResult();
            var pair = result.getInnerResultPair();
            var results = pair == null
                    ? result.getResults()
                    : pair.getResult().getResult().getResults();
            return results == null ? List.of() : List.of(results);
        } catch (IOException | RuntimeException malformed) {
            return List.of();
        }
    }
}
