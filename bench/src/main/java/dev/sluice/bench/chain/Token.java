package dev.sluice.bench.chain;

import dev.sluice.bench.chain.Rpc.Call;
import dev.sluice.money.Asset;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.web3j.crypto.Hash;
import org.web3j.crypto.Keys;
import org.web3j.utils.Numeric;

/// An ERC-20 token on a node's chain, the same as in the rail's tests, with a rich account that the node signs for.
final class Token {
    static final Asset COIN = Asset.crypto("coin-bench", 18);
    static final Asset ASSET = Asset.crypto("token-bench", 6);
    /// `Transfer(address,address,uint256)`.
    static final String TRANSFERRED = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    /// Gas limit, more than any transfer needs.
    static final long GAS = 100_000;

    private static final String CODE = "/evm/token.hex";
    private static final String RICH = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    private static final String MINT = "0x40c10f19";
    private static final String TRANSFER = "0xa9059cbb";
    private static final String BALANCE_OF = "0x70a08231";
    private static final BigInteger PLENTY = BigInteger.TEN.pow(30);
    private static final int WORD_DIGITS = 64;
    private static final int ADDRESS_DIGITS = 40;

    private final Rpc rpc;
    private final String contract;

    Token(Rpc rpc, String contract) {
        this.rpc = rpc;
        this.contract = contract;
    }

    /// Deploys the contract.
    static Token deploy(Rpc rpc) throws IOException, InterruptedException {
        rpc.call("anvil_setBalance", RICH, Numeric.toHexStringWithPrefix(PLENTY));
        var hash = rpc.call("eth_sendTransaction", Map.of("from", RICH, "data", "0x" + code()));
        rpc.call("evm_mine");
        var receipt = rpc.call("eth_getTransactionReceipt", hash.stringValue());
        var token = new Token(
                rpc, Keys.toChecksumAddress(receipt.path("contractAddress").stringValue()));
        token.mint(RICH);
        return token;
    }

    private static String code() throws IOException {
        try (var code = Objects.requireNonNull(Token.class.getResourceAsStream(CODE))) {
            return new String(code.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }

    String contract() {
        return contract;
    }

    /// Funds an address with coins and tokens.
    void fund(String address) throws IOException, InterruptedException {
        rpc.call("anvil_setBalance", address, Numeric.toHexStringWithPrefix(PLENTY));
        mint(address);
    }

    private void mint(String address) throws IOException, InterruptedException {
        rpc.call(List.of(
                send(Map.of("from", RICH, "to", contract, "data", MINT + addressWord(address) + word(PLENTY))),
                Call.of("evm_mine")));
    }

    /// Returns the amount that an address has spent of its funds.
    BigInteger spent(String address) throws IOException, InterruptedException {
        var call = Map.of("to", contract, "data", BALANCE_OF + addressWord(address));
        var left = rpc.call("eth_call", call, "latest");
        return PLENTY.subtract(Numeric.toBigInt(left.stringValue()));
    }

    static String transfer(String to, long units) {
        return TRANSFER + addressWord(to) + word(BigInteger.valueOf(units));
    }

    /// Returns a token payment by the rich account.
    Call payment(String to, long units) {
        return send(Map.of("from", RICH, "to", contract, "data", transfer(to, units)));
    }

    /// Returns a coin payment by the rich account.
    Call coins(String to, long units) {
        return send(Map.of("from", RICH, "to", to, "value", "0x" + Long.toHexString(units)));
    }

    /// Uses a fixed gas limit, which avoids a request for an estimate.
    private static Call send(Map<String, String> transaction) {
        var limited = new HashMap<>(transaction);
        limited.put("gas", "0x" + Long.toHexString(GAS));
        return Call.of("eth_sendTransaction", limited);
    }

    /// Returns an address without a known key, derived from a name.
    static String address(String name) {
        var digest = Hash.sha3String(name);
        return Keys.toChecksumAddress("0x" + digest.substring(digest.length() - ADDRESS_DIGITS));
    }

    private static String addressWord(String address) {
        return "0".repeat(WORD_DIGITS - ADDRESS_DIGITS) + Numeric.cleanHexPrefix(address);
    }

    private static String word(BigInteger number) {
        return Numeric.toHexStringNoPrefixZeroPadded(number, WORD_DIGITS);
    }
}
