package dev.sluice.rail.stellar;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.stellar.sdk.xdr.AccountMergeResultCode;
import org.stellar.sdk.xdr.OperationResult;
import org.stellar.sdk.xdr.OperationType;
import org.stellar.sdk.xdr.TransactionResult;
import tools.jackson.databind.JsonNode;

/// What an account had left that was closed: the operation does not tell, and the result of its transaction
/// does.
final class Merge {
    /// The last bits of an operation's id are which of its transaction's it is, the first being 1 (SEP-35).
    private static final long ORDER = 0xFFF;

    private Merge() {}

    /// In stroops; nothing where the result is not there, or cannot be understood.
    static Optional<Long> left(JsonNode operation) {
        var xdr = Nodes.text(operation.path("transaction"), "result_xdr");
        int at = (int) (Nodes.number(operation, "id") & ORDER) - 1;
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

    /// The results of a transaction's operations; of a bump, of those of the transaction inside of it.
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
