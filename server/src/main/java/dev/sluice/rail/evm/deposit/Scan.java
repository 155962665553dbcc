package dev.sluice.rail.evm.deposit;

import dev.sluice.money.Asset;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.deposit.CreditStore.Missing;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Chain.CoinTransfer;
import dev.sluice.rail.evm.rpc.Chain.Log;
import dev.sluice.rail.evm.rpc.Chain.Receipt;
import dev.sluice.rail.evm.rpc.Erc20;
import dev.sluice.rail.evm.rpc.Parallel;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Scans a range of blocks for payments to deposit addresses: token transfers by their events, coin transfers by
/// reading the blocks. Coins that a contract forwards inside of a transaction leave no trace there: [BalanceCheck]
/// finds them.
///
/// @param slotCheck check of the wallets' slots
/// @param ours finds the gas top-ups of our own wallet, which are no payments
public record Scan(
        EvmNetwork network,
        Chain chain,
        EvmTokens tokens,
        DepositAddresses addresses,
        NonceSlotCheck slotCheck,
        Predicate<String> ours) {
    private static final int AT_ONCE = 8;

    /// Possible payment; `log` is the event of a token transfer.
    private record Transfer(
            Asset token,
            String from,
            String to,
            BigInteger units,
            String transaction,
            @Nullable Log log) {}

    /// Findings up to a block, and that block, so that a later reorg can be detected.
    ///
    /// @param leasts the minimum units of a deposit, by the token's code
    record ScanResult(List<Credit> credits, Map<String, BigInteger> leasts, Block last) {}

    /// Scans the blocks of an inclusive range on one node that has the last of them. A node that lags behind would
    /// return unknown blocks as if they were empty.
    ///
    /// @throws RpcUnavailable also if a reorg happened in the meantime
    ScanResult blocks(long from, long to) {
        return chain.query(one -> at(one).scan(from, to, _ -> true));
    }

    /// Scans the same blocks again, for tokens alone. A missing block cannot be read, but a list of events may
    /// come from a node that had none of the blocks yet, behind the same address as one that had them.
    ///
    /// @throws RpcUnavailable also if a reorg happened in the meantime
    ScanResult tokensAgain(long from, long to) {
        return chain.query(one -> at(one).scan(from, to, each -> !each.isCoin()));
    }

    private Scan at(Chain one) {
        return new Scan(network, one, tokens, addresses, slotCheck, ours);
    }

    private ScanResult scan(long from, long to, Predicate<EvmToken> which) {
        var last = chain.have(to);
        var transfers = new ArrayList<Transfer>();
        var known = tokens.on(network.name()).stream().filter(which).toList();
        transfers.addAll(tokenTransfers(from, to, known));
        transfers.addAll(coinTransfers(from, to, known));
        var recipients = transfers.stream().map(Transfer::to).collect(Collectors.toSet());
        var deposits = recipients.isEmpty() ? Map.<String, UUID>of() : addresses.among(recipients);
        var paid = transfers.stream()
                .filter(each -> deposits.containsKey(each.to()))
                .filter(each -> each.log() != null || !ours.test(each.transaction()))
                .toList();
        var credits = credits(paid, deposits, from, to);
        if (!chain.have(to).hash().equals(last.hash())) {
            throw new RpcUnavailable(network.name() + " was reorganized during the scan");
        }
        var leasts = known.stream()
                .collect(Collectors.toMap(each -> each.asset().code(), EvmToken::minimum, (first, _) -> first));
        return new ScanResult(credits, leasts, last);
    }

    /// Reports whether a receipt shows a payment that was reported.
    boolean shows(Receipt receipt, Missing missing) {
        if (!receipt.succeeded()) {
            return false;
        }
        // The hash is enough to know the coins that a transaction moves.
        return missing.key().equals(key(receipt, null))
                || transfers(receipt.logs(), byContract(tokens.on(network.name())))
                        .filter(each -> missing.key().equals(key(receipt, each.log()))
                                || missing.key().startsWith(key(receipt, each.log()) + ":"))
                        .anyMatch(each -> each.token().code().equals(missing.token())
                                && each.to().equals(missing.address())
                                && each.units().equals(missing.units()));
    }

    private List<Transfer> tokenTransfers(long from, long to, List<EvmToken> known) {
        var byContract = byContract(known);
        if (byContract.isEmpty()) {
            return List.of();
        }
        var logs = chain.logs(from, to, List.copyOf(byContract.keySet()), Erc20.TRANSFERRED);
        return transfers(logs, byContract).toList();
    }

    private static Map<String, Asset> byContract(List<EvmToken> known) {
        var byContract = new HashMap<String, Asset>();
        for (var token : known) {
            if (token.contract() != null) {
                byContract.putIfAbsent(Hex.address(token.contract()), token.asset());
            }
        }
        return byContract;
    }

    private static Stream<Transfer> transfers(List<Log> logs, Map<String, Asset> byContract) {
        return logs.stream()
                .filter(log -> log.topics().size() == Erc20.TRANSFER_TOPICS
                        && log.topics().getFirst().equalsIgnoreCase(Erc20.TRANSFERRED)
                        && byContract.containsKey(log.contract()))
                .map(log -> new Transfer(
                        Objects.requireNonNull(byContract.get(log.contract())),
                        Hex.addressIn(log.topics().get(1)),
                        Hex.addressIn(log.topics().get(2)),
                        Hex.number(log.data()),
                        log.transaction(),
                        log))
                .filter(each -> each.units().signum() > 0);
    }

    private List<Transfer> coinTransfers(long from, long to, List<EvmToken> known) {
        if (known.stream().noneMatch(EvmToken::isCoin)) {
            return List.of();
        }
        var numbers = LongStream.rangeClosed(from, to).boxed().toList();
        return Parallel.map(numbers, AT_ONCE, chain::coinTransfers).stream()
                .flatMap(List<CoinTransfer>::stream)
                .map(each -> new Transfer(network.coin(), each.from(), each.to(), each.units(), each.hash(), null))
                .toList();
    }

    private List<Credit> credits(List<Transfer> paid, Map<String, UUID> deposits, long from, long to) {
        var hashes = paid.stream().map(Transfer::transaction).distinct().toList();
        var receipts = new HashMap<String, Receipt>();
        Parallel.map(hashes, AT_ONCE, this::receipt).forEach(each -> receipts.put(each.transaction(), each));
        var numbers = receipts.values().stream().map(Receipt::block).distinct().toList();
        var blocks = new HashMap<Long, Block>();
        Parallel.map(numbers, AT_ONCE, chain::have).forEach(each -> blocks.put(each.number(), each));
        for (var receipt : receipts.values()) {
            var block = blocks.get(receipt.block());
            if (receipt.block() < from
                    || receipt.block() > to
                    || block == null
                    || !block.hash().equals(receipt.blockHash())) {
                throw new RpcUnavailable(network.name() + " was reorganized during the scan");
            }
        }
        return paid.stream()
                .flatMap(each -> credit(
                        each,
                        Objects.requireNonNull(deposits.get(each.to())),
                        Objects.requireNonNull(receipts.get(each.transaction())),
                        blocks)
                        .stream())
                .toList();
    }

    private Receipt receipt(String transaction) {
        return chain.receipt(transaction)
                .orElseThrow(() -> new RpcUnavailable("transaction " + transaction + " no longer exists"));
    }

    private Optional<Credit> credit(Transfer transfer, UUID depositId, Receipt receipt, Map<Long, Block> blocks) {
        var block = blocks.get(receipt.block());
        if (!receipt.succeeded() || block == null) {
            return Optional.empty();
        }
        return Optional.of(new Credit(
                network.name(),
                key(receipt, transfer.log()),
                transfer.token(),
                transfer.to(),
                depositId,
                transfer.units(),
                transfer.transaction(),
                transfer.from(),
                receipt.block(),
                block.time()));
    }

    private String key(Receipt receipt, @Nullable Log log) {
        return String.join(":", network.name(), receipt.transaction(), place(receipt, log));
    }

    /// Returns the index of the event within its transaction, or the mark of the transaction's own coins.
    private static String place(Receipt receipt, @Nullable Log log) {
        if (log == null) {
            return "coin";
        }
        var first = receipt.logs().stream().mapToLong(Log::index).min().orElse(log.index());
        return Long.toString(log.index() - first);
    }
}
