package dev.sluice.bench.seed;

import dev.sluice.rail.sandbox.Magic;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// How a payout ends: how many of a thousand do so, and to which of the sandbox's accounts they are made, for it is the
/// account that makes them end so.
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

    /// Every account of every ending, but for the ordinary one.
    static List<Magic> magicAccounts() {
        return Arrays.stream(values())
                .flatMap(ending -> ending.accounts.stream())
                .filter(account -> account != Magic.ORDINARY)
                .toList();
    }
}
