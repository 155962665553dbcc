package dev.sluice.bench.chain;

import dev.sluice.bench.chain.Rpc.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Baseline for watching a chain: fetches its blocks and the events of a contract over as many connections as the
/// rail, and discards the answers.
final class BareReader implements AutoCloseable {
    /// Number of blocks that the rail fetches at once.
    private static final int CONNECTIONS = 8;

    /// Maximum number of blocks in one of the rail's requests for events.
    private static final int SPAN = 2_000;

    private final Rpc rpc;
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);

    BareReader(Rpc rpc) {
        this.rpc = rpc;
    }

    /// Fetches a range of blocks, both ends included.
    void read(String contract, long first, long last) throws Exception {
        for (long from = first; from <= last; from += SPAN) {
            long to = Math.min(last, from + SPAN - 1);
            rpc.fetch(Call.of(
                            "eth_getLogs",
                            Map.of(
                                    "fromBlock", hex(from),
                                    "toBlock", hex(to),
                                    "address", List.of(contract),
                                    "topics", List.of(Token.TRANSFERRED)))
                    .body());
            blocks(from, to);
        }
    }

    private void blocks(long from, long to) throws Exception {
        var tasks = new ArrayList<Callable<Void>>();
        for (long number = from; number <= to; number++) {
            var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBlockByNumber\",\"params\":[\"%s\",true]}"
                    .formatted(hex(number));
            tasks.add(() -> {
                rpc.fetch(body);
                return null;
            });
        }
        for (var each : threads.invokeAll(tasks)) {
            each.get();
        }
    }

    private static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
