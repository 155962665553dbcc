package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.write.TransferFile;
import dev.sluice.iso20022.write.TransferRules;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One account at a bank: what the bank accepts, what it sends and what it promises.
///
/// @param id names the rail (`bank-<id>`) and its clearing account
/// @param hash SHA-256 of the profile's content, in hexadecimal; a rehearsal is valid for one hash
public record BankProfile(
        String id,
        Account account,
        Scheme scheme,
        List<Served> serves,
        TransferRules out,
        Limits limits,
        Windows windows,
        Inbound in,
        Promises promises,
        PayeeCheck payeeCheck,
        @Nullable Deposits deposits,
        Transport transport,
        String hash) {
    public BankProfile {
        serves = List.copyOf(serves);
    }

    /// Returns the name of the rail.
    public String rail() {
        return "bank-" + id;
    }

    /// Our account.
    public record Account(
            TransferFile.AccountNumber number,
            @Nullable String bic,
            String currency,
            String holder,
            TransferFile.@Nullable Address address) {}

    /// Payment scheme.
    public enum Scheme {
        SEPA_CT,
        SEPA_INST,
        SWISS,
        CGI_DOMESTIC,
        CGI_CROSSBORDER,
        BI_FAST,
        BI_RTGS
    }

    /// Payouts that the account serves.
    ///
    /// @param countries codes of the payees' countries; empty means any. `SEPA` in the profile stands for its members
    /// @param max maximum amount; null if there is none
    public record Served(
            String currency,
            Set<String> countries,
            @Nullable BigDecimal max) {
        public Served {
            countries = Set.copyOf(countries);
        }
    }

    /// Limits of files.
    public record Limits(
            int perFile,
            @Nullable BigDecimal sumPerFile,
            @Nullable BigDecimal sumPerDay,
            int minPerFile) {}

    /// Times at which files are sealed, sent and fetched.
    ///
    /// @param calendar business days
    /// @param open times of a business day, each from its begin to its end; `24:00` is [LocalTime#MAX]
    /// @param every time between two runs
    public record Windows(ZoneId zone, Calendar calendar, List<Window> open, Duration every) {
        public Windows {
            open = List.copyOf(open);
        }

        public record Window(LocalTime from, LocalTime until) {}
    }

    /// Calendar of business days.
    public enum Calendar {
        TARGET,
        SIX,
        INDONESIA,
        /// Monday to Friday.
        WEEKDAYS,
        /// Every day.
        NONE
    }

    /// What the bank sends.
    ///
    /// @param kinds kinds that are expected, such as `pain.002`, `camt.053`, `mt940`; others are held
    /// @param creditsFrom the one kind whose entries are credited
    public record Inbound(Set<String> kinds, String creditsFrom, Numbers numbers) {
        public Inbound {
            kinds = Set.copyOf(kinds);
        }

        /// Statement numbers.
        public enum Numbers {
            /// They are consecutive, and start again each year.
            YEARLY,
            /// They say nothing.
            NONE
        }
    }

    /// What the bank promises. What it does not promise is assumed to be the worst.
    ///
    /// @param finals words that end a payout: `BOOKED`, `ACSC`, `ACCC`
    /// @param duplicatesRefusedBy `MsgId`, `EndToEndId`; empty: a doubtful file is never sent again
    /// @param recalls the bank takes camt.055
    public record Promises(
            Set<String> finals,
            Duration ackBy,
            Duration statusBy,
            Days bookedBy,
            Deadline statementBy,
            Set<String> duplicatesRefusedBy,
            @Nullable Duration duplicatesRefusedFor,
            boolean recalls) {
        public Promises {
            finals = Set.copyOf(finals);
            duplicatesRefusedBy = Set.copyOf(duplicatesRefusedBy);
        }

        /// A number of days, of business or of any kind.
        public record Days(int count, boolean business) {}

        /// A time of a later day.
        public record Deadline(LocalTime time, Days after) {}
    }

    /// Verification of payee: what happens to a file that names payees whose name does not match.
    public enum PayeeCheck {
        OPT_OUT,
        RELEASE_MATCHES,
        HOLD
    }

    /// Deposits by transfer to the account.
    ///
    /// @param method code of the method, such as `EUR_BANK`
    /// @param by how a deposit is recognized
    /// @param virtualAccounts first and last number of the bank's range; null without virtual accounts
    /// @param qrIban account for QR references; null without
    public record Deposits(
            String method,
            String name,
            BigDecimal min,
            BigDecimal max,
            BigDecimal feeFlat,
            BigDecimal feePercentage,
            Set<Recognition> by,
            @Nullable VirtualRange virtualAccounts,
            @Nullable String qrIban) {
        public Deposits {
            by = Set.copyOf(by);
        }

        public enum Recognition {
            VIRTUAL_ACCOUNT,
            CREDITOR_REFERENCE,
            REMITTANCE
        }

        public record VirtualRange(String first, String last) {}
    }

    /// How files are exchanged.
    public sealed interface Transport {
        Folders folders();

        /// Folders of this machine.
        record Local(Folders folders) implements Transport {}

        /// A server of the bank.
        ///
        /// @param hostKey fingerprint `SHA256:…`
        record Sftp(Folders folders, URI server, String user, String hostKey, Path key)
                implements Transport {}
    }

    /// Folders of a bank.
    ///
    /// @param out files for the bank
    /// @param temp name or folder of uploads; null: `out`, with a name that ends in `.part`
    /// @param outArchive where the bank puts files that it took; null if it has none
    /// @param in files of the bank
    /// @param acks acknowledgements; null if there are none
    /// @param archive where fetched files are moved; null: they are left, or deleted, as `after` says
    /// @param name name of a file; `{msgId}` stands for its MsgId
    public record Folders(
            String out,
            @Nullable String temp,
            @Nullable String outArchive,
            String in,
            @Nullable String acks,
            After after,
            @Nullable String archive,
            String name) {
        public enum After {
            MOVE,
            DELETE,
            LEAVE
        }
    }
}
