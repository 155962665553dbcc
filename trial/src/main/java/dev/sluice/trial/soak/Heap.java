package dev.sluice.trial.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The heap of another process of Java, of the same user.
final class Heap {
    private static final String JCMD =
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)\\s*$");

    private Heap() {}

    /// Has everything collected that nobody needs any more, and counts what is left. The process stands still until its
    /// histogram is written, so that goes to a file, which makes nobody wait.
    ///
    /// @return in bytes
    /// @throws IOException where the process does not say it
    static long live(long pid) throws IOException {
        var said = Files.createTempFile("sluice-heap", ".txt");
        try {
            new ProcessBuilder(JCMD, Long.toString(pid), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start()
                    .onExit()
                    .join();
            return total(Files.readString(said));
        } finally {
            Files.delete(said);
        }
    }

    /// The sum under a histogram of classes.
    static long total(String histogram) throws IOException {
        var total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IOException("no histogram of a heap: " + histogram.strip());
        }
        return Long.parseLong(total.group(1));
    }
}
