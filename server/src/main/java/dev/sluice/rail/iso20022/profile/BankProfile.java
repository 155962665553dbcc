package dev.sluice.rail.iso20022.profile;

import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.iso20022.write.TransferFile;
import dev.sluice.iso20022.write.TransferRules;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One account at a bank: the files that the bank accepts, the files that it sends, and its promises.
/// [BankProfiles] reads it from YAML and checks every value. `id`, `account`, `scheme`, `serves`,
/// `windows`, `in.statements` and `transport` are required; the records below state the defaults of
/// all other keys.
///
/// @param id names the rail (`bank-<id>`) and its clearing account; 1 to 40 lower-case letters, digits
///     and hyphens
/// @param serves empty: the account only receives
/// @param payeeCheck `vop`; default: hold
/// @param deposits null: no deposits
/// @param rehearsal null: no rehearsal is possible, so that `live` does not accept the profile
/// @param hash SHA-256 of the profile's content, in hexadecimal; a rehearsal is valid for one hash. Addresses of
///     `transport` and the values of `rehearsal` have no effect on it
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
        @Nullable Rehearsal rehearsal,
        String hash) {
    public BankProfile {
        serves = List.copyOf(serves);
    }

    /// Returns the name of the rail.
    public String rail() {
        return "bank-" + id;
    }

    /// Returns true if the account pays out in this currency to this country. The amount may still be
    /// out of bounds.
    ///
    /// @param country code of the payee's country
    public boolean serves(String currency, String country) {
        return serves.stream()
                .anyMatch(each -> each.currency().equals(currency)
                        && (each.countries().isEmpty() || each.countries().contains(country)));
    }

    /// Our account.
    ///
    /// @param number `iban`, or `number` at a bank without IBANs
    /// @param bic null if unset; required for a number that is no IBAN
    /// @param address null if unset
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
    /// @param currency the account's currency
    /// @param countries codes of the payees' countries; empty means any. `SEPA` in the profile stands
    ///     for its members. Default: SEPA for its schemes, `ID` for BI-FAST and BI-RTGS, the account's
    ///     country for CGI domestic
    /// @param max maximum amount; null if there is none. Default: 999,999,999.99 for SEPA, 250,000,000
    ///     for BI-FAST
    /// @param min minimum amount; null if there is none. Default: 100,000,000 for BI-RTGS
    public record Served(
            String currency,
            Set<String> countries,
            @Nullable BigDecimal max,
            @Nullable BigDecimal min) {
        public Served {
            countries = Set.copyOf(countries);
        }

        public Served(String currency, Set<String> countries, @Nullable BigDecimal max) {
            this(currency, countries, max, null);
        }
    }

    /// Limits of files.
    ///
    /// @param perFile maximum number of transfers; default 1000
    /// @param sumPerFile an operator releases a file above it; null if unset
    /// @param sumPerDay an operator releases files above it; null if unset
    /// @param minPerFile a file waits for this many transfers until the window ends; default 1
    public record Limits(
            int perFile,
            @Nullable BigDecimal sumPerFile,
            @Nullable BigDecimal sumPerDay,
            int minPerFile) {}

    /// Times at which files are sealed, sent and fetched.
    ///
    /// @param calendar business days
    /// @param open times of a business day, each from its begin to its end; `24:00` is
    ///     [LocalTime#MAX]. Default: always
    /// @param every time between two runs; default 10 minutes
    /// @param holidays days without business beside weekends. Indonesia decrees them each year, so
    ///     that its calendar needs them; other calendars may add some
    public record Windows(ZoneId zone, Calendar calendar, List<Window> open, Duration every, Set<LocalDate> holidays) {
        public Windows {
            open = List.copyOf(open);
            holidays = Set.copyOf(holidays);
        }

        public Windows(ZoneId zone, Calendar calendar, List<Window> open, Duration every) {
            this(zone, calendar, open, every, Set.of());
        }

        public record Window(LocalTime from, LocalTime until) {}
    }

    /// Calendar of business days.
    public enum Calendar {
        /// Days of the European payment system TARGET.
        TARGET,
        /// Days of Swiss Interbank Clearing.
        SIX,
        /// Monday to Friday without the holidays of the profile.
        INDONESIA,
        /// Monday to Friday.
        WEEKDAYS,
        /// Every day.
        NONE
    }

    /// Files of the bank.
    ///
    /// @param kinds kinds that are expected, such as `pain.002`, `camt.053`, `mt940`; others are held.
    ///     With recalls, `camt.029` is expected as well
    /// @param creditsFrom the one kind whose entries are credited; default: the kind of the statements
    /// @param numbers default: none
    /// @param csv columns of CSV statements; null if the bank sends none
    public record Inbound(
            Set<String> kinds,
            String creditsFrom,
            Numbers numbers,
            @Nullable CsvMapping csv) {
        public Inbound {
            kinds = Set.copyOf(kinds);
        }

        public Inbound(Set<String> kinds, String creditsFrom, Numbers numbers) {
            this(kinds, creditsFrom, numbers, null);
        }

        /// Statement numbers.
        public enum Numbers {
            /// They are consecutive, and start again each year.
            YEARLY,
            /// They say nothing.
            NONE
        }
    }

    /// Promises of the bank. Without a promise, the worst is assumed.
    ///
    /// @param finals words that end a payout: `BOOKED`, `ACSC`, `ACCC`; default `BOOKED`
    /// @param ackBy default 2 hours
    /// @param statusBy default 24 hours
    /// @param bookedBy default 2 business days
    /// @param statementBy default 09:00 of the next business day
    /// @param duplicatesRefusedBy `MsgId`, `EndToEndId`; default empty: a doubtful file is never sent
    ///     again
    /// @param duplicatesRefusedFor null without such a promise
    /// @param recalls the bank takes camt.055; default false
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
    /// @param feeFlat default 0
    /// @param feePercentage default 0
    /// @param by ways to recognize a deposit; virtual accounts are among them only with a range
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

        /// Numbers of virtual accounts. IBANs are counted by the digits at the end of their account part.
        public record VirtualRange(String first, String last) {
            /// Returns the numbers of the range.
            public VirtualNumbers numbers() {
                return VirtualNumbers.of(first, last);
            }
        }
    }

    /// Test payments at the bank's test platform.
    ///
    /// @param transport way to the test platform; it shares no folder with the way to a bank
    /// @param account number of our account there; default: that of the profile
    /// @param payee payee of the test payments
    /// @param rejectedAccount account to which the test platform rejects payments; null if it has none
    /// @param amount amount of each test payment; default: the minimum that the account serves, else 1
    public record Rehearsal(
            Transport transport,
            TransferFile.AccountNumber account,
            TransferFile.Creditor payee,
            TransferFile.@Nullable AccountNumber rejectedAccount,
            BigDecimal amount) {}

    /// Exchange of files.
    public sealed interface Transport {
        Folders folders();

        /// Returns the PGP keys of the files; null if they are neither signed nor encrypted.
        @Nullable
        Pgp pgp();

        /// Folders of this machine.
        record Local(Folders folders, @Nullable Pgp pgp) implements Transport {
            public Local(Folders folders) {
                this(folders, null);
            }
        }

        /// Folders of this machine with a simulated bank behind them, in a sandbox only.
        record Simulated(Folders folders) implements Transport {
            @Override
            public @Nullable Pgp pgp() {
                return null;
            }
        }

        /// A server of the bank.
        ///
        /// @param server `sftp://host:port`; the default port is 22
        /// @param hostKey fingerprint `SHA256:…`
        /// @param key file with the private key, relative to the working directory of the service
        record Sftp(
                Folders folders,
                URI server,
                String user,
                String hostKey,
                Path key,
                @Nullable Pgp pgp) implements Transport {
            public Sftp(Folders folders, URI server, String user, String hostKey, Path key) {
                this(folders, server, user, hostKey, key, null);
            }
        }

        /// Files with PGP keys, relative to the working directory of the service.
        ///
        /// @param decrypt our secret key for files that the bank encrypts; null if it encrypts none
        /// @param verify the bank's public keys for the signatures of its files; null if it signs none
        /// @param encrypt the bank's public key; null if our files are not encrypted
        /// @param sign our secret key; null if our files are not signed
        /// @param password file with the password of our secret keys; null if they have none
        record Pgp(
                @Nullable Path decrypt,
                @Nullable Path verify,
                @Nullable Path encrypt,
                @Nullable Path sign,
                @Nullable Path password) {}
    }

    /// Folders of a bank. A relative folder of this machine is relative to the working directory of
    /// the service. All folders of a profile differ, but for `temp`, which may be `out`. Profiles may
    /// share folders, but for `in`: two readers would take each other's files.
    ///
    /// @param out files for the bank
    /// @param temp name or folder of uploads; null: `out`, with a name that ends in `.part`
    /// @param outArchive where the bank puts files that it took; null if it has none
    /// @param in files of the bank
    /// @param acks acknowledgements; null if there are none
    /// @param archive where fetched files are moved; null: they are left, or deleted, as `after` says
    /// @param after default: move if there is an archive, else leave
    /// @param name name of a file; `{msgId}` stands for its MsgId. Default: `{msgId}.xml`
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
