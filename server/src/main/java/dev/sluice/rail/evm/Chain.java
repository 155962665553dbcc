package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// What is asked of a network, in its own terms. An answer that makes no sense is no answer.
final class Chain {
    private final JsonRpc rpc;
    private final Consumer<Block> heads;
    private final TipFloor tips;

    /// @param heads is told of each newest block that was asked for
    /// @param tips remembers the tips that nodes asked for
    Chain(JsonRpc rpc, Consumer<Block> heads, TipFloor tips) {
        this.rpc = rpc;
        this.heads = heads;
        this.tips = tips;
    }

    /// A block: its number, its hash, its time, and what its gas costs.
    record Block(long number, String hash, Instant time, BigInteger baseFee) {}

    /// A transfer of the network's own coin, of those that stand in a block as transactions.
    record CoinTransfer(String hash, String from, String to, BigInteger units) {}

    /// What a contract left in a block. `index` counts through the whole block.
    record Log(String contract, List<String> topics, String data, String transaction, long block, long index) {}

    /// What became of a transaction that is in a block. `fee` is what it cost in all.
    record Receipt(
            String transaction,
            long block,
            String blockHash,
            boolean succeeded,
            BigInteger gasUsed,
            BigInteger fee,
            List<Log> logs) {
        Receipt {
            logs = List.copyOf(logs);
        }
    }

    /// Asks what belongs together of one node; of the next one, all of it again, where that one is away or does
    /// not have what it is asked for.
    <R> R ask(Function<Chain, R> questions) {
        return rpc.ask(one -> questions.apply(new Chain(one, heads, tips)));
    }

    Block head() {
        var head = found("latest").orElseThrow(() -> new NodeAway("there is no newest block"));
        heads.accept(head);
        return head;
    }

    Optional<Block> block(long number) {
        return found(Hex.quantity(number));
    }

    private Optional<Block> found(String tag) {
        var block = rpc.call("eth_getBlockByNumber", tag, false);
        return block.isNull() ? Optional.empty() : Optional.of(header(block));
    }

    /// A block that whoever is asked has to have.
    ///
    /// @throws NodeAway where it is not there
    Block have(long number) {
        return block(number).orElseThrow(() -> new NodeAway("block " + number + " is not there"));
    }

    /// The transfers of the coin in a block.
    List<CoinTransfer> coinTransfers(long number) {
        var block = rpc.call("eth_getBlockByNumber", Hex.quantity(number), true);
        if (block.isNull()) {
            throw new NodeAway("block " + number + " is not there");
        }
        return Answers.list(block, "transactions").stream()
                .filter(each -> !Answers.isAbsent(each, "to")
                        && Answers.number(each, "value").signum() > 0)
                .map(each -> new CoinTransfer(
                        Answers.text(each, "hash"),
                        Hex.address(Answers.text(each, "from")),
                        Hex.address(Answers.text(each, "to")),
                        Answers.number(each, "value")))
                .toList();
    }

    Optional<Receipt> receipt(String transaction) {
        return receipt(rpc.call("eth_getTransactionReceipt", transaction));
    }

    /// The receipts that nodes have of a transaction, by the word of each that answers.
    List<Receipt> receipts(String transaction) {
        return rpc.callAll("eth_getTransactionReceipt", transaction).stream()
                .flatMap(each -> receipt(each).stream())
                .toList();
    }

    /// Whether any node that answers has a transaction, be it in a block or not.
    boolean isKnown(String transaction) {
        return rpc.callAll("eth_getTransactionByHash", transaction).stream().anyMatch(JsonNode::isObject);
    }

    private static Optional<Receipt> receipt(JsonNode receipt) {
        return receipt.isNull() || Answers.isAbsent(receipt, "blockHash")
                ? Optional.empty()
                : Optional.of(Answers.receipt(receipt));
    }

    /// The events of a name that contracts left in a span of blocks.
    List<Log> logs(long from, long to, List<String> contracts, String topic) {
        var filter = Map.of(
                "fromBlock", Hex.quantity(from),
                "toBlock", Hex.quantity(to),
                "address", contracts,
                "topics", List.of(topic));
        var logs = rpc.call("eth_getLogs", filter);
        if (!logs.isArray()) {
            throw new NodeAway("no list of logs");
        }
        return logs.valueStream().map(Answers::log).toList();
    }

    /// The number that a wallet's next transaction has, after those in blocks up to one.
    long nonceAt(String wallet, long block) {
        return Answers.count(Answers.quantity(rpc.call("eth_getTransactionCount", wallet, Hex.quantity(block))));
    }

    /// The same after those that the node knows of besides.
    long nonceWaiting(String wallet) {
        return Answers.count(Answers.quantity(rpc.call("eth_getTransactionCount", wallet, "pending")));
    }

    /// The first of these counts, by each endpoint.
    ///
    /// @throws NodeAway where one of them does not answer
    List<Long> everyNonceAt(String wallet, long block) {
        return counts(rpc.callEvery("eth_getTransactionCount", wallet, Hex.quantity(block)));
    }

    /// The second of these counts, by each endpoint.
    ///
    /// @throws NodeAway where one of them does not answer
    List<Long> everyNonceWaiting(String wallet) {
        return counts(rpc.callEvery("eth_getTransactionCount", wallet, "pending"));
    }

    private static List<Long> counts(List<JsonNode> answers) {
        return answers.stream()
                .map(each -> Answers.count(Answers.quantity(each)))
                .toList();
    }

    BigInteger coins(String wallet, long block) {
        return Answers.quantity(rpc.call("eth_getBalance", wallet, Hex.quantity(block)));
    }

    BigInteger tokens(String contract, String wallet, long block) {
        return Hex.number(answer(wallet, Erc20.balanceOf(contract, wallet), Hex.quantity(block)));
    }

    /// Reports whether there is a contract at an address.
    boolean hasCode(String address) {
        var code = rpc.call("eth_getCode", address, "latest");
        return code.isString() && code.stringValue().length() > "0x".length();
    }

    /// What a call would answer, were it made now.
    String answer(String from, Call call) {
        return answer(from, call, "latest");
    }

    private String answer(String from, Call call, String block) {
        var answer = rpc.call("eth_call", named(from, call), block);
        if (!answer.isString()) {
            throw new NodeAway("no answer of a contract");
        }
        return Answers.bytes(answer.stringValue());
    }

    BigInteger estimatedGas(String from, Call call) {
        return Answers.quantity(rpc.call("eth_estimateGas", named(from, call)));
    }

    /// The tip that is usual now, and no less than nodes asked for lately.
    BigInteger tip(Block head) {
        return suggestedTip(head).max(tips.least());
    }

    /// Reports whether a transaction was refused for its tip. The tip that the nodes ask for is the least that
    /// [#tip] gives for a while.
    ///
    /// @param offered the transaction's tip
    boolean isForTip(NodeRefused no, BigInteger offered) {
        var asked = no.tipAsked(offered);
        asked.ifPresent(tips::raise);
        return asked.isPresent();
    }

    private BigInteger suggestedTip(Block head) {
        try {
            return Answers.quantity(rpc.call("eth_maxPriorityFeePerGas"));
        } catch (NodeRefused unknown) {
            return Answers.quantity(rpc.call("eth_gasPrice"))
                    .subtract(head.baseFee())
                    .max(BigInteger.ZERO);
        }
    }

    void send(String raw) {
        rpc.call("eth_sendRawTransaction", raw);
    }

    /// Tells everybody, since whoever was told first may have forgotten.
    void sendAgain(String raw) {
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
                Answers.count(block, "number"),
                Answers.text(block, "hash"),
                Answers.instant(block, "timestamp"),
                Answers.isAbsent(block, "baseFeePerGas") ? BigInteger.ZERO : Answers.number(block, "baseFeePerGas"));
    }
}
