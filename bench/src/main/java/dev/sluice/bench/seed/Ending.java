package dev.sluice.bench.seed;

import dev.sluice.rail.sandbox.Magic;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Final status of a payout: its share per thousand, and the sandbox accounts that cause it.
enum Ending {
    COMPLETED(965, Magic.ORDINARY),
    FAILED(
            20,
            Magic.ACCOUNT_NOT_FOUND,
            Magic.ACCOUNT_CLOSED,
            Magic.ACCOUNT_BLOCKED,
            Magic.ACCOUNT_INVALID,
            Magic.NAME_MISMATCH,
            Magic.CURRENCY_NOT_ACCEPTED,
            Magic.AMOUNT_LIMIT_EXCEEDED,
            Magic.COMPLIANCE_REJECTED,
            Magic.BANK_REJECTED,
            Magic.BANK_UNAVAILABLE),
    CANCELLED(10, Magic.ORDINARY),
    REVERSED(5, Magic.RETURNED_BY_PAYEE, Magic.RETURNED_ACCOUNT_CLOSED);

    private static final int THOUSAND = 1_000;

    private final int perThousand;
    private final List<Magic> accounts;

    Ending(int perThousand, Magic... accounts) {
        this.perThousand = perThousand;
        this.accounts = List.of(accounts);
    }

    static Ending any(RandomGenerator random) {
        int lot = random.nextInt(THOUSAND);
        for (var ending : values()) {
            lot -= ending.perThousand;
            if (lot < 0) {
                return ending;
            }
        }
        return COMPLETED;
    }

    boolean isOf(Magic account) {
        return accounts.contains(account);
    }

    /// Returns the accounts of all endings except the ordinary one.
    static List<Magic> magicAccounts() {
        return Arrays.stream(values())
                .flatMap(ending -> ending.accounts.stream())
                .filter(account -> account != Magic.ORDINARY)
                .toList();
    }
}
