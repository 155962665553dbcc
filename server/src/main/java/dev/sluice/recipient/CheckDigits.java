package dev.sluice.recipient;

/// Check digits of national account and routing numbers. Every argument is ASCII digits of the right length.
final class CheckDigits {
    private CheckDigits() {}

    /// ABA routing transit number, nine digits: weights 3, 7, 1; the sum is a multiple of ten.
    static boolean aba(String routing) {
        return weighted(routing, 3, 7, 1) % 10 == 0;
    }

    /// CLABE of Mexico, eighteen digits: weights 3, 7, 1 over seventeen, each product modulo ten, which the
    /// modulus of the sum makes needless here.
    static boolean clabe(String clabe) {
        return complement(weighted(clabe.substring(0, 17), 3, 7, 1)) == clabe.charAt(17) - '0';
    }

    /// NUBAN of Nigeria: weights 3, 7, 3 over the three-digit bank code and the nine of the serial number.
    static boolean nuban(String bankCode, String account) {
        return complement(weighted(bankCode + account.substring(0, 9), 3, 7, 3)) == account.charAt(9) - '0';
    }

    /// Card numbers (ISO/IEC 7812-1, Luhn).
    static boolean luhn(String card) {
        int sum = 0;
        for (int i = 0; i < card.length(); i++) {
            int digit = card.charAt(card.length() - 1 - i) - '0';
            int product = i % 2 == 0 ? digit : 2 * digit;
            sum += product > 9 ? product - 9 : product;
        }
        return sum % 10 == 0;
    }

    private static int weighted(String digits, int... weights) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            sum += (digits.charAt(i) - '0') * weights[i % weights.length];
        }
        return sum;
    }

    private static int complement(int sum) {
        return (10 - sum % 10) % 10;
    }
}
