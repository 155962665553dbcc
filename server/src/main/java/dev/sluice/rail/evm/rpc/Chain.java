package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Client of a network with its own terms. A nonsensical response counts as no response.
public final class Chain {
    private final JsonRpc rpc;
    private final Consumer<Block> heads;
    private final TipFloor tips;

    /// @param heads receives each newest block that was read
    /// @param tips records the tips that nodes required
    public Chain(JsonRpc rpc, Consumer<Block> heads, TipFloor tips) {
        this.rpc = rpc;
        this.heads = heads;
        this.tips = tips;
    }

    /// A block: its number, its hash, its time, and what its gas costs.
    public record Block(long number, String hash, Instant time, BigInteger baseFee) {}

    /// Transfer of the network's native coin by a transaction of a block.
    public record CoinTransfer(String hash, String from, String to, BigInteger units) {}

    /// Event log of a contract in a block. `index` counts through the whole block.
    public record Log(String contract, List<String> topics, String data, String transaction, long block, long index) {}

    /// Result of a transaction that is in a block. `fee` is its total cost.
    public record Receipt(
            String transaction,
            long block,
            String blockHash,
            boolean succeeded,
            BigInteger gasUsed,
            BigInteger fee,
            List<Log> logs) {
        public Receipt {
            logs = List.copyOf(logs);
        }
    }

    /// Sends related queries to one node. If that node is unavailable or lacks the data, all of them go to the
    /// next one.
    public <R> R query(Function<Chain, R> questions) {
        return rpc.query(one -> questions.apply(new Chain(one, heads, tips)));
    }

    public Block head() {
        var head = found("latest").orElseThrow(() -> new RpcUnavailable("no latest block"));
        heads.accept(head);
        return head;
    }

    public Optional<Block> block(long number) {
        return found(Hex.quantity(number));
    }

    private Optional<Block> found(String tag) {
        var block = rpc.call("eth_getBlockByNumber", tag, false);
        return block.isNull() ? Optional.empty() : Optional.of(header(block));
    }

    /// Returns a block that the node must have.
    ///
    /// @throws RpcUnavailable if the node does not have it
    public Block have(long number) {
        return block(number).orElseThrow(() -> new RpcUnavailable("block " + number + " is not there"));
    }

    /// Returns the coin transfers of a block.
    public List<CoinTransfer> coinTransfers(long number) {
        var block = rpc.call("eth_getBlockByNumber", Hex.quantity(number), true);
        if (block.isNull()) {
            throw new RpcUnavailable("block " + number + " is not there");
        }
        return RpcJson.list(block, "transactions").stream()
                .filter(each -> !RpcJson.isAbsent(each, "to")
                        && RpcJson.number(each, "value").signum() > 0)
                .map(each -> new CoinTransfer(
                        RpcJson.text(each, "hash"),
                        Hex.address(RpcJson.text(each, "from")),
                        Hex.address(RpcJson.text(each, "to")),
                        RpcJson.number(each, "value")))
                .toList();
    }

    public Optional<Receipt> receipt(String transaction) {
        return receipt(rpc.call("eth_getTransactionReceipt", transaction));
    }

    /// Returns the receipts that nodes have of a transaction, one per responding node.
    public List<Receipt> receipts(String transaction) {
        return rpc.callAll("eth_getTransactionReceipt", transaction).stream()
                .flatMap(each -> receipt(each).stream())
                .toList();
    }

    /// Reports whether any responding node has a transaction, in a block or not.
    public boolean isKnown(String transaction) {
        return rpc.callAll("eth_getTransactionByHash", transaction).stream().anyMatch(JsonNode::isObject);
    }

    private static Optional<Receipt> receipt(JsonNode receipt) {
        return receipt.isNull() || RpcJson.isAbsent(receipt, "blockHash")
                ? Optional.empty()
                : Optional.of(RpcJson.receipt(receipt));
    }

    /// Returns the events with a topic that contracts emitted in a range of blocks.
    public List<Log> logs(long from, long to, List<String> contracts, String topic) {
        var filter = Map.of(
                "fromBlock", Hex.quantity(from),
                "toBlock", Hex.quantity(to),
                "address", contracts,
                "topics", List.of(topic));
        var logs = rpc.call("eth_getLogs", filter);
        if (!logs.isArray()) {
            throw new RpcUnavailable("no list of logs");
        }
        return logs.valueStream().map(RpcJson::log).toList();
    }

    /// Returns the nonce of a wallet's next transaction after the transactions in blocks up to one.
    public long nonceAt(String wallet, long block) {
        return RpcJson.count(RpcJson.quantity(rpc.call("eth_getTransactionCount", wallet, Hex.quantity(block))));
    }

    /// Returns the nonce of a wallet's next transaction after those that are pending on the node, too.
    public long nonceWaiting(String wallet) {
        return RpcJson.count(RpcJson.quantity(rpc.call("eth_getTransactionCount", wallet, "pending")));
    }

    /// Returns [#nonceAt] from each endpoint.
    ///
    /// @throws RpcUnavailable if one of them does not respond
    public List<Long> everyNonceAt(String wallet, long block) {
        return counts(rpc.callEvery("eth_getTransactionCount", wallet, Hex.quantity(block)));
    }

    /// Returns [#nonceWaiting] from each endpoint.
    ///
    /// @throws RpcUnavailable if one of them does not respond
    public List<Long> everyNonceWaiting(String wallet) {
        return counts(rpc.callEvery("eth_getTransactionCount", wallet, "pending"));
    }

    private static List<Long> counts(List<JsonNode> answers) {
        return answers.stream()
                .map(each -> RpcJson.count(RpcJson.quantity(each)))
                .toList();
    }

    public BigInteger coins(String wallet, long block) {
        return RpcJson.quantity(rpc.call("eth_getBalance", wallet, Hex.quantity(block)));
    }

    public BigInteger tokens(String contract, String wallet, long block) {
        return Hex.number(answer(wallet, Erc20.balanceOf(contract, wallet), Hex.quantity(block)));
    }

    /// Reports whether there is a contract at an address.
    boolean hasCode(String address) {
        var code = rpc.call("eth_getCode", address, "latest");
        return code.isString() && code.stringValue().length() > "0x".length();
    }

    /// Returns the result of a call at the newest block, without a transaction.
    String answer(String from, Call call) {
        return answer(from, call, "latest");
    }

    private String answer(String from, Call call, String block) {
        var answer = rpc.call("eth_call", named(from, call), block);
        if (!answer.isString()) {
            throw new RpcUnavailable("no answer of a contract");
        }
        return RpcJson.bytes(answer.stringValue());
    }

    public BigInteger estimatedGas(String from, Call call) {
        return RpcJson.quantity(rpc.call("eth_estimateGas", named(from, call)));
    }

    /// Returns the usual tip now, but at least the tip that nodes required recently.
    public BigInteger tip(Block head) {
        return suggestedTip(head).max(tips.minimum());
    }

    /// Reports whether a transaction was refused for its tip. The tip that the nodes require becomes the minimum
    /// of [#tip] for a while.
    ///
    /// @param offered the transaction's tip
    public boolean isForTip(RpcError no, BigInteger offered) {
        var asked = no.tipAsked(offered);
        asked.ifPresent(tips::raise);
        return asked.isPresent();
    }

    private BigInteger suggestedTip(Block head) {
        try {
            return RpcJson.quantity(rpc.call("eth_maxPriorityFeePerGas"));
        } catch (RpcError unknown) {
            return RpcJson.quantity(rpc.call("eth_gasPrice"))
                    .subtract(head.baseFee())
                    .max(BigInteger.ZERO);
        }
    }

    public void send(String raw) {
        rpc.call("eth_sendRawTransaction", raw);
    }

    /// Sends to every endpoint, since the first one may have dropped the transaction.
    public void sendAgain(String raw) {
        rpc.callAll("eth_sendRawTransaction", raw);
    }

    private static Map<String, String> named(String from, Call call) {
        var named = new LinkedHashMap<String, String>();
        named.put("from", from);
        named.put("to", call.to());
        named.put("value", Hex.quantity(call.value()));
        named.put("data", call.data());
        return named;
    }

    private static Block header(JsonNode block) {
        return new Block(
                RpcJson.count(block, "number"),
                RpcJson.text(block, "hash"),
                RpcJson.instant(block, "timestamp"),
                RpcJson.isAbsent(block, "baseFeePerGas") ? BigInteger.ZERO : RpcJson.number(block, "baseFeePerGas"));
    }
}
