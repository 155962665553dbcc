package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.stellar.horizon.ResultCode;

/// Next step for a payout after its transaction failed in a ledger. The failed transaction moved no money and never
/// will; the result shows if another one can succeed.
sealed interface Failure {
    /// The payee cannot receive the payment.
    record Ends(Payment.Rejected rejected) implements Failure {}

    /// The sender lacks something, such as money: the payout waits until it is available.
    record Deferred(String reason) implements Failure {}

    /// The state of the network changed between the preflight and the ledger: check and sign again.
    record Again() implements Failure {}

    static Failure of(ResultCode result) {
        return switch (result.operation()) {
            case "op_no_trust" -> unreceived("the account has no trustline for the token", result);
            case "op_line_full" -> unreceived("the amount is over the limit of the account's trustline", result);
            case "op_no_destination" -> unreceived("the account does not exist", result);
            case "op_not_authorized" ->
                unreceived("the issuer has not authorized the account to hold the token", result);
            case "op_low_reserve" -> unreceived("the amount is too small to create the account", result);
            case "op_underfunded" -> new Deferred("the hot account has an insufficient balance of the token");
            case "op_src_no_trust", "op_src_not_authorized" -> new Deferred("the hot account may not hold the token");
            case "op_no_source_account", "op_bad_auth" ->
                new Deferred("the hot account does not exist or has other keys");
            // Another sender created the account in between. A transaction that failed before its
            // operation ran does not concern the payee.
            case "op_already_exists", "" -> new Again();
            default ->
                new Ends(new Payment.Rejected(
                        FailureCode.TRANSACTION_FAILED,
                        FailureCode.TRANSACTION_FAILED.message() + " (" + result.text() + ")"));
        };
    }

    private static Ends unreceived(String reason, ResultCode result) {
        var code = FailureCode.ADDRESS_CANNOT_RECEIVE;
        return new Ends(new Payment.Rejected(code, code.message() + ": " + reason + " (" + result.operation() + ")"));
    }
}
