package dev.sluice.process;

import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.evm.rpc.TestNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// External world of a service on BNB Smart Chain: a node with a block every second and the reference data's contracts
/// at their addresses, and a hot wallet with plenty of everything. Its USDT returns nothing, as the one on Ethereum
/// does.
final class EvmOutside implements AutoCloseable {
    static final int DECIMALS = 18;
    static final List<Token> TOKENS = List.of(
            new Token("usdc-bsc", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"),
            new Token("usdt-bsc", "0x55d398326f99059fF775485246999027B3197955"),
            new Token("bnb-bsc", null));

    private static final long CHAIN_ID = 56;
    private static final String WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    private static final String KEY = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    private static final String TREASURY = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
    /// BIP-32's test vector 1, at m/0'.
    private static final String XPUB = "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUH"
            + "Cdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw";

    private static final String XPRV =
            "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7"
                    + "oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7";
    private static final BigInteger PLENTY = BigInteger.TEN.pow(24);
    private static final int ADDRESS_BYTES = 20;

    private final TestNode node = TestNode.start(CHAIN_ID, "--block-time", "1");
    private final SecureRandom random = new SecureRandom();

    /// A token of the network, or its coin, without a contract.
    record Token(String id, @Nullable String contract) {}

    EvmOutside() {
        for (var token : TOKENS) {
            if (token.contract() != null) {
                node.place(token.id().startsWith("usdt") ? "silent" : "token", token.contract());
                node.mint(token.contract(), WALLET, PLENTY);
            }
        }
    }

    /// Returns the settings of a service for the network, with sweeps of deposits to a treasury.
    Map<String, String> settings() {
        return Map.of(
                "SLUICE_EVM_BSC_RPC", node.url().toString(),
                "SLUICE_EVM_PRIVATE_KEY", KEY,
                "SLUICE_EVM_DEPOSIT_XPUB", XPUB,
                "SLUICE_EVM_SWEEP_XPRV", XPRV,
                "SLUICE_EVM_TREASURY", TREASURY);
    }

    TestNode node() {
        return node;
    }

    /// Returns an address that belongs to nobody.
    String someone() {
        var bytes = new byte[ADDRESS_BYTES];
        random.nextBytes(bytes);
        return EvmAddress.parse("0x" + HexFormat.of().formatHex(bytes)).orElseThrow();
    }

    BigInteger balance(Token token, String address) {
        return token.contract() == null ? node.coins(address) : node.tokens(token.contract(), address);
    }

    /// Pays an address, in the next block.
    void pay(Token token, String address, BigDecimal amount) {
        node.send(token.contract(), address, units(amount));
    }

    static BigInteger units(BigDecimal amount) {
        return amount.movePointRight(DECIMALS).toBigIntegerExact();
    }

    /// Returns the balances of all wallets of the service together: the hot wallet, the treasury, and the deposit
    /// addresses.
    Map<String, BigInteger> held(Collection<String> deposits) {
        return TOKENS.stream()
                .collect(Collectors.toMap(
                        Token::id,
                        token -> Stream.concat(Stream.of(WALLET, TREASURY), deposits.stream())
                                .map(address -> balance(token, address))
                                .reduce(BigInteger.ZERO, BigInteger::add)));
    }

    @Override
    public void close() {
        node.close();
    }
}
