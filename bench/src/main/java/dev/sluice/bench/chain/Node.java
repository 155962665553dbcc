package dev.sluice.bench.chain;

import dev.sluice.bench.stage.Children;
import dev.sluice.bench.stage.Pauses;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// A real EVM node with a private chain: anvil, which mines a block on request. It keeps only the newest state, and
/// so writes nothing to disk.
public final class Node implements AutoCloseable {
    static final long CHAIN_ID = 31_337;

    private static final Pattern LISTENING = Pattern.compile("Listening on 127\\.0\\.0\\.1:(\\d+)");
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration GLANCE = Duration.ofMillis(50);

    private final Process process;
    private final URI url;

    private Node(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /// Starts a node on a free port, and waits until it answers.
    ///
    /// @param program path of anvil
    public static Node start(Children children, Path program, Path dir) throws IOException, InterruptedException {
        var log = Files.createTempFile(dir, "anvil", ".log");
        var process = children.start(new ProcessBuilder(List.of(
                        program.toString(),
                        "--port",
                        "0",
                        "--chain-id",
                        Long.toString(CHAIN_ID),
                        "--no-mining",
                        "--prune-history"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()));
        var node = new Node(process, URI.create("http://127.0.0.1:" + port(process, log)));
        // Turns off its log, which has a line for each request.
        new Rpc(node.url).call("anvil_setLoggingEnabled", false);
        return node;
    }

    private static String port(Process process, Path log) throws IOException {
        long end = System.nanoTime() + READY_WITHIN.toNanos();
        while (true) {
            var listening = LISTENING.matcher(Files.readString(log));
            if (listening.find()) {
                return listening.group(1);
            }
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IOException("anvil did not start:\n" + Files.readString(log));
            }
            Pauses.pause(GLANCE);
        }
    }

    public URI url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
