package dev.sluice.bench.chain;

import dev.sluice.rail.evm.key.KeySigner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.web3j.crypto.Hash;
import org.web3j.crypto.RawTransaction;
import org.web3j.crypto.Sign.SignatureData;
import org.web3j.crypto.TransactionEncoder;
import org.web3j.utils.Numeric;

/// Baseline for paying on a chain: assigns nonces, signs and sends transactions over as many connections as the rail,
/// without preflight, storage or tracking. It signs with the rail's own code.
final class BareSender implements AutoCloseable {
    /// Number of transactions that the rail broadcasts at once.
    private static final int CONNECTIONS = 8;

    private static final int V_OF_PARITY_0 = 27;
    private static final BigInteger GWEI = BigInteger.TEN.pow(9);
    private static final BigInteger TIP = GWEI;
    private static final BigInteger FEE_MAX = GWEI.multiply(BigInteger.valueOf(100));

    private final Rpc rpc;
    private final String contract;
    private final KeySigner signer;
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    private long next;

    BareSender(Rpc rpc, String contract, KeySigner signer) {
        this.rpc = rpc;
        this.contract = contract;
        this.signer = signer;
    }

    /// Returns the number of sent transactions.
    long sent() {
        return next;
    }

    /// Pays the token to some addresses, and returns once the node has accepted all transactions.
    void send(List<String> payees, long units) throws Exception {
        var tasks = new ArrayList<Callable<Void>>(payees.size());
        for (var payee : payees) {
            long nonce = next++;
            tasks.add(() -> {
                rpc.fetch("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_sendRawTransaction\",\"params\":[\"%s\"]}"
                        .formatted(signed(nonce, Token.transfer(payee, units))));
                return null;
            });
        }
        for (var each : threads.invokeAll(tasks)) {
            each.get();
        }
    }

    private String signed(long nonce, String data) {
        var transaction = RawTransaction.createTransaction(
                Node.CHAIN_ID,
                BigInteger.valueOf(nonce),
                BigInteger.valueOf(Token.GAS),
                contract,
                BigInteger.ZERO,
                data,
                TIP,
                FEE_MAX);
        var signature = signer.sign(Hash.sha3(TransactionEncoder.encode(transaction)));
        var v = (byte) (V_OF_PARITY_0 + signature.parity());
        return Numeric.toHexString(TransactionEncoder.encode(
                transaction,
                new SignatureData(
                        v, Numeric.toBytesPadded(signature.r(), 32), Numeric.toBytesPadded(signature.s(), 32))));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
