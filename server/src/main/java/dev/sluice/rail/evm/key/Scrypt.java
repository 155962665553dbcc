package dev.sluice.rail.evm.key;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.PKCS5S2ParametersGenerator;
import org.bouncycastle.crypto.params.KeyParameter;

/// Memory-hard key derivation from a password (RFC 7914). Bouncy Castle's implementation refuses parameters that real
/// keystores have: many rounds with a small block, as in the example of their definition.
final class Scrypt {
    private static final int BITS = 8;
    private static final int SALSA_WORDS = 16;
    private static final int WORDS_PER_R = 2 * SALSA_WORDS;
    private static final int DOUBLE_ROUNDS = 4;
    private static final int ONE_ROUND = 1;

    private Scrypt() {}

    /// @param n the cost, a power of two
    /// @param r the size of a block
    /// @param p number of blocks
    static byte[] key(byte[] password, byte[] salt, int n, int r, int p, int bytes) {
        if (n < 2 || Integer.bitCount(n) != 1) {
            throw new IllegalArgumentException("has a wrong n");
        }
        int words = WORDS_PER_R * r;
        var blocks = pbkdf2(password, salt, words * Integer.BYTES * p);
        var buffer = ByteBuffer.wrap(blocks).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        for (int block = 0; block < p; block++) {
            var mixed = new int[words];
            buffer.get(block * words, mixed);
            mix(mixed, n, r);
            buffer.put(block * words, mixed);
        }
        return pbkdf2(password, blocks, bytes);
    }

    private static byte[] pbkdf2(byte[] password, byte[] salt, int bytes) {
        var generator = new PKCS5S2ParametersGenerator(SHA256Digest.newInstance());
        generator.init(password, salt, ONE_ROUND);
        return ((KeyParameter) generator.generateDerivedParameters(bytes * BITS)).getKey();
    }

    /// Fills a memory with the states of the block, and reads it again in an unpredictable order.
    private static void mix(int[] block, int n, int r) {
        var memory = new int[n][];
        var other = new int[block.length];
        for (int i = 0; i < n; i++) {
            memory[i] = block.clone();
            mixOnce(block, other, r);
        }
        for (int i = 0; i < n; i++) {
            var chosen = memory[block[block.length - SALSA_WORDS] & (n - 1)];
            for (int word = 0; word < block.length; word++) {
                block[word] ^= chosen[word];
            }
            mixOnce(block, other, r);
        }
    }

    private static void mixOnce(int[] block, int[] other, int r) {
        var last = new int[SALSA_WORDS];
        System.arraycopy(block, block.length - SALSA_WORDS, last, 0, SALSA_WORDS);
        for (int part = 0; part < 2 * r; part++) {
            for (int word = 0; word < SALSA_WORDS; word++) {
                last[word] ^= block[part * SALSA_WORDS + word];
            }
            salsa(last);
            int place = (part >> 1) + (part & 1) * r;
            System.arraycopy(last, 0, other, place * SALSA_WORDS, SALSA_WORDS);
        }
        System.arraycopy(other, 0, block, 0, block.length);
    }

    /// Salsa20 with eight rounds.
    private static void salsa(int[] words) {
        var x = words.clone();
        for (int round = 0; round < DOUBLE_ROUNDS; round++) {
            quarter(x, 0, 4, 8, 12);
            quarter(x, 5, 9, 13, 1);
            quarter(x, 10, 14, 2, 6);
            quarter(x, 15, 3, 7, 11);
            quarter(x, 0, 1, 2, 3);
            quarter(x, 5, 6, 7, 4);
            quarter(x, 10, 11, 8, 9);
            quarter(x, 15, 12, 13, 14);
        }
        for (int word = 0; word < words.length; word++) {
            words[word] += x[word];
        }
    }

    private static void quarter(int[] x, int a, int b, int c, int d) {
        x[b] ^= Integer.rotateLeft(x[a] + x[d], 7);
        x[c] ^= Integer.rotateLeft(x[b] + x[a], 9);
        x[d] ^= Integer.rotateLeft(x[c] + x[b], 13);
        x[a] ^= Integer.rotateLeft(x[d] + x[c], 18);
    }
}
