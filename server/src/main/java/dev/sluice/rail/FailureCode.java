package dev.sluice.rail;

/// Reason why a payout failed or came back. Banks' own codes (after ISO 20022's external status reason codes) and
/// those of chains map to these.
public enum FailureCode {
    ACCOUNT_NOT_FOUND("The account does not exist"),
    ACCOUNT_CLOSED("The account is closed"),
    ACCOUNT_BLOCKED("The account is blocked"),
    ACCOUNT_INVALID("The account number is not valid at this bank"),
    NAME_MISMATCH("The account belongs to someone else"),
    CURRENCY_NOT_ACCEPTED("The account does not accept this currency"),
    AMOUNT_LIMIT_EXCEEDED("The amount is over the payee bank's limit"),
    COMPLIANCE_REJECTED("The payment was refused by a compliance check"),
    BANK_REJECTED("The payee's bank refused the payment"),
    BANK_UNAVAILABLE("The payee's bank could not be reached in time"),
    ADDRESS_CANNOT_RECEIVE("The address cannot receive this token"),
    TRANSACTION_FAILED("The transaction failed on the chain"),
    NETWORK_UNAVAILABLE("The network could not be reached in time"),
    RETURNED_BY_PAYEE("The payee returned the payment");

    private final String message;

    FailureCode(String message) {
        this.message = message;
    }

    public String message() {
        return message;
    }
}
