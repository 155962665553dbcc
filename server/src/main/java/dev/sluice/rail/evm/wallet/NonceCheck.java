package dev.sluice.rail.evm.wallet;

import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import java.util.Collections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides from which nonce on the hot wallet signs. Transaction counts above our own next nonce count only where
/// every configured endpoint confirms them: a wrong one would open a gap that paid transactions have to fill.
public final class NonceCheck {
    /// Maximum number of pending transactions not signed by Sluice that are skipped.
    static final int PENDING_AHEAD_MAX = 64;

    /// Maximum number of mined transactions not signed by Sluice that are accepted from one endpoint.
    static final int MINED_AHEAD_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(NonceCheck.class);

    private final Database database;
    private final Alerts alerts;

    public NonceCheck(Database database, Alerts alerts) {
        this.database = database;
        this.alerts = alerts;
    }

    /// Returns the lowest nonce that the wallet's next transaction may have.
    ///
    /// @throws RpcUnavailable if the endpoints do not agree how many transactions of the wallet are mined
    public long lowest(HotWallet wallet, WalletSnapshot snapshot) {
        var known = database.inTx(
                tx -> NextNonceStore.nextNonce(tx, wallet.network().name(), wallet.address()));
        long ours = known.isPresent() ? corrected(wallet, snapshot, known.get()) : 0;
        if (snapshot.mined() > ours) {
            confirmMined(wallet, snapshot, known.isPresent() ? ours + MINED_AHEAD_MAX : Long.MAX_VALUE);
        }
        long lowest = Math.max(snapshot.mined(), ours);
        return snapshot.waiting() > lowest ? afterPending(wallet, snapshot, lowest) : lowest;
    }

    /// Lowers a next nonce that is far above all transactions, as a wrong count leaves it: all that is signed from
    /// there on would wait forever. A wallet that has signed nothing may have been used elsewhere, so two
    /// endpoints have to confirm its count.
    private long corrected(HotWallet wallet, WalletSnapshot snapshot, long ours) {
        var network = wallet.network().name();
        long signed = database.inTx(tx -> NextNonceStore.afterSigned(tx, network, wallet.address()));
        long right = Math.max(snapshot.mined(), signed);
        if (ours - right <= PENDING_AHEAD_MAX
                || !isConfirmed(wallet, snapshot, right, signed > 0)
                || !database.inTx(tx -> NextNonceStore.lower(tx, network, wallet.address(), ours, right))) {
            return ours;
        }
        LOG.error(
                "next nonce of {} on {} corrected from {} to {}: no transaction has it or a higher one",
                wallet.address(),
                network,
                ours,
                right);
        return right;
    }

    private static boolean isConfirmed(
            HotWallet wallet, WalletSnapshot snapshot, long right, boolean oneEndpointSuffices) {
        try {
            var mined = wallet.chain()
                    .everyNonceAt(wallet.address(), snapshot.head().number());
            return (oneEndpointSuffices || mined.size() > 1)
                    && mined.stream().allMatch(each -> each == snapshot.mined())
                    && wallet.chain().everyNonceWaiting(wallet.address()).stream()
                            .allMatch(each -> each <= right);
        } catch (RpcUnavailable | RpcError none) {
            LOG.debug("transaction counts not confirmed: {}", none.getMessage());
            return false;
        }
    }

    private void confirmMined(HotWallet wallet, WalletSnapshot snapshot, long oneEndpointMax) {
        var counts =
                wallet.chain().everyNonceAt(wallet.address(), snapshot.head().number());
        boolean agree = counts.stream().allMatch(each -> each == snapshot.mined());
        if (!agree || (counts.size() == 1 && snapshot.mined() > oneEndpointMax)) {
            LOG.error(
                    "{} mined transactions of {} on {} are not confirmed (endpoints report {}): signing is paused",
                    snapshot.mined(),
                    wallet.address(),
                    wallet.network().name(),
                    counts);
            alert(
                    wallet,
                    "nonce",
                    "endpoints do not confirm the hot wallet's transaction count: remove the wrong endpoint, or add"
                            + " one");
            throw new RpcUnavailable("the hot wallet's transaction count is not confirmed: " + counts);
        }
    }

    private long afterPending(HotWallet wallet, WalletSnapshot snapshot, long lowest) {
        long confirmed = confirmedPending(wallet, lowest);
        if (confirmed <= lowest + PENDING_AHEAD_MAX && snapshot.waiting() <= lowest + PENDING_AHEAD_MAX) {
            return Math.max(lowest, confirmed);
        }
        LOG.warn(
                "an endpoint reports {} with {} transactions on {}, including pending ones, but {} are known: the"
                        + " excess is ignored",
                wallet.address(),
                snapshot.waiting(),
                wallet.network().name(),
                lowest);
        alert(
                wallet,
                "pending",
                "an endpoint reports pending transactions of the hot wallet that cannot be: replace it");
        return lowest;
    }

    private static long confirmedPending(HotWallet wallet, long otherwise) {
        try {
            return Collections.min(wallet.chain().everyNonceWaiting(wallet.address()));
        } catch (RpcUnavailable | RpcError none) {
            LOG.debug("pending transactions not confirmed: {}", none.getMessage());
            return otherwise;
        }
    }

    private void alert(HotWallet wallet, String condition, String message) {
        var network = wallet.network().name();
        alerts.raise(new Alert(EvmRail.NAME, network + "/" + condition, network + ": " + message));
    }
}
