package dev.sluice.disbursement.proof;

import dev.sluice.pdf.PlainText;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Content of a transfer proof: amounts are formatted in English style, and no further look-ups are needed.
///
/// @param verifyUrl target of the QR code: the public page of this transfer, see [ProofLink]
/// @param completedAt known in every status that follows a completion
public record TransferProof(
        String organizationName,
        Environment environment,
        Transfer transfer,
        Payee payee,
        Amounts amounts,
        Status status,
        Instant createdAt,
        @Nullable Instant completedAt,
        List<Activity> activities,
        URI verifyUrl) {

    /// Maximum number of activities of one transfer.
    public static final int ACTIVITIES_MAX = 500;

    public TransferProof {
        organizationName = PlainText.name("organizationName", organizationName);
        activities = List.copyOf(activities);
        if (activities.size() > ACTIVITIES_MAX) {
            throw new IllegalArgumentException("more than " + ACTIVITIES_MAX + " activities");
        }
        if (status == Status.COMPLETED && completedAt == null) {
            throw new IllegalArgumentException("a completed transfer has a completedAt");
        }
        if (!verifyUrl.isAbsolute() || verifyUrl.getHost() == null) {
            throw new IllegalArgumentException("verifyUrl is not absolute");
        }
    }

    /// Environment; a sandbox proof states on every page that no money moved.
    public enum Environment {
        LIVE,
        SANDBOX
    }

    /// Current status of the transfer. The page may show any of them, since its link may be opened long after the
    /// PDF was created.
    public enum Status {
        PENDING,
        COMPLETED,
        REVERSED,
        FAILED,
        CANCELLED
    }

    /// Identifiers and texts of the transfer.
    ///
    /// @param groupId id of the batch that contains it
    /// @param reference the client's own identifier
    /// @param note the remittance text
    /// @param railReference the bank's or network's identifier
    /// @param initiatedBy the user or API key that requested it
    public record Transfer(
            String disbursementId,
            @Nullable String groupId,
            @Nullable String reference,
            @Nullable String note,
            @Nullable String railReference,
            @Nullable String initiatedBy) {
        public Transfer {
            disbursementId = PlainText.name("disbursementId", disbursementId);
            groupId = PlainText.nameIfAny("groupId", groupId);
            reference = PlainText.nameIfAny("reference", reference);
            note = PlainText.text("note", note);
            railReference = PlainText.nameIfAny("railReference", railReference);
            initiatedBy = PlainText.nameIfAny("initiatedBy", initiatedBy);
        }
    }

    /// The payee and the account.
    ///
    /// @param accountNumber full number; the page shows [Mask#accountNumber(String)]
    /// @param country an ISO 3166-1 alpha-2 code or a name
    public record Payee(
            String name,
            @Nullable String bankName,
            @Nullable String bankCode,
            @Nullable String bic,
            String accountNumber,
            @Nullable String country) {
        public Payee {
            name = PlainText.name("payee.name", name);
            bankName = PlainText.nameIfAny("payee.bankName", bankName);
            bankCode = PlainText.nameIfAny("payee.bankCode", bankCode);
            bic = PlainText.nameIfAny("payee.bic", bic);
            accountNumber = PlainText.name("payee.accountNumber", accountNumber);
            country = PlainText.nameIfAny("payee.country", country);
        }
    }

    /// Amounts as printable decimal strings, all in one currency.
    ///
    /// @param amount amount that the payee receives
    /// @param fee fee that the organization paid on top
    /// @param total amount that left the organization's balance
    public record Amounts(String amount, String fee, String total, String currency) {
        private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,40}(?:,[0-9]{3})*(?:\\.[0-9]{1,30})?");
        private static final Pattern CURRENCY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,31}");

        public Amounts {
            decimal("amount", amount);
            decimal("fee", fee);
            decimal("total", total);
            if (!CURRENCY.matcher(currency).matches()) {
                throw new IllegalArgumentException("currency is not a currency code");
            }
        }

        private static void decimal(String field, String value) {
            if (!DECIMAL.matcher(value).matches()) {
                throw new IllegalArgumentException(field + " is not a formatted decimal");
            }
        }
    }

    /// One step of the transfer's history.
    ///
    /// @param status status as in the API: `pending`, `completed`, `failed`
    /// @param at time of the last change
    public record Activity(
            String activity,
            String status,
            @Nullable String description,
            @Nullable Instant at) {
        public Activity {
            activity = PlainText.name("activity", activity);
            status = PlainText.name("activity.status", status);
            description = PlainText.text("activity.description", description);
        }
    }
}
