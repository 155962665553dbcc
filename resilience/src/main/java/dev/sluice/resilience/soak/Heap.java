package dev.sluice.resilience.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Heap of another Java process of this user.
final class Heap {
    private static final String JCMD =
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)\\s*$");

    private Heap() {}

    /// Runs a garbage collection and returns the live bytes. The process pauses until its histogram is written, so
    /// that goes to a file, where no reader delays it.
    ///
    /// @return bytes
    /// @throws IOException if the process does not answer
    static long live(long pid) throws IOException {
        var output = Files.createTempFile("sluice-heap", ".txt");
        try {
            new ProcessBuilder(JCMD, Long.toString(pid), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .onExit()
                    .join();
            return total(Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    /// Returns the total of a class histogram.
    static long total(String histogram) throws IOException {
        var total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IOException("no histogram of a heap: " + histogram.strip());
        }
        return Long.parseLong(total.group(1));
    }
}
