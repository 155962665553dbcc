package dev.sluice.resilience.simulate;

import dev.sluice.merchant.Organization;
import dev.sluice.money.Money;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Beneficiary;
import dev.sluice.rail.Wallet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reference model: computes each merchant's balance from requests, acknowledgements, actions of rails and payers,
/// and the published terms. It is independent of the service's implementation.
final class Model {
    static final String IDR = "IDR";
    static final String USDC = "usdc-polygon";
    private static final int IDR_DECIMALS = 2;
    private static final int USDC_DECIMALS = 6;
    private static final BigDecimal BANK_PAYOUT_FEE = new BigDecimal("2000");
    private static final BigDecimal WALLET_PAYOUT_FEE = new BigDecimal("0.2");
    private static final Terms CONVERSION = new Terms("5000", "0.25");
    private static final Terms TOKENS_IN = new Terms("0", "0.5");
    private static final Map<String, Terms> METHODS = Map.of(
            "014_VA", new Terms("4000", "0"),
            "014_TRANSFER", new Terms("2500", "0"),
            "QRIS", new Terms("0", "0.7"),
            "OVO", new Terms("0", "1.5"));
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<UUID, Map<String, BigDecimal>> settled = new HashMap<>();
    private final Map<UUID, Wanted> wanted = new HashMap<>();
    /// Number of payouts by final outcome, which never changes.
    private final Map<String, Long> outcomes = new HashMap<>();
    /// Conversion rate by deposit.
    private final Map<String, BigDecimal> rates = new HashMap<>();
    /// Refunded amount by request.
    private final Map<String, BigDecimal> refunded = new HashMap<>();

    private long payouts;
    private long conversions;

    /// A flat fee and a percentage.
    private record Terms(BigDecimal flat, BigDecimal percentage) {
        Terms(String flat, String percentage) {
            this(new BigDecimal(flat), new BigDecimal(percentage));
        }

        BigDecimal fee(BigDecimal amount, int decimals) {
            return flat.add(amount.multiply(percentage).movePointLeft(2)).setScale(decimals, RoundingMode.HALF_UP);
        }
    }

    /// A requested payout.
    ///
    /// @param payee the bank's code and the account, or the network and the wallet
    /// @param purpose the request without its key: refunds of one deposit have the same
    record Wanted(UUID organization, String payee, String currency, BigDecimal amount, BigDecimal fee, String purpose) {
        /// Returns true if a rail's payout matches the request.
        boolean isSame(Money money, Beneficiary beneficiary) {
            return money.asset().code().equals(currency)
                    && money.decimal().compareTo(amount) == 0
                    && Model.payee(beneficiary).equals(payee);
        }
    }

    /// Adds an organization's opening balance.
    void begins(UUID organization, Money money) {
        add(organization, money.asset().code(), money.decimal());
    }

    /// Applies a completed request.
    ///
    /// @param refund amount of the refund, if the request is one
    void take(RecordedRequest requested, BigDecimal refund) {
        int at = 0;
        for (var one : wanted(requested, refund)) {
            want(requested, at++, one);
        }
        if (requested.kind == RecordedRequest.Kind.CONVERSION) {
            var given =
                    JSON.readTree(requested.body).path("input").path("amount").decimalValue();
            conversions++;
            add(requested.organization.id(), USDC, given.negate());
            add(requested.organization.id(), IDR, converted(requested));
        }
    }

    /// Returns the payouts of a request.
    ///
    /// @param refund amount of the refund, if the request is one
    static List<Wanted> wanted(RecordedRequest requested, BigDecimal refund) {
        return switch (requested.kind) {
            case PAYOUT ->
                JSON.readTree(requested.body)
                        .path("disburseData")
                        .valueStream()
                        .map(item -> toBank(requested, item))
                        .toList();
            case WALLET_PAYOUT ->
                JSON.readTree(requested.body)
                        .path("receivers")
                        .valueStream()
                        .map(item -> toWallet(requested, item))
                        .toList();
            case REFUND ->
                List.of(new Wanted(
                        requested.organization.id(),
                        Payers.BANK + " " + Payers.ACCOUNT,
                        IDR,
                        refund,
                        BigDecimal.ZERO,
                        requested.target));
            default -> List.of();
        };
    }

    private static Wanted toBank(RecordedRequest requested, JsonNode item) {
        var bank = item.path("recipient").path("bank");
        return new Wanted(
                requested.organization.id(),
                bank.path("bankCode").asString("") + " "
                        + bank.path("accountNumber").asString(""),
                IDR,
                item.path("amount").decimalValue(),
                BANK_PAYOUT_FEE,
                "");
    }

    private static Wanted toWallet(RecordedRequest requested, JsonNode item) {
        return new Wanted(
                requested.organization.id(),
                "polygon " + item.path("receiverWalletAddress").asString(""),
                USDC,
                item.path("amount").decimalValue(),
                WALLET_PAYOUT_FEE,
                "");
    }

    /// Returns the amount of a refund that does not name one: the payments for the deposit minus earlier refunds.
    BigDecimal refundable(PaymentInstructions bill) {
        return bill.amount().decimal().subtract(back(bill));
    }

    private void want(RecordedRequest requested, int at, Wanted one) {
        payouts++;
        if (at < requested.ids.size()) {
            wanted.put(UUID.fromString(requested.ids.get(at)), one);
        }
    }

    /// Returns the output of a conversion after the fee. The price is that of its quote, or otherwise the answered
    /// one, which has to be a price that was in force.
    static BigDecimal converted(RecordedRequest requested) {
        var tokens = JSON.readTree(requested.body).path("input").path("amount").decimalValue();
        var price = requested.promise == null ? requested.rate : requested.promise.price();
        var out = tokens.multiply(price).setScale(IDR_DECIMALS, RoundingMode.DOWN);
        return out.subtract(CONVERSION.fee(out, IDR_DECIMALS));
    }

    /// Records the conversion rate of a deposit.
    void exchanges(PaymentInstructions bill, BigDecimal rate) {
        rates.put(bill.depositId(), rate);
    }

    /// Returns requested payouts without a final outcome.
    Map<UUID, Wanted> wanted() {
        return wanted;
    }

    long payouts() {
        return payouts;
    }

    long conversions() {
        return conversions;
    }

    Map<String, Long> outcomes() {
        return outcomes;
    }

    /// Applies the outcome of a payout.
    void settle(UUID id, String status, boolean paid, boolean returned) {
        outcomes.merge(status, 1L, Long::sum);
        var one = wanted.remove(id);
        if (one == null) {
            return;
        }
        if (paid || returned) {
            add(one.organization(), one.currency(), one.fee().negate());
        }
        if (paid) {
            add(one.organization(), one.currency(), one.amount().negate());
            if (!one.purpose().isEmpty()) {
                refunded.merge(one.purpose(), one.amount(), BigDecimal::add);
            }
        }
    }

    /// Returns true if refunds of a deposit exceed its payments.
    boolean isRefundedTooMuch(PaymentInstructions bill) {
        return back(bill).compareTo(bill.amount().decimal()) > 0;
    }

    private BigDecimal back(PaymentInstructions bill) {
        return refunded.getOrDefault(ScenarioGenerator.REFUND.formatted(bill.depositId()), BigDecimal.ZERO);
    }

    /// Returns an organization's expected balances minus its debts, including payments for its deposits.
    Map<String, BigDecimal> balances(Organization merchant, List<PaymentInstructions> bills, Payers payers) {
        var balances = new TreeMap<>(settled.getOrDefault(merchant.id(), Map.of()));
        for (var bill : bills) {
            if (bill.organization().id().equals(merchant.id())) {
                balances.merge(bill.output().code(), credit(bill, payers), BigDecimal::add);
            }
        }
        return balances;
    }

    /// Returns the credit of a bill, converted if necessary, after the fee.
    private BigDecimal credit(PaymentInstructions bill, Payers payers) {
        var came = came(bill, payers);
        var exchange = bill.exchange();
        if (exchange == null) {
            return came;
        }
        var rate = rates.getOrDefault(bill.depositId(), exchange.rate());
        return came.multiply(rate).setScale(bill.output().exponent(), RoundingMode.DOWN);
    }

    /// Returns the payments minus the fee: for fiat, the requested amount once, if it was paid; for tokens, all
    /// payments that did not vanish.
    private static BigDecimal came(PaymentInstructions bill, Payers payers) {
        if (bill.isOnChain()) {
            var remaining = payers.remaining(bill.destination()).movePointLeft(USDC_DECIMALS);
            return remaining.subtract(TOKENS_IN.fee(remaining, USDC_DECIMALS));
        }
        var terms = METHODS.get(bill.destination().method());
        if (terms == null) {
            throw new IllegalStateException(
                    "no terms are known of " + bill.destination().method());
        }
        var amount = bill.amount().decimal();
        return payers.hasPaid(bill) ? amount.subtract(terms.fee(amount, IDR_DECIMALS)) : BigDecimal.ZERO;
    }

    private void add(UUID organization, String currency, BigDecimal amount) {
        settled.computeIfAbsent(organization, _ -> new TreeMap<>()).merge(currency, amount, BigDecimal::add);
    }

    static String payee(Beneficiary beneficiary) {
        return switch (beneficiary) {
            case BankAccount account -> account.bankCode() + " " + account.accountNumber();
            case Wallet wallet -> wallet.network() + " " + wallet.address();
        };
    }
}
