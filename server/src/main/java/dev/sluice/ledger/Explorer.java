package dev.sluice.ledger;

import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Read access for operators to the ledgers of all organizations: trial balance, accounts, their transfers, and the
/// sums that explain a balance.
public final class Explorer {
    private static final int PAYMENT_TRANSFERS_MAX = 500;

    private final Database database;

    public Explorer(Database database) {
        this.database = database;
    }

    /// Total of all accounts with one role, either of organizations or in the house's own ledger.
    public record Share(Account account, boolean isHouses, Money balance, long accounts) {
        /// Returns true if merchants own it. The house's own `available` account holds money of the house,
        /// such as returned payouts.
        boolean isMerchants() {
            return account.isMerchants() && !isHouses;
        }
    }

    /// Trial balance of one asset: all of its accounts sum to zero.
    public record TrialBalance(Asset asset, List<Share> shares) {
        public TrialBalance {
            shares = List.copyOf(shares);
        }

        /// Returns the money that merchants own.
        public Money merchants() {
            return shares.stream()
                    .filter(Share::isMerchants)
                    .map(Share::balance)
                    .reduce(Money.zero(asset), Money::plus);
        }

        /// Returns the accounts of the house: its own by role, and its accounts beside each organization's.
        public List<Share> operator() {
            return shares.stream().filter(share -> !share.isMerchants()).toList();
        }

        public Money sum() {
            return shares.stream().map(Share::balance).reduce(Money.zero(asset), Money::plus);
        }

        public boolean isBalanced() {
            return sum().isZero();
        }
    }

    /// An account and its balance.
    public record Holding(Account account, Money balance) {}

    /// A transfer from the view of one account, with the balance after it.
    public record Entry(Transfer transfer, Money after, Instant recordedAt) {}

    /// Sum of the transfers of one kind into and out of an account.
    public record Sum(TransferKind kind, long transfers, Money came, Money went) {
        public Money net() {
            return came.minus(went);
        }
    }

    /// Explanation of a balance: an account starts at zero, and its transfers by kind add up to its balance.
    public record Explanation(Holding account, List<Sum> sums) {
        public Explanation {
            sums = List.copyOf(sums);
        }

        public Money total() {
            return sums.stream()
                    .map(Sum::net)
                    .reduce(Money.zero(account.balance().asset()), Money::plus);
        }

        public boolean isRight() {
            return total().equals(account.balance());
        }
    }

    public List<TrialBalance> trialBalances() {
        var byAsset = new LinkedHashMap<Asset, List<Share>>();
        database.browse(ExplorerStore::trialBalance)
                .forEach(share -> byAsset.computeIfAbsent(share.balance().asset(), _ -> new ArrayList<>())
                        .add(share));
        return byAsset.entrySet().stream()
                .map(each -> new TrialBalance(each.getKey(), each.getValue()))
                .toList();
    }

    public List<Holding> accounts(UUID organizationId) {
        return database.browse(handle -> ExplorerStore.accounts(handle, organizationId));
    }

    public Optional<Holding> account(UUID organizationId, String asset, String role) {
        return database.browse(handle -> ExplorerStore.account(handle, organizationId, asset, role));
    }

    /// Returns the transfers of an account since a time, newest first, with the balance after each. Returns empty
    /// if the scan exceeds the time limit of lists, for example if few of very many transfers belong to this
    /// account.
    public Optional<List<Entry>> entries(UUID organizationId, Holding account, Instant since, int limit, long offset) {
        return database.browseInTime(
                handle -> ExplorerStore.entries(handle, organizationId, account, since, limit, offset));
    }

    /// Returns all transfers of a payment, of any organization.
    public List<Entry> payment(UUID paymentId) {
        return payments(List.of(paymentId));
    }

    /// Returns all transfers of several payments, such as a deposit and its incoming payments, one payment after
    /// the other.
    public List<Entry> payments(List<UUID> paymentIds) {
        return database.browse(handle -> ExplorerStore.ofPayments(handle, paymentIds, PAYMENT_TRANSFERS_MAX));
    }

    /// Adds up all transfers of an existing account in one snapshot. Returns empty if that exceeds the time limit
    /// of lists.
    public Optional<Explanation> explain(UUID organizationId, String asset, String role) {
        return database.browseInTime(handle -> {
            var account =
                    ExplorerStore.account(handle, organizationId, asset, role).orElseThrow();
            return new Explanation(account, ExplorerStore.sums(handle, organizationId, account));
        });
    }
}
