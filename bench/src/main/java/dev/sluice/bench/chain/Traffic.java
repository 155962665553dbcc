package dev.sluice.bench.chain;

import dev.sluice.bench.chain.Rpc.Call;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;

/// A chain whose blocks contain transfers, half of tokens and half of coins, one of them to a deposit address.
///
/// @param contract the token's contract
/// @param first first block with transfers
/// @param last last block, the newest of the chain
public record Traffic(String contract, long first, long last) {
    public static final int DEPOSITS = 200;
    public static final int TRANSFERS_PER_BLOCK = 4;
    static final long UNITS = 1_000;

    /// Adds such blocks to a node's chain.
    public static Traffic make(URI node, int blocks) throws IOException, InterruptedException {
        var rpc = new Rpc(node);
        var token = Token.deploy(rpc);
        long first = newest(rpc) + 1;
        for (int block = 0; block < blocks; block++) {
            var calls = new ArrayList<Call>();
            for (int transfer = 0; transfer < TRANSFERS_PER_BLOCK; transfer++) {
                // The payment to the deposit alternates between token and coins.
                boolean ours = transfer == block % TRANSFERS_PER_BLOCK;
                var payee = ours ? deposit(block % DEPOSITS) : Token.address("somebody " + block + " " + transfer);
                calls.add(transfer % 2 == 0 ? token.payment(payee, UNITS) : token.coins(payee, UNITS));
            }
            calls.add(Call.of("evm_mine"));
            rpc.call(calls);
        }
        var traffic = new Traffic(token.contract(), first, newest(rpc));
        if (traffic.blocks() != blocks) {
            throw new IOException("the node made %d blocks, not %d".formatted(traffic.blocks(), blocks));
        }
        return traffic;
    }

    private static long newest(Rpc rpc) throws IOException, InterruptedException {
        return Long.decode(rpc.call("eth_blockNumber").stringValue());
    }

    long blocks() {
        return last - first + 1;
    }

    /// Returns a deposit address.
    static String deposit(int number) {
        return Token.address("deposit " + number);
    }
}
