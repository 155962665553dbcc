package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.BankAccount;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.sandbox.Magic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Behaviour of the bank for a transfer, by the payee's account: the magic accounts of the sandbox.
///
/// @param delay time until the booking, beside the usual one
/// @param rejectCode code of its refusal; null if it is booked
/// @param returnCode code of its return after the booking; null if it stays
/// @param verification result of the comparison of names, if they do not match
/// @param requestLost the first file with such a transfer is taken and forgotten
record TransferBehaviour(
        Duration delay,
        Answers answers,
        @Nullable String rejectCode,
        @Nullable String returnCode,
        @Nullable String verification,
        boolean requestLost) {
    private static final TransferBehaviour ORDINARY =
            new TransferBehaviour(Duration.ZERO, Answers.NORMAL, null, null, null, false);

    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SLOW = Duration.ofSeconds(60);
    private static final Duration STOPPABLE = Duration.ofMinutes(10);

    /// Status reports about a transfer.
    enum Answers {
        NONE,
        NORMAL,
        TWICE
    }

    static TransferBehaviour of(String currency, String account) {
        return of(Magic.of(new BankAccount(currency, null, "", RoutingNumbers.NONE, account, "", null)));
    }

    /// Returns true if the transfer is refused at once.
    boolean isRefused() {
        return rejectCode != null && delay.isZero();
    }

    private static TransferBehaviour of(Magic magic) {
        return switch (magic) {
            case ORDINARY -> ORDINARY;
            case NAME_NO_MATCH -> verified("RVNM");
            case NAME_CLOSE_MATCH -> verified("RVMC");
            case NAME_UNAVAILABLE -> verified("RVNA");
            case ACCOUNT_NOT_FOUND -> rejects(FailureCode.ACCOUNT_NOT_FOUND);
            case ACCOUNT_CLOSED -> rejects(FailureCode.ACCOUNT_CLOSED);
            case ACCOUNT_BLOCKED -> rejects(FailureCode.ACCOUNT_BLOCKED);
            case ACCOUNT_INVALID -> rejects(FailureCode.ACCOUNT_INVALID);
            case NAME_MISMATCH -> rejects(FailureCode.NAME_MISMATCH);
            case CURRENCY_NOT_ACCEPTED -> rejects(FailureCode.CURRENCY_NOT_ACCEPTED);
            case AMOUNT_LIMIT_EXCEEDED -> rejects(FailureCode.AMOUNT_LIMIT_EXCEEDED);
            case COMPLIANCE_REJECTED -> rejects(FailureCode.COMPLIANCE_REJECTED);
            case BANK_REJECTED -> rejects(FailureCode.BANK_REJECTED);
            case BANK_UNAVAILABLE -> rejects(FailureCode.BANK_UNAVAILABLE);
            case RETURNED_BY_PAYEE -> returns(FailureCode.RETURNED_BY_PAYEE);
            case RETURNED_ACCOUNT_CLOSED -> returns(FailureCode.ACCOUNT_CLOSED);
            case UNKNOWN_THEN_SETTLED -> silent(SILENCE, null);
            case UNKNOWN_THEN_REJECTED -> silent(SILENCE, code(FailureCode.BANK_UNAVAILABLE));
            case UNKNOWN_FOR_AN_HOUR -> silent(HOUR, null);
            case ANSWER_LOST -> silent(Duration.ZERO, null);
            case REQUEST_LOST -> new TransferBehaviour(Duration.ZERO, Answers.NORMAL, null, null, null, true);
            case SLOW -> after(SLOW);
            case CLEARING_WINDOW -> after(HOUR);
            case STOPPABLE -> after(STOPPABLE);
            case DUPLICATE_NOTICE -> new TransferBehaviour(Duration.ZERO, Answers.TWICE, null, null, null, false);
        };
    }

    private static TransferBehaviour rejects(FailureCode code) {
        return new TransferBehaviour(Duration.ZERO, Answers.NORMAL, code(code), null, null, false);
    }

    private static TransferBehaviour returns(FailureCode code) {
        return new TransferBehaviour(Duration.ZERO, Answers.NORMAL, null, code(code), null, false);
    }

    private static TransferBehaviour silent(Duration delay, @Nullable String rejectCode) {
        return new TransferBehaviour(delay, Answers.NONE, rejectCode, null, null, false);
    }

    private static TransferBehaviour after(Duration delay) {
        return new TransferBehaviour(delay, Answers.NORMAL, null, null, null, false);
    }

    private static TransferBehaviour verified(String result) {
        return new TransferBehaviour(Duration.ZERO, Answers.NORMAL, null, null, result, false);
    }

    /// Returns the code of ISO 20022 that banks use for a failure.
    private static String code(FailureCode code) {
        return switch (code) {
            case ACCOUNT_NOT_FOUND -> "AC01";
            case ACCOUNT_INVALID -> "AC03";
            case ACCOUNT_CLOSED -> "AC04";
            case ACCOUNT_BLOCKED -> "AC06";
            case NAME_MISMATCH -> "BE01";
            case CURRENCY_NOT_ACCEPTED -> "AM03";
            case AMOUNT_LIMIT_EXCEEDED -> "AM02";
            case COMPLIANCE_REJECTED -> "RR04";
            case BANK_UNAVAILABLE, NETWORK_UNAVAILABLE -> "AB08";
            case RETURNED_BY_PAYEE -> "MS02";
            case BANK_REJECTED, ADDRESS_CANNOT_RECEIVE, TRANSACTION_FAILED -> "MS03";
        };
    }
}
