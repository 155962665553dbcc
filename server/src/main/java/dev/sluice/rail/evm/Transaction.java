package dev.sluice.rail.evm;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.web3j.crypto.Hash;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/// A transaction with dynamic fees (EIP-1559, type 2), yet to be signed.
record Transaction(long chainId, long nonce, Fees fees, BigInteger gasLimit, Call call) {
    private static final byte TYPE = 2;
    private static final int TARGET = 5;
    private static final int VALUE = 6;

    /// What a transaction does: it brings coins, or an instruction for a contract, to an address.
    record Call(String to, BigInteger value, String data) {}

    /// A signed transaction: its hash, which is known before anybody was told of it, and the bytes to be told.
    record Signed(String hash, String raw) {}

    Signed signed(Signer signer) {
        var signature = signer.sign(Hash.sha3(unsigned()));
        var raw = encoded(List.of(
                RlpString.create(BigInteger.valueOf(signature.parity())),
                RlpString.create(signature.r()),
                RlpString.create(signature.s())));
        return new Signed(Hex.text(Hash.sha3(raw)), Hex.text(raw));
    }

    /// The bytes that are signed.
    byte[] unsigned() {
        return encoded(List.of());
    }

    /// The address that a signed transaction of this kind calls.
    static String target(String raw) {
        return Hex.address(field(raw, TARGET).asString());
    }

    /// The coins that a signed transaction of this kind moves.
    static BigInteger value(String raw) {
        return field(raw, VALUE).asPositiveBigInteger();
    }

    private static RlpString field(String raw, int index) {
        var bytes = Hex.bytes(raw);
        var decoded = RlpDecoder.decode(Arrays.copyOfRange(bytes, 1, bytes.length));
        return (RlpString)
                ((RlpList) decoded.getValues().getFirst()).getValues().get(index);
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
        var list = RlpEncoder.encode(new RlpList(fields));
        var bytes = new byte[list.length + 1];
        bytes[0] = TYPE;
        System.arraycopy(list, 0, bytes, 1, list.length);
        return bytes;
    }
}
