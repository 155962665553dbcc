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

/// What operators read of the books, of all organizations: the trial balance, accounts, what moved through them, and
/// why a balance is what it is.
public final class Explorer {
    private static final int PAYMENT_TRANSFERS_MAX = 500;

    private final Database database;

    public Explorer(Database database) {
        this.database = database;
    }

    /// What all accounts of one role hold together, in the books of organizations or in the house's own.
    public record Share(Account account, boolean isHouses, Money balance, long accounts) {
        /// Whether merchants own it. What the house has available is its own, such as money that came back to it.
        boolean isMerchants() {
            return account.isMerchants() && !isHouses;
        }
    }

    /// One asset: all of its accounts sum to zero.
    public record Trial(Asset asset, List<Share> shares) {
        public Trial {
            shares = List.copyOf(shares);
        }

        /// What merchants own.
        public Money merchants() {
            return shares.stream()
                    .filter(Share::isMerchants)
                    .map(Share::balance)
                    .reduce(Money.zero(asset), Money::plus);
        }

        /// The accounts of the house: its own, by role, and those that it has beside each organization's.
        public List<Share> house() {
            return shares.stream().filter(share -> !share.isMerchants()).toList();
        }

        public Money sum() {
            return shares.stream().map(Share::balance).reduce(Money.zero(asset), Money::plus);
        }

        public boolean isRight() {
            return sum().isZero();
        }
    }

    /// An account and what it holds.
    public record Holding(Account account, Money balance) {}

    /// A transfer as one account sees it, with the balance that it left there.
    public record Entry(Transfer transfer, Money after, Instant recordedAt) {}

    /// What transfers of one kind brought to an account and took from it.
    public record Sum(TransferKind kind, long transfers, Money came, Money went) {
        public Money net() {
            return came.minus(went);
        }
    }

    /// Why a balance is what it is: an account begins with nothing, and everything after that is a transfer.
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

    public List<Trial> trial() {
        var byAsset = new LinkedHashMap<Asset, List<Share>>();
        database.browse(ExplorerStore::trial)
                .forEach(share -> byAsset.computeIfAbsent(share.balance().asset(), _ -> new ArrayList<>())
                        .add(share));
        return byAsset.entrySet().stream()
                .map(each -> new Trial(each.getKey(), each.getValue()))
                .toList();
    }

    public List<Holding> accounts(UUID organizationId) {
        return database.browse(handle -> ExplorerStore.accounts(handle, organizationId));
    }

    public Optional<Holding> account(UUID organizationId, String asset, String role) {
        return database.browse(handle -> ExplorerStore.account(handle, organizationId, asset, role));
    }

    /// What moved through an account since a time, newest first, with the balance after each; nothing where that is
    /// too much to look through in the time that a list has, as where little of much is of this account.
    public Optional<List<Entry>> entries(UUID organizationId, Holding account, Instant since, int limit, long offset) {
        return database.browseInTime(
                handle -> ExplorerStore.entries(handle, organizationId, account, since, limit, offset));
    }

    /// All transfers of a payment, whosever it is.
    public List<Entry> payment(UUID paymentId) {
        return payments(List.of(paymentId));
    }

    /// The same of some payments, such as a deposit and what came for it, one after the other.
    public List<Entry> payments(List<UUID> paymentIds) {
        return database.browse(handle -> ExplorerStore.ofPayments(handle, paymentIds, PAYMENT_TRANSFERS_MAX));
    }

    /// Adds up everything that ever moved through an account that is there, from one snapshot; nothing where more has
    /// moved than can be added up in the time that a list has.
    public Optional<Explanation> explain(UUID organizationId, String asset, String role) {
        return database.browseInTime(handle -> {
            var account =
                    ExplorerStore.account(handle, organizationId, asset, role).orElseThrow();
            return new Explanation(account, ExplorerStore.sums(handle, organizationId, account));
        });
    }
}
