package dev.sluice.deposit.create;

import dev.sluice.rail.AccountRange;
import dev.sluice.reference.DepositMethod.VirtualAccount;
import java.math.BigInteger;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.iban4j.IbanUtil;

/// Numbers of virtual accounts out of the ranges that banks give: each begins with the range's prefix, is as long as
/// the bank's numbers are, and has the check digits of its country. A prefix that begins with letters is that of an
/// IBAN, without its check digits.
final class VirtualAccounts {
    /// Maximum size of a range of which all numbers are tried, so that none is left over.
    private static final int TRIED_MAX = 256;

    private static final int DRAWN = 32;
    private static final int IBAN_HEAD = 4;
    private static final int COUNTRY = 2;
    private static final int CLABE_LENGTH = 18;
    private static final int[] CLABE_WEIGHTS = {3, 7, 1};
    private static final int DUTCH_DIGITS = 10;
    private static final int DUTCH_MODULUS = 11;

    private VirtualAccounts() {}

    /// Returns the number of free digits of a range's numbers.
    static int digits(VirtualAccount range) {
        return range.length() - range.prefix().length();
    }

    /// Returns numbers of a range in random order: all numbers of a small range, else some.
    static List<String> draw(AccountRange range, RandomGenerator random) {
        if (range.size() > TRIED_MAX) {
            return random.longs(DRAWN, 0, range.size())
                    .distinct()
                    .mapToObj(range::at)
                    .toList();
        }
        long from = random.nextLong(range.size());
        return LongStream.range(0, range.size())
                .mapToObj(at -> range.at((from + at) % range.size()))
                .toList();
    }

    /// Returns a random number of a range.
    static String next(String currency, VirtualAccount range, RandomGenerator random) {
        if (Character.isLetter(range.prefix().charAt(0))) {
            return iban(range, random);
        }
        if (currency.equals("MXN") && range.length() == CLABE_LENGTH) {
            var number = digits(range.prefix(), CLABE_LENGTH - 1, random);
            return number + clabeCheck(number);
        }
        return digits(range.prefix(), range.length(), random);
    }

    private static String iban(VirtualAccount range, RandomGenerator random) {
        var country = range.prefix().substring(0, COUNTRY);
        String account;
        do {
            account = digits(range.prefix().substring(COUNTRY), range.length() - IBAN_HEAD, random);
        } while (country.equals("NL") && !isDutch(account.substring(account.length() - DUTCH_DIGITS)));
        var unchecked = country + "00" + account;
        return country + IbanUtil.calculateCheckDigit(unchecked) + account;
    }

    /// The eleven-test of Dutch account numbers.
    private static boolean isDutch(String number) {
        int sum = 0;
        for (int at = 0; at < DUTCH_DIGITS; at++) {
            sum += (DUTCH_DIGITS - at) * (number.charAt(at) - '0');
        }
        return sum % DUTCH_MODULUS == 0;
    }

    /// The last digit of a CLABE: each digit times 3, 7 and 1 in turn, modulo 10, added up to a multiple of ten.
    private static int clabeCheck(String number) {
        int sum = 0;
        for (int at = 0; at < number.length(); at++) {
            sum += (number.charAt(at) - '0') * CLABE_WEIGHTS[at % CLABE_WEIGHTS.length] % 10;
        }
        return (10 - sum % 10) % 10;
    }

    private static String digits(String prefix, int length, RandomGenerator random) {
        int free = length - prefix.length();
        if (free <= 0) {
            return prefix;
        }
        var number = Long.toString(random.nextLong(BigInteger.TEN.pow(free).longValueExact()));
        return prefix + "0".repeat(free - number.length()) + number;
    }
}
