package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.key.Signer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.web3j.crypto.ECDSASignature;
import org.web3j.crypto.Hash;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/// A transaction with dynamic fees (EIP-1559, type 2), yet to be signed.
public record Transaction(long chainId, long nonce, Fees fees, BigInteger gasLimit, Call call) {
    private static final byte TYPE = 2;
    // The fields by their places in the list (EIP-1559).
    private static final int CHAIN_ID = 0;
    private static final int NONCE = 1;
    private static final int TARGET = 5;
    private static final int VALUE = 6;
    private static final int DATA = 7;
    private static final int SIGNED_FIELDS = 9;
    private static final int PARITY = 9;
    private static final int SIGNATURE_R = 10;
    private static final int SIGNATURE_S = 11;

    /// Call of a transaction: it brings coins, or a contract call, to an address.
    public record Call(String to, BigInteger value, String data) {}

    /// Signed transaction: its hash, known before the broadcast, and the raw bytes.
    public record Signed(String hash, String raw) {}

    public Signed signed(Signer signer) {
        var signature = signer.sign(Hash.sha3(unsigned()));
        var raw = encoded(List.of(
                RlpString.create(BigInteger.valueOf(signature.parity())),
                RlpString.create(signature.r()),
                RlpString.create(signature.s())));
        return new Signed(Hex.text(Hash.sha3(raw)), Hex.text(raw));
    }

    /// Returns the bytes to sign.
    byte[] unsigned() {
        return encoded(List.of());
    }

    /// Returns the address that a signed transaction of this kind calls.
    public static String target(String raw) {
        return Hex.address(field(raw, TARGET).asString());
    }

    /// Returns the coins that a signed transaction of this kind moves.
    public static BigInteger value(String raw) {
        return field(raw, VALUE).asPositiveBigInteger();
    }

    /// Reports whether bytes are a transaction of this kind that a wallet signed, with this nonce and call.
    public static boolean isSigned(String raw, String sender, long chainId, long nonce, Call call) {
        try {
            var fields = fields(raw);
            var unsigned = bytes(new RlpList(fields.subList(0, SIGNED_FIELDS)));
            var signature = new ECDSASignature(number(fields, SIGNATURE_R), number(fields, SIGNATURE_S));
            var key = Sign.recoverFromSignature(number(fields, PARITY).intValueExact(), signature, Hash.sha3(unsigned));
            return key != null
                    && Hex.address(Keys.getAddress(key)).equals(Hex.address(sender))
                    && number(fields, CHAIN_ID).equals(BigInteger.valueOf(chainId))
                    && number(fields, NONCE).equals(BigInteger.valueOf(nonce))
                    && Hex.address(text(fields, TARGET)).equals(Hex.address(call.to()))
                    && number(fields, VALUE).equals(call.value())
                    && Arrays.equals(Hex.bytes(text(fields, DATA)), Hex.bytes(call.data()));
        } catch (RuntimeException malformed) {
            return false;
        }
    }

    /// Reports whether bytes are the transaction of this kind that has a hash, and that a wallet signed with this
    /// nonce. Another form of the same signature has another hash, and no wallet makes it.
    public static boolean isOf(String raw, String hash, String sender, long chainId, long nonce) {
        try {
            var bytes = Hex.bytes(raw);
            if (bytes[0] != TYPE || !Hex.text(Hash.sha3(bytes)).equals(hash)) {
                return false;
            }
            var fields = fields(raw);
            var unsigned = fields.subList(0, SIGNED_FIELDS);
            var signature = new ECDSASignature(number(fields, SIGNATURE_R), number(fields, SIGNATURE_S));
            var parity = number(fields, PARITY);
            var usual = new ArrayList<>(unsigned);
            for (var part : List.of(parity, signature.r, signature.s)) {
                usual.add(RlpString.create(part));
            }
            var key = Sign.recoverFromSignature(
                    parity.intValueExact(), signature, Hash.sha3(bytes(new RlpList(List.copyOf(unsigned)))));
            return key != null
                    && signature.isCanonical()
                    && Arrays.equals(bytes, bytes(new RlpList(usual)))
                    && Hex.address(Keys.getAddress(key)).equals(sender)
                    && number(fields, CHAIN_ID).equals(BigInteger.valueOf(chainId))
                    && number(fields, NONCE).equals(BigInteger.valueOf(nonce));
        } catch (RuntimeException malformed) {
            return false;
        }
    }

    private static List<RlpType> fields(String raw) {
        var bytes = Hex.bytes(raw);
        var decoded = RlpDecoder.decode(Arrays.copyOfRange(bytes, 1, bytes.length));
        return ((RlpList) decoded.getValues().getFirst()).getValues();
    }

    private static BigInteger number(List<RlpType> fields, int index) {
        return ((RlpString) fields.get(index)).asPositiveBigInteger();
    }

    private static String text(List<RlpType> fields, int index) {
        return ((RlpString) fields.get(index)).asString();
    }

    private static RlpString field(String raw, int index) {
        return (RlpString) fields(raw).get(index);
    }

    private byte[] encoded(List<RlpType> signature) {
        var fields = new ArrayList<RlpType>();
        fields.add(RlpString.create(chainId));
        fields.add(RlpString.create(nonce));
        fields.add(RlpString.create(fees.tip()));
        fields.add(RlpString.create(fees.max()));
        fields.add(RlpString.create(gasLimit));
        fields.add(RlpString.create(Hex.bytes(call.to())));
        fields.add(RlpString.create(call.value()));
        fields.add(RlpString.create(Hex.bytes(call.data())));
        fields.add(new RlpList());
        fields.addAll(signature);
        return bytes(new RlpList(fields));
    }

    private static byte[] bytes(RlpList fields) {
        var list = RlpEncoder.encode(fields);
        var bytes = new byte[list.length + 1];
        bytes[0] = TYPE;
        System.arraycopy(list, 0, bytes, 1, list.length);
        return bytes;
    }
}
