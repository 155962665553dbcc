package dev.sluice.resilience.stage;

import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.stage.Order.Kind;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sequence of requests of one program: mostly payouts to ordinary accounts, some to accounts with a special
/// behaviour; deposits and their payments; and reads.
public final class Orders {
    private static final String WALLET = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";
    private static final String BALANCE = "/v1/balance";
    /// Behaviour of an account whose payouts the sandbox's bank rejects for good.
    static final int REFUSED = 9;
    /// Behaviours of sandbox accounts: rejected, lost answer, lost request, three notices.
    private static final int[] ODD_ACCOUNTS = {REFUSED, 24, 25, 33};

    /// Assets of the requests.
    static final String CURRENCY = "IDR";
    static final String TOKEN = "usdc-polygon";
    private static final long CURRENCY_UNITS = 100;
    private static final long TOKEN_UNITS = 1_000_000;
    private static final int BEHAVIOURS = 100;
    private static final Pattern AMOUNT = Pattern.compile("\"amount\":([0-9]+)");
    private static final Pattern ACCOUNT = Pattern.compile("\"accountNumber\":\"([0-9]+)\"");

    private static final long ODD = 9_999_000_000L;
    private static final long ORDINARY = 1_000_000_000L;

    private static final List<String> LISTS = List.of(
            "/v1/disbursement/fiat?sort=-createdAt&limit=20",
            "/v1/deposit/fiat?status=completed&limit=20",
            "/v1/balance/transactions?limit=20");

    private final Chance chance;
    private final String name;
    private final LatestObjects created;
    private int number;

    /// @param created objects for reads, and deposits to pay
    public Orders(Chance chance, String name, LatestObjects created) {
        this.chance = chance;
        this.name = name;
        this.created = created;
    }

    /// Returns the next request. Not thread-safe.
    public Order next() {
        number++;
        int roll = chance.between(1, 100);
        if (roll <= 38) {
            return order(
                    Kind.PAYOUT, "/v2/disbursement/fiat", """
                    {"currency":"IDR","disburseData":[{"amount":%d,"recipient":{"name":"Siti Rahayu",\
                    "email":"siti@example.com","bank":{"bankName":"Bank Central Asia","accountName":"Siti Rahayu",\
                    "accountNumber":"%d","bankCode":"014"}}}]}""".formatted(chance.between(10_000, 30_000), account()));
        }
        if (roll <= 44) {
            return order(Kind.WALLET_PAYOUT, "/v1/disbursement/crypto", """
                    {"token":"usdc-polygon",\
                    "receivers":[{"receiverWalletAddress":"%s","amount":%d}]}""".formatted(WALLET, tokens()));
        }
        if (roll <= 55) {
            return deposit();
        }
        if (roll <= 63) {
            return created.unpaid().map(this::payment).orElseGet(this::deposit);
        }
        if (roll <= 67) {
            return conversion();
        }
        return order(Kind.LOOK, place(chance.between(1, 10)), "");
    }

    /// Returns the expected payout of a request.
    static Promises.Item item(Order order) {
        long units = number(AMOUNT.matcher(order.body()));
        if (order.kind() == Kind.WALLET_PAYOUT) {
            return new Promises.Item(units * TOKEN_UNITS, 0);
        }
        long odd = number(ACCOUNT.matcher(order.body())) - ODD;
        return new Promises.Item(units * CURRENCY_UNITS, odd >= 0 && odd < BEHAVIOURS ? (int) odd : 0);
    }

    private static long number(Matcher matcher) {
        if (!matcher.find()) {
            throw new IllegalStateException("nothing to be paid");
        }
        return Long.parseLong(matcher.group(1));
    }

    private Order deposit() {
        return order(Kind.DEPOSIT, "/v1/deposit/fiat", """
                {"inputCurrency":"IDR","outputCurrency":"IDR","balanceType":"fiat","paymentMethod":"014_VA",\
                "inputAmount":%d}""".formatted(chance.between(20_000, 900_000)));
    }

    /// One payment in five is reported twice by the payer's bank.
    private Order payment(UUID deposit) {
        return order(
                Kind.PAYMENT,
                "/v1/sandbox/deposit/" + deposit + "/pay",
                chance.percent(20) ? "{\"duplicate\":true}" : "{}");
    }

    private Order conversion() {
        return order(Kind.CONVERSION, "/v1/convert", """
                {"input":{"currency":"usdc-polygon","amount":%d},"output":{"currency":"IDR"}}""".formatted(tokens()));
    }

    private String place(int roll) {
        if (roll <= 6) {
            return created.any(chance).orElse(BALANCE);
        }
        return roll <= 8 ? BALANCE : chance.of(LISTS);
    }

    private int tokens() {
        return chance.between(5, 40);
    }

    private long account() {
        return chance.percent(20)
                ? ODD + ODD_ACCOUNTS[chance.between(0, ODD_ACCOUNTS.length - 1)]
                : ORDINARY + chance.between(1, 999);
    }

    private Order order(Kind kind, String path, String body) {
        return new Order(kind, name + "-" + number, path, body);
    }
}
