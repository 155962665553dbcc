package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.PayeeCheck;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Verification of payee: the bank compares the names of payees with the holders of their accounts. Payments to other
/// names wait at the bank until people release or withdraw them there; until then, the bank has accepted them.
final class PayeeChecks {
    private static final Map<String, String> RESULTS =
            Map.of("RVMC", "nearly another name", "RVNM", "another name", "RVNA", "name not checked");
    /// Statuses of a payment that still waits for people.
    private static final Set<String> UNDECIDED = Set.of("RCVD", "ACTC", "PDNG", "PATC", "RVCM");

    private static final int NAMED_MAX = 10;
    private static final int TEXT_MAX = 140;

    private PayeeChecks() {}

    /// Returns true if the bank's last word about an order is that its name does not match.
    static boolean isWaiting(BankOrder order) {
        var status = order.status();
        return status != null && RESULTS.containsKey(status.code());
    }

    /// Returns true for a status that decides nothing about an order with another name.
    static boolean isUndecided(BankOrder order, String code) {
        return isWaiting(order) && UNDECIDED.contains(code);
    }

    /// Returns the failure of an order that the bank did not carry out.
    static FailureCode failure(BankOrder order, @Nullable String reason) {
        return isWaiting(order) ? FailureCode.NAME_MISMATCH : ReasonCodes.failure(reason);
    }

    /// Returns the text about an order with another name.
    static String message(BankOrder order) {
        var status = Objects.requireNonNull(order.status());
        var text = status.text() == null ? "" : ": " + shortened(status.text());
        return "The bank found " + RESULTS.get(status.code()) + text + " (" + status.code() + ")";
    }

    /// Notifies operators of the names in a report that do not match.
    static void raise(Tx tx, Alerts alerts, BankProfile profile, StatusReport report) {
        var found = report.payments().stream()
                .filter(each -> each.status() != null && RESULTS.containsKey(each.status()))
                .toList();
        boolean isOfFile = report.group() != null && RESULTS.containsKey(report.group());
        if (found.isEmpty() && !isOfFile) {
            return;
        }
        var file = String.valueOf(report.originalMsgId());
        var first = found.isEmpty() ? "all" : String.valueOf(found.getFirst().id());
        alerts.raise(tx, new Alert(profile.rail(), "names/" + file + "/" + first, text(profile, file, found)));
    }

    private static String text(BankProfile profile, String file, List<PaymentStatus> found) {
        var waits = profile.payeeCheck() == PayeeCheck.RELEASE_MATCHES
                ? "Payments of file " + file + " wait at the bank"
                : "File " + file + " waits at the bank";
        var names = found.stream()
                .limit(NAMED_MAX)
                .map(each -> each.id() + " " + RESULTS.get(each.status()) + name(each.reasons()))
                .collect(Collectors.joining("; "));
        var more = found.size() > NAMED_MAX ? " and " + (found.size() - NAMED_MAX) + " more" : "";
        return waits + ", because names of payees do not match; release or withdraw them there."
                + (names.isEmpty() ? "" : " " + names + more);
    }

    private static String name(List<StatusReason> reasons) {
        return reasons.stream()
                .map(StatusReason::text)
                .filter(each -> !each.isBlank())
                .findFirst()
                .map(each -> ": " + shortened(each))
                .orElse("");
    }

    private static String shortened(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "…";
    }
}
