package dev.sluice.rail.sandbox.bank;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One account at the simulated bank: folders, accepted files, sent files and prices.
///
/// @param bank identifies the account in the tables
/// @param opening balance at the beginning, in the smallest unit
/// @param zone time zone of the bank's business days
/// @param weekdaysOnly Saturdays and Sundays are no business days
public record BankSettings(
        String bank,
        Account account,
        Folders folders,
        Accepts accepts,
        Sends sends,
        Prices prices,
        Timing timing,
        long opening,
        ZoneId zone,
        boolean weekdaysOnly) {

    /// The customer's account.
    ///
    /// @param number IBAN in its electronic form, else the bank's own number
    /// @param decimals decimals of amounts in files; 0 for whole units
    /// @param virtualAccounts numbers that lead to the account as well; null: any number does
    public record Account(
            String number,
            boolean iban,
            @Nullable String bic,
            String currency,
            int decimals,
            String holder,
            @Nullable VirtualAccounts virtualAccounts) {
        public Account(
                String number, boolean iban, @Nullable String bic, String currency, int decimals, String holder) {
            this(number, iban, bic, currency, decimals, holder, null);
        }
    }

    /// The virtual accounts of a customer, from the first to the last number.
    public record VirtualAccounts(String first, String last) {
        private static final int COUNTRY = 2;
        private static final int CHECKED = 4;

        boolean have(String number) {
            var counted = counted(number);
            return number.length() == first.length()
                    && CheckDigits.isIban(number) == CheckDigits.isIban(first)
                    && counted.compareTo(counted(first)) >= 0
                    && counted.compareTo(counted(last)) <= 0;
        }

        private static String counted(String number) {
            return CheckDigits.isIban(number) ? number.substring(0, COUNTRY) + number.substring(CHECKED) : number;
        }
    }

    /// Folders, seen from the customer.
    ///
    /// @param out files of the customer
    /// @param in files of the bank
    /// @param acks acknowledgements; null if the bank writes none
    /// @param archive where the bank moves the customer's files; null: it deletes them
    public record Folders(
            Path out,
            Path in,
            @Nullable Path acks,
            @Nullable Path archive) {}

    /// Rules for the customer's files.
    ///
    /// @param message accepted message, such as `pain.001.001.09`
    /// @param charset accepted characters
    /// @param names maximum length of a name
    /// @param remittance maximum length of the text for the payee
    /// @param chargeBearer required value, such as `SLEV`; null if any is accepted
    /// @param limit maximum amount of a transfer; 0 if there is none
    /// @param addressRequired a payee without an address is refused
    /// @param duplicatesRefusedBy `MsgId`, `EndToEndId`; empty if the bank notices no duplicate
    /// @param duplicatesRefusedFor time until it forgets them
    /// @param recalls the bank accepts camt.055
    /// @param payeesVerified the bank compares names of payees, and holds a file with a different one
    public record Accepts(
            String message,
            Charset charset,
            int names,
            int remittance,
            @Nullable String chargeBearer,
            long limit,
            boolean addressRequired,
            Set<String> duplicatesRefusedBy,
            Duration duplicatesRefusedFor,
            boolean recalls,
            boolean payeesVerified) {
        public Accepts {
            duplicatesRefusedBy = Set.copyOf(duplicatesRefusedBy);
        }
    }

    /// Characters that the bank accepts.
    public enum Charset {
        SEPA_LATIN,
        LATIN_EXTENDED,
        UNICODE
    }

    /// Files that the bank sends. Null: none of that kind.
    ///
    /// @param status such as `pain.002.001.10`
    /// @param level level of reports about accepted payments
    /// @param settled word for a payment that it booked, such as `ACSC`; null if only the entry says so
    /// @param notices such as `camt.054.001.08`
    /// @param intraday such as `camt.052.001.08`
    /// @param statements such as `camt.053.001.08`
    /// @param mt940 the bank sends the statements as MT940 as well
    /// @param yearlyNumbers statement numbers restart each year
    public record Sends(
            @Nullable String status,
            Level level,
            @Nullable String settled,
            @Nullable String notices,
            @Nullable String intraday,
            @Nullable String statements,
            boolean mt940,
            boolean yearlyNumbers) {}

    /// Level of a status report.
    public enum Level {
        GROUP,
        BLOCK,
        TRANSACTION
    }

    /// Prices, in the smallest unit.
    ///
    /// @param perTransfer charge for each payment, booked beside it
    /// @param perMonth charge at the end of a month
    /// @param perReturn charge that a net return deducts
    /// @param interest interest on the balance at the end of a month, in basis points of a year
    public record Prices(long perTransfer, long perMonth, long perReturn, int interest) {
        public static final Prices NONE = new Prices(0, 0, 0, 0);
    }

    /// Times between the bank's steps.
    ///
    /// @param booking from the arrival of a file to its booking
    /// @param returns from the booking to the return
    /// @param late delay of a late status report
    /// @param intraday minimum time between two intraday reports
    /// @param repair from a damaged file to the same file without damage
    public record Timing(Duration booking, Duration returns, Duration late, Duration intraday, Duration repair) {
        public static final Timing ORDINARY = new Timing(
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                Duration.ofHours(26),
                Duration.ofMinutes(30),
                Duration.ofMinutes(10));
    }
}
