package dev.sluice.rail.sandbox.chain;

import dev.sluice.chain.EvmAddress;
import dev.sluice.chain.StellarSeed;
import dev.sluice.rail.sandbox.chain.SandboxNetwork.Family;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.web3j.crypto.Hash;

/// Thirty-two bytes that follow from words, by the hash of the network's family (Keccak-256, SHA-256): hashes of blocks
/// and transactions, addresses, and what looks like chance.
final class Digest {
    private static final String SEPARATOR = "|";
    private static final int ADDRESS_FROM = 12;

    private final Family family;
    private final byte[] bytes;

    private Digest(Family family, byte[] bytes) {
        this.family = family;
        this.bytes = bytes;
    }

    /// The digest of words that hold no separator themselves.
    static Digest of(Family family, Object... words) {
        var text = new StringBuilder("sluice sandbox");
        for (var word : words) {
            text.append(SEPARATOR).append(word);
        }
        var plain = text.toString().getBytes(StandardCharsets.UTF_8);
        return new Digest(
                family,
                switch (family) {
                    case EVM -> Hash.sha3(plain);
                    case STELLAR -> Hash.sha256(plain);
                });
    }

    /// As a hash of the family is written.
    String hash() {
        var hex = HexFormat.of().formatHex(bytes);
        return switch (family) {
            case EVM -> "0x" + hex;
            case STELLAR -> hex;
        };
    }

    /// As an address: on EVM networks the last 20 bytes, whose key nobody has; on Stellar the account whose seed this
    /// is, since an account has to be a point of the curve.
    String address() {
        return switch (family) {
            case EVM ->
                EvmAddress.parse("0x" + HexFormat.of().formatHex(Arrays.copyOfRange(bytes, ADDRESS_FROM, bytes.length)))
                        .orElseThrow(() -> new IllegalStateException("no address"));
            case STELLAR -> StellarSeed.of(bytes).account();
        };
    }

    /// As a memo: 63 bits, so that it is a positive number everywhere.
    String memo() {
        return BigInteger.valueOf(ByteBuffer.wrap(bytes).getLong() >>> 1).toString();
    }

    /// As a number below a bound.
    int below(int bound) {
        return Math.floorMod(ByteBuffer.wrap(bytes).getInt(), bound);
    }
}
