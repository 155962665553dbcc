package dev.sluice.rail.iso20022.profile;

import dev.sluice.rail.AccountRange;
import java.math.BigInteger;
import java.util.Set;
import org.iban4j.IbanUtil;

/// The virtual accounts of a range: numbers with the same beginning that are counted by the digits at their end. IBANs
/// are counted without their check digits, and get them afterwards.
public final class VirtualNumbers implements AccountRange {
    /// Countries with check digits inside of the account numbers, so that these cannot be counted.
    private static final Set<String> CHECKED_ACCOUNTS = Set.of(
            "AL", "BA", "BE", "CZ", "EE", "ES", "FI", "FR", "HR", "HU", "IS", "IT", "MC", "ME", "MK", "NL", "NO", "PT",
            "RS", "SI", "SK", "SM");

    private static final int COUNTRY = 2;
    private static final int IBAN_HEAD = 4;
    private static final BigInteger SIZE_MAX = BigInteger.TEN.pow(18);

    private final boolean iban;
    private final String beginning;
    private final int digits;
    private final BigInteger first;
    private final BigInteger last;

    private VirtualNumbers(boolean iban, String beginning, int digits, BigInteger first, BigInteger last) {
        this.iban = iban;
        this.beginning = beginning;
        this.digits = digits;
        this.first = first;
        this.last = last;
    }

    /// Returns the numbers from the first to the last one.
    ///
    /// @throws IllegalArgumentException if the two have no numbers between them; with the fault of the last one
    static VirtualNumbers of(String first, String last) {
        boolean iban = AccountNumbers.isIban(first) && AccountNumbers.isIban(last);
        var from = iban ? counted(first) : first;
        var to = iban ? counted(last) : last;
        var beginning = beginning(from);
        if (from.length() != to.length() || !beginning.equals(beginning(to))) {
            throw new IllegalArgumentException(
                    "must have the length of first, and differ from it in digits at its end only");
        }
        if (iban && CHECKED_ACCOUNTS.contains(AccountNumbers.country(first))) {
            throw new IllegalArgumentException("must not be of " + AccountNumbers.country(first)
                    + ", where account numbers have check digits; use creditor-reference or remittance");
        }
        int digits = from.length() - beginning.length();
        if (digits == 0) {
            throw new IllegalArgumentException("must have digits at its end, by which the numbers are counted");
        }
        var lowest = new BigInteger(from.substring(beginning.length()));
        var highest = new BigInteger(to.substring(beginning.length()));
        if (highest.compareTo(lowest) < 0) {
            throw new IllegalArgumentException("must not be below first");
        }
        if (highest.subtract(lowest).compareTo(SIZE_MAX) >= 0) {
            throw new IllegalArgumentException("must be less than " + SIZE_MAX + " above first");
        }
        return new VirtualNumbers(iban, beginning, digits, lowest, highest);
    }

    @Override
    public long size() {
        return last.subtract(first).longValueExact() + 1;
    }

    @Override
    public String at(long index) {
        if (index < 0 || index >= size()) {
            throw new IllegalArgumentException("no number " + index + " of " + size());
        }
        var count = first.add(BigInteger.valueOf(index)).toString();
        var number = beginning + "0".repeat(digits - count.length()) + count;
        if (!iban) {
            return number;
        }
        var country = number.substring(0, COUNTRY);
        var account = number.substring(COUNTRY);
        return country + IbanUtil.calculateCheckDigit(country + "00" + account) + account;
    }

    /// Returns true for a number of the range, written without spaces and in capitals.
    public boolean contains(String number) {
        if (iban && !AccountNumbers.isIban(number)) {
            return false;
        }
        var text = iban ? counted(number) : number;
        if (text.length() != beginning.length() + digits || !beginning.equals(beginning(text))) {
            return false;
        }
        var count = new BigInteger(text.substring(beginning.length()));
        return count.compareTo(first) >= 0 && count.compareTo(last) <= 0;
    }

    private static String counted(String iban) {
        return iban.substring(0, COUNTRY) + iban.substring(IBAN_HEAD);
    }

    /// Returns the number up to its last character that is no digit.
    private static String beginning(String number) {
        int end = number.length();
        while (end > 0 && isDigit(number.charAt(end - 1))) {
            end--;
        }
        return number.substring(0, end);
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
