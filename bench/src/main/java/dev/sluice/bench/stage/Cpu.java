package dev.sluice.bench.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// CPU time and memory of processes on Linux (`proc(5)`).
public final class Cpu {
    private static final double TICKS_PER_SECOND = 100;
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int CHILDREN_UTIME = 13;
    private static final int CHILDREN_STIME = 14;
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final Pattern RESIDENT_PEAK = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");
    private static final double BYTES_PER_KIB = 1024;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private Cpu() {}

    /// Returns the CPU seconds of one process with all threads.
    public static double seconds(long pid) {
        return ticks(pid, false) / TICKS_PER_SECOND;
    }

    /// Returns the CPU seconds of a process, its living descendants, and its reaped children.
    public static double secondsOfTree(long pid) {
        double ticks = ticks(pid, true);
        var root = ProcessHandle.of(pid);
        if (root.isPresent()) {
            for (var child : root.get().descendants().toList()) {
                ticks += ticks(child.pid(), true);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    /// Returns the current resident memory in megabytes (a million bytes).
    public static double residentMegabytes(long pid) {
        return status(pid, RESIDENT);
    }

    /// Returns the peak resident memory in megabytes (a million bytes).
    public static double residentPeakMegabytes(long pid) {
        return status(pid, RESIDENT_PEAK);
    }

    private static double status(long pid, Pattern line) {
        var matcher = line.matcher(read(Path.of("/proc/" + pid + "/status")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) * BYTES_PER_KIB / BYTES_PER_MEGABYTE : 0;
    }

    /// Returns zero for a process that has just ended: its parent has reaped it, and counts its time.
    private static long ticks(long pid, boolean withChildren) {
        var text = read(Path.of("/proc/" + pid + "/stat"));
        if (text.isEmpty()) {
            return 0;
        }
        // The name in parentheses may contain anything; the numbers follow the last parenthesis.
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        long own = Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
        return withChildren
                ? own + Long.parseLong(fields[CHILDREN_UTIME]) + Long.parseLong(fields[CHILDREN_STIME])
                : own;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return "";
        }
    }
}
