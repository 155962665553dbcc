package dev.sluice.rail.iso20022.payout;

import dev.sluice.rail.FailureCode;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Meaning of the reason codes of statuses and returns (ISO 20022, external code sets).
public final class ReasonCodes {
    private static final Map<String, FailureCode> FAILURES = Map.ofEntries(
            Map.entry("AC01", FailureCode.ACCOUNT_INVALID),
            Map.entry("AC03", FailureCode.ACCOUNT_INVALID),
            Map.entry("AC04", FailureCode.ACCOUNT_CLOSED),
            Map.entry("AC06", FailureCode.ACCOUNT_BLOCKED),
            Map.entry("AC07", FailureCode.ACCOUNT_CLOSED),
            Map.entry("AC14", FailureCode.ACCOUNT_INVALID),
            Map.entry("AM02", FailureCode.AMOUNT_LIMIT_EXCEEDED),
            Map.entry("AM03", FailureCode.CURRENCY_NOT_ACCEPTED),
            Map.entry("AM14", FailureCode.AMOUNT_LIMIT_EXCEEDED),
            Map.entry("AC11", FailureCode.CURRENCY_NOT_ACCEPTED),
            Map.entry("BE01", FailureCode.NAME_MISMATCH),
            Map.entry("BE06", FailureCode.ACCOUNT_NOT_FOUND),
            Map.entry("BE21", FailureCode.NAME_MISMATCH),
            Map.entry("RR01", FailureCode.COMPLIANCE_REJECTED),
            Map.entry("RR02", FailureCode.COMPLIANCE_REJECTED),
            Map.entry("RR03", FailureCode.COMPLIANCE_REJECTED),
            Map.entry("RR04", FailureCode.COMPLIANCE_REJECTED),
            Map.entry("AB05", FailureCode.BANK_UNAVAILABLE),
            Map.entry("AB08", FailureCode.BANK_UNAVAILABLE),
            Map.entry("AB09", FailureCode.BANK_UNAVAILABLE),
            Map.entry("TM01", FailureCode.BANK_UNAVAILABLE),
            Map.entry("CUST", FailureCode.RETURNED_BY_PAYEE),
            Map.entry("MD06", FailureCode.RETURNED_BY_PAYEE),
            Map.entry("MS02", FailureCode.RETURNED_BY_PAYEE));

    /// The bank saw such a payment before: the first one may have been paid.
    private static final Set<String> DUPLICATE = Set.of("AM05", "DUPL", "DU01", "DU02", "DU03", "DU04", "DU05");

    /// Faults of our account or of a whole file. Other files would be rejected likewise.
    private static final Set<String> OURS = Set.of("AM10", "AC02", "AG02", "AM04");

    private ReasonCodes() {}

    /// Returns the failure of a reason; `BANK_REJECTED` for one that says nothing about the payee.
    static FailureCode failure(@Nullable String reason) {
        return reason == null ? FailureCode.BANK_REJECTED : FAILURES.getOrDefault(reason, FailureCode.BANK_REJECTED);
    }

    /// Returns true if the bank refuses a payment because it knows it already.
    public static boolean isDuplicate(@Nullable String reason) {
        return reason != null && DUPLICATE.contains(reason);
    }

    /// Returns true if a rejected file or block says that our account or our files are at fault.
    static boolean isOurs(@Nullable String reason) {
        return reason != null && (OURS.contains(reason) || reason.startsWith("FF0"));
    }
}
