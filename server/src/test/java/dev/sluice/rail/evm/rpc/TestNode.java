package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.RailHealth;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.Hex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A real node with a chain of its own: anvil, installed by `./sluice test`.
public final class TestNode implements AutoCloseable {
    public static final long CHAIN_ID = 31_337;

    private static final Pattern LISTENING = Pattern.compile("Listening on 127\\.0\\.0\\.1:(\\d+)");
    private static final Duration START_MAX = Duration.ofSeconds(30);
    private static final String MINT = "mint(address,uint256)";
    private static final String BLOCK = "block_(address,bool)";
    private static final BigInteger GWEI = BigInteger.TEN.pow(9);
    private static final long MINT_GAS = 100_000;
    private static final String RICH = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    private final Process process;
    private final URI url;
    private final JsonRpc rpc;

    private TestNode(Process process, URI url, long chainId) {
        this.process = process;
        this.url = url;
        var line = new RailHealth(InstantSource.system()).line(EvmRail.NAME, "");
        this.rpc = JsonRpc.to(List.of(url), chainId, 1, Duration.ofSeconds(60), InstantSource.system(), line);
    }

    public static TestNode start(String... options) {
        return start(CHAIN_ID, options);
    }

    /// Starts a node that reports a chain id.
    public static TestNode start(long chainId, String... options) {
        var command = new ArrayList<>(List.of(binary().toString(), "--port", "0", "--chain-id", "" + chainId));
        command.addAll(List.of(options));
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            var port = new CompletableFuture<Integer>();
            Thread.ofVirtual().start(() -> read(process, port));
            return new TestNode(
                    process,
                    URI.create("http://127.0.0.1:" + port.get(START_MAX.toSeconds(), TimeUnit.SECONDS)),
                    chainId);
        } catch (Exception failed) {
            throw new IllegalStateException("anvil does not start", failed);
        }
    }

    private static void read(Process process, CompletableFuture<Integer> port) {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var listening = LISTENING.matcher(line);
                if (listening.find()) {
                    port.complete(Integer.valueOf(listening.group(1)));
                }
            }
        } catch (IOException closed) {
            // The node was stopped.
        }
        port.completeExceptionally(new IllegalStateException("anvil ended"));
    }

    private static Path binary() {
        var given = Optional.ofNullable(System.getenv("ANVIL")).map(Path::of);
        if (given.isPresent()) {
            return given.get();
        }
        var cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("sluice/anvil");
        try (var found = Files.list(cache)) {
            return found.filter(Files::isExecutable)
                    .filter(Files::isRegularFile)
                    .max(Path::compareTo)
                    .orElseThrow();
        } catch (Exception none) {
            throw new IllegalStateException("there is no anvil in " + cache + ": ./sluice test installs it", none);
        }
    }

    public URI url() {
        return url;
    }

    public JsonNode call(String method, Object... params) {
        return rpc.call(method, params);
    }

    public Chain chain() {
        return new Chain(rpc, _ -> {}, new TipFloor(InstantSource.system(), () -> {}));
    }

    /// Mines blocks.
    public void mine(int blocks) {
        call("anvil_mine", Hex.quantity(blocks));
    }

    /// Mines a block with a gas price; the price falls again with each empty block after it.
    public void mineAt(BigInteger gasPrice) {
        call("anvil_setNextBlockBaseFeePerGas", Hex.quantity(gasPrice));
        mine(1);
    }

    public void automine(boolean on) {
        call("evm_setAutomine", on);
    }

    public void give(String address, BigInteger coins) {
        call("anvil_setBalance", address, Hex.quantity(coins));
    }

    public BigInteger coins(String address) {
        return RpcJson.quantity(call("eth_getBalance", address, "latest"));
    }

    public BigInteger tokens(String contract, String address) {
        return Hex.number(chain().answer(RICH, Erc20.balanceOf(contract, address)));
    }

    /// Deploys one of the contracts beside the tests.
    public String deploy(String name) {
        try (var code = TestNode.class.getResourceAsStream("/evm/" + name + ".hex")) {
            var hex = new String(java.util.Objects.requireNonNull(code).readAllBytes(), StandardCharsets.US_ASCII);
            var hash = call("eth_sendTransaction", Map.of("from", RICH, "data", "0x" + hex.strip()))
                    .stringValue();
            return Hex.address(receipt(hash).get("contractAddress").stringValue());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Places one of the contracts at an address of the test's choice.
    public void place(String name, String address) {
        call(
                "anvil_setCode",
                address,
                call("eth_getCode", deploy(name), "latest").stringValue());
    }

    /// Calls a contract from an account with many coins, waits for the block, and returns the hash.
    String transact(String contract, String signature, String... words) {
        var data = selector(signature) + String.join("", words);
        return transact(Map.of("from", RICH, "to", contract, "data", data));
    }

    /// Sends any transaction, from an account that the node impersonates, and returns the hash.
    public String transact(Map<String, String> transaction) {
        call("anvil_impersonateAccount", transaction.get("from"));
        var hash = call("eth_sendTransaction", transaction).stringValue();
        receipt(hash);
        return hash;
    }

    public void mint(String contract, String to, BigInteger units) {
        transact(contract, MINT, Hex.addressWord(to), Hex.word(units));
    }

    /// Runs an action without mining, and then mines one block for all of it.
    public void inOneBlock(Runnable work) {
        call("evm_setIntervalMining", 0);
        work.run();
        mine(1);
        call("evm_setIntervalMining", 1);
    }

    /// Sends tokens to an address, or coins if no contract is named, and waits for no block.
    public void send(@Nullable String contract, String to, BigInteger units) {
        var transaction = contract == null
                ? Map.of("from", RICH, "to", to, "value", Hex.quantity(units))
                : Map.of(
                        "from",
                        RICH,
                        "to",
                        contract,
                        "data",
                        selector(MINT) + Hex.addressWord(to) + Hex.word(units),
                        "gas",
                        Hex.quantity(MINT_GAS));
        call("eth_sendTransaction", transaction);
    }

    public void block(String contract, String who, boolean on) {
        transact(contract, BLOCK, Hex.addressWord(who), Hex.word(on ? BigInteger.ONE : BigInteger.ZERO));
    }

    /// Lets a contract refuse an address from the next block on, before all other transactions in it.
    public void blockFirst(String contract, String who) {
        transact(Map.of(
                "from",
                RICH,
                "to",
                contract,
                "data",
                selector(BLOCK) + Hex.addressWord(who) + Hex.word(BigInteger.ONE),
                "maxFeePerGas",
                Hex.quantity(GWEI.multiply(BigInteger.valueOf(400))),
                "maxPriorityFeePerGas",
                Hex.quantity(GWEI.multiply(BigInteger.valueOf(40)))));
    }

    /// Returns a field of a response or of a request that is a number.
    public static BigInteger number(JsonNode fields, String name) {
        return RpcJson.number(fields, name);
    }

    /// Returns the number of blocks in a filter of logs.
    public static int blocks(JsonNode filter) {
        return RpcJson.number(filter, "toBlock")
                        .subtract(RpcJson.number(filter, "fromBlock"))
                        .intValueExact()
                + 1;
    }

    public static String selector(String signature) {
        return Hex.text(org.web3j.crypto.Hash.sha3(signature.getBytes(StandardCharsets.US_ASCII)))
                .substring(0, 10);
    }

    private JsonNode receipt(String hash) {
        for (int attempt = 0; attempt < 200; attempt++) {
            var receipt = call("eth_getTransactionReceipt", hash);
            if (!receipt.isNull()) {
                if (!receipt.get("status").stringValue().equals("0x1")) {
                    throw new AssertionError("reverted: " + receipt);
                }
                return receipt;
            }
            mine(1);
        }
        throw new AssertionError("no receipt of " + hash);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
