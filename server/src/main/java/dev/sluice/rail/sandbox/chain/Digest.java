package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.StellarSeed;
import dev.sluice.rail.sandbox.chain.SandboxNetwork.Family;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.web3j.crypto.Hash;

/// Thirty-two bytes derived from words with the hash function of the network's family (Keccak-256, SHA-256). They
/// serve for hashes of blocks and transactions, for addresses, and as pseudo-random values.
final class Digest {
    private static final String SEPARATOR = "|";
    private static final int ADDRESS_FROM = 12;

    private final Family family;
    private final byte[] bytes;

    private Digest(Family family, byte[] bytes) {
        this.family = family;
        this.bytes = bytes;
    }

    /// Returns the digest of words, none of which contains the separator.
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

    /// Returns the digest in the family's format of a hash.
    String hash() {
        var hex = HexFormat.of().formatHex(bytes);
        return switch (family) {
            case EVM -> "0x" + hex;
            case STELLAR -> hex;
        };
    }

    /// Returns the digest as an address. On EVM networks it is the last 20 bytes, for which no one has the key. On
    /// Stellar it is the account of the seed with these bytes, because an account has to be a point of the curve.
    String address() {
        return switch (family) {
            case EVM ->
                EvmAddress.parse("0x" + HexFormat.of().formatHex(Arrays.copyOfRange(bytes, ADDRESS_FROM, bytes.length)))
                        .orElseThrow(() -> new IllegalStateException("no address"));
            case STELLAR -> StellarSeed.of(bytes).account();
        };
    }

    /// Returns the digest as a memo: 63 bits, so that it is a positive number everywhere.
    String memo() {
        return BigInteger.valueOf(ByteBuffer.wrap(bytes).getLong() >>> 1).toString();
    }

    /// Returns the digest as a number below a bound.
    int below(int bound) {
        return Math.floorMod(ByteBuffer.wrap(bytes).getInt(), bound);
    }
}
