package dev.sluice.rail.stellar;

import dev.sluice.rail.StellarAddress;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.AbstractTransaction;
import org.stellar.sdk.AccountConverter;
import org.stellar.sdk.AssetTypeCreditAlphaNum;
import org.stellar.sdk.CreateAccountOperation;
import org.stellar.sdk.FeeBumpTransaction;
import org.stellar.sdk.Network;
import org.stellar.sdk.PaymentOperation;
import org.stellar.sdk.StrKey;
import org.stellar.sdk.Transaction;
import org.stellar.sdk.xdr.CreateAccountResultCode;
import org.stellar.sdk.xdr.OperationResult;
import org.stellar.sdk.xdr.PaymentResultCode;

/// An in-memory network of one node: accounts, a transaction queue, and ledgers that close on request. It decodes
/// every envelope and validates it as the protocol does, in the protocol's order.
public final class StandInLedger {
    static final long BASE_RESERVE = 5_000_000;
    private static final int RAISE = 10;
    private static final AccountConverter MUXED = AccountConverter.enableMuxed();

    private final Network network;
    private final InstantSource clock;
    private final Map<String, StandInAccount> accounts = new HashMap<>();
    private final Map<String, Entry> queue = new LinkedHashMap<>();
    private final List<Applied> history = new ArrayList<>();
    private final Map<String, Applied> byHash = new HashMap<>();
    private final Map<String, Boolean> signed = new ConcurrentHashMap<>();
    private long sequence = 50_000_000;
    private Instant closedAt;
    private long minFee = StellarSettings.FEE_MIN;

    public StandInLedger(String passphrase, InstantSource clock) {
        this.network = new Network(passphrase);
        this.clock = clock;
        this.closedAt = clock.instant();
    }

    /// A decoded envelope: the transaction, and the fee bump around it, if any, with their hashes.
    public record Entry(Transaction inner, @Nullable FeeBumpTransaction bump, String hash, String outerHash) {
        static Entry of(Transaction inner) {
            return new Entry(inner, null, inner.hashHex(), inner.hashHex());
        }

        static Entry of(FeeBumpTransaction bump) {
            return new Entry(
                    bump.getInnerTransaction(), bump, bump.getInnerTransaction().hashHex(), bump.hashHex());
        }

        public long bid() {
            return bump == null ? inner.getFee() / inner.getOperations().length : bump.getFee() / 2;
        }

        long operations() {
            return bump == null ? 1 : 2;
        }

        public String payer() {
            return bump == null ? inner.getSourceAccount() : bump.getFeeAccount();
        }
    }

    /// A transaction in the history.
    public record Applied(
            Entry entry, long ledger, Instant at, long feeCharged, boolean successful, String resultXdr, String word) {}

    /// The network's answer to a submitted envelope.
    sealed interface Reply {}

    record Pending(String hash) implements Reply {}

    record Done(Applied applied) implements Reply {}

    record Refused(String code, String operation) implements Reply {}

    public synchronized StandInAccount account(String id, long coins) {
        return accounts.computeIfAbsent(id, _ -> new StandInAccount(id, sequence << 32, coins));
    }

    public synchronized Optional<StandInAccount> find(String id) {
        return Optional.ofNullable(accounts.get(id));
    }

    public synchronized void remove(String id) {
        accounts.remove(id);
    }

    /// Sets the minimum fee per operation from now on, to simulate a full network.
    public synchronized void minFee(long stroops) {
        minFee = stroops;
    }

    synchronized long minFee() {
        return minFee;
    }

    synchronized long sequence() {
        return sequence;
    }

    public synchronized Instant closedAt() {
        return closedAt;
    }

    public synchronized List<Applied> history() {
        return List.copyOf(history);
    }

    public synchronized Optional<Applied> applied(String hash) {
        return Optional.ofNullable(byHash.get(hash));
    }

    public Reply submit(String xdr) throws IOException {
        var entry = decode(xdr);
        // Verify signatures outside the lock and once per envelope, because that is slow.
        signed.computeIfAbsent(entry.outerHash(), _ -> isSigned(entry));
        return submit(entry);
    }

    private synchronized Reply submit(Entry entry) {
        var done = applied(entry.hash());
        if (done.isPresent()) {
            return done.get().successful()
                    ? new Done(done.get())
                    : new Refused("tx_failed", done.get().word());
        }
        if (queue.values().stream().anyMatch(each -> each.outerHash().equals(entry.outerHash()))) {
            return new Pending(entry.hash());
        }
        var fault = fault(entry, clock.instant());
        if (fault != null) {
            return new Refused(fault, "");
        }
        var source = entry.inner().getSourceAccount();
        var before = queue.get(source);
        if (before != null && !before.hash().equals(entry.hash())) {
            return new Refused("tx_bad_seq", "");
        }
        if (before != null && entry.bump() != null && entry.bid() < RAISE * before.bid()) {
            return new Refused("tx_insufficient_fee", "");
        }
        if (before == null || entry.bump() != null) {
            queue.put(source, entry);
        }
        return new Pending(entry.hash());
    }

    /// Closes a ledger with all queued transactions.
    public synchronized void close() {
        var now = clock.instant();
        sequence++;
        closedAt = now.isAfter(closedAt) ? now : closedAt;
        for (var entry : List.copyOf(queue.values())) {
            var fault = fault(entry, closedAt);
            if ("tx_insufficient_fee".equals(fault)) {
                // The transaction stays queued until the fees fall or its time bound passes.
                continue;
            }
            queue.remove(entry.inner().getSourceAccount());
            if (fault == null) {
                apply(entry);
            }
        }
    }

    public synchronized boolean isQueued(String hash) {
        return queue.values().stream().anyMatch(each -> each.hash().equals(hash));
    }

    synchronized void dropQueue() {
        queue.clear();
    }

    Entry decode(String xdr) throws IOException {
        return switch (AbstractTransaction.fromEnvelopeXdr(MUXED, xdr, network)) {
            case FeeBumpTransaction bump -> Entry.of(bump);
            case Transaction transaction -> Entry.of(transaction);
            default -> throw new IOException("neither a transaction nor a bump");
        };
    }

    private @Nullable String fault(Entry entry, Instant closing) {
        var inner = entry.inner();
        var bounds = inner.getTimeBounds();
        if (bounds == null || bounds.getMaxTime().signum() == 0) {
            throw new AssertionError("a transaction without an end: " + inner.hashHex());
        }
        if (closing.isAfter(Instant.ofEpochSecond(bounds.getMaxTime().longValueExact()))) {
            return "tx_too_late";
        }
        if (inner.getOperations().length != 1) {
            return "tx_missing_operation";
        }
        var source = accounts.get(inner.getSourceAccount());
        var payer = accounts.get(entry.payer());
        if (source == null || payer == null) {
            return "tx_no_source_account";
        }
        if (entry.bid() < minFee) {
            return "tx_insufficient_fee";
        }
        if (inner.getSequenceNumber() != source.sequence + 1) {
            return "tx_bad_seq";
        }
        if (!signed.getOrDefault(entry.outerHash(), false)) {
            return "tx_bad_auth";
        }
        return payer.spendableCoins(BASE_RESERVE) < entry.operations() * minFee ? "tx_insufficient_balance" : null;
    }

    /// Returns true if exactly the acting accounts have signed.
    private static boolean isSigned(Entry entry) {
        var inner = entry.inner();
        var acting = new ArrayList<String>();
        acting.add(inner.getSourceAccount());
        var operator = inner.getOperations()[0].getSourceAccount();
        if (operator != null && !acting.contains(operator)) {
            acting.add(operator);
        }
        var bump = entry.bump();
        return isSignedBy(inner, acting) && (bump == null || isSignedBy(bump, List.of(bump.getFeeAccount())));
    }

    private static boolean isSignedBy(AbstractTransaction transaction, List<String> acting) {
        var signatures = transaction.getSignatures();
        return signatures.size() == acting.size()
                && acting.stream()
                        .allMatch(account -> signatures.stream().anyMatch(signature -> {
                            var key = StrKey.decodeEd25519PublicKey(account);
                            return Arrays.equals(
                                            Arrays.copyOfRange(key, key.length - 4, key.length),
                                            signature.getHint().getSignatureHint())
                                    && isSignature(
                                            key,
                                            transaction.hash(),
                                            signature.getSignature().getSignature());
                        }));
    }

    private static boolean isSignature(byte[] key, byte[] hash, byte[] signature) {
        var verifier = new Ed25519Signer();
        verifier.init(false, new Ed25519PublicKeyParameters(key));
        verifier.update(hash, 0, hash.length);
        return verifier.verifySignature(signature);
    }

    private void apply(Entry entry) {
        var inner = entry.inner();
        long fee = entry.operations() * minFee;
        Objects.requireNonNull(accounts.get(entry.payer())).coins -= fee;
        var source = Objects.requireNonNull(accounts.get(inner.getSourceAccount()));
        source.sequence = inner.getSequenceNumber();
        source.sequenceSince = closedAt;
        var operation = inner.getOperations()[0];
        var actor = operation.getSourceAccount() == null ? source : accounts.get(operation.getSourceAccount());
        var result = switch (operation) {
            case PaymentOperation payment -> StandInResults.payment(pay(Objects.requireNonNull(actor), payment));
            case CreateAccountOperation create -> StandInResults.created(create(Objects.requireNonNull(actor), create));
            default -> throw new AssertionError("not an operation of a payout: " + operation);
        };
        record(entry, fee, result);
    }

    private void record(Entry entry, long fee, OperationResult result) {
        var applied = new Applied(
                entry,
                sequence,
                closedAt,
                fee,
                StandInResults.isSuccess(result),
                StandInResults.encoded(
                        result, fee, entry.bump() == null ? null : entry.inner().hash()),
                StandInResults.word(result));
        history.add(applied);
        byHash.put(entry.hash(), applied);
        byHash.put(entry.outerHash(), applied);
    }

    private CreateAccountResultCode create(StandInAccount actor, CreateAccountOperation create) {
        long amount = StellarToken.stroops(create.getStartingBalance());
        if (accounts.containsKey(create.getDestination())) {
            return CreateAccountResultCode.CREATE_ACCOUNT_ALREADY_EXIST;
        }
        if (amount < 2 * BASE_RESERVE) {
            return CreateAccountResultCode.CREATE_ACCOUNT_LOW_RESERVE;
        }
        if (actor.spendableCoins(BASE_RESERVE) < amount) {
            return CreateAccountResultCode.CREATE_ACCOUNT_UNDERFUNDED;
        }
        actor.coins -= amount;
        account(create.getDestination(), amount);
        return CreateAccountResultCode.CREATE_ACCOUNT_SUCCESS;
    }

    private PaymentResultCode pay(StandInAccount actor, PaymentOperation payment) {
        long amount = StellarToken.stroops(payment.getAmount());
        var payee = accounts.get(plain(payment.getDestination()));
        if (payee == null) {
            return PaymentResultCode.PAYMENT_NO_DESTINATION;
        }
        if (!(payment.getAsset() instanceof AssetTypeCreditAlphaNum asset)) {
            if (actor.spendableCoins(BASE_RESERVE) < amount) {
                return PaymentResultCode.PAYMENT_UNDERFUNDED;
            }
            actor.coins -= amount;
            payee.coins += amount;
            return PaymentResultCode.PAYMENT_SUCCESS;
        }
        var from = actor.line(asset.getCode(), asset.getIssuer());
        var to = payee.line(asset.getCode(), asset.getIssuer());
        if (from == null) {
            return PaymentResultCode.PAYMENT_SRC_NO_TRUST;
        }
        if (!from.authorized) {
            return PaymentResultCode.PAYMENT_SRC_NOT_AUTHORIZED;
        }
        if (from.balance < amount) {
            return PaymentResultCode.PAYMENT_UNDERFUNDED;
        }
        boolean issuer = payee.id.equals(asset.getIssuer());
        if (!issuer && to == null) {
            return PaymentResultCode.PAYMENT_NO_TRUST;
        }
        if (to != null && !to.authorized) {
            return PaymentResultCode.PAYMENT_NOT_AUTHORIZED;
        }
        if (to != null && to.limit - to.balance < amount) {
            return PaymentResultCode.PAYMENT_LINE_FULL;
        }
        from.balance -= amount;
        if (to != null) {
            to.balance += amount;
        }
        return PaymentResultCode.PAYMENT_SUCCESS;
    }

    /// Returns the account of an address that may be muxed.
    static String plain(String address) {
        return StellarAddress.parse(address).orElseThrow().account();
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
