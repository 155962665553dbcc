package dev.sluice.screening;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Texts in one array of bytes: for a million short texts, objects would need several times as much memory.
final class TextPool {
    private byte[] bytes = new byte[1 << 10];
    private int[] ends = new int[1 << 8];
    private int size;

    int size() {
        return size;
    }

    void add(String text) {
        var added = text.getBytes(StandardCharsets.UTF_8);
        int from = end(size - 1);
        if (from + added.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, grown(from + added.length));
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, grown(size));
        }
        System.arraycopy(added, 0, bytes, from, added.length);
        ends[size++] = from + added.length;
    }

    String get(int number) {
        int from = end(number - 1);
        return new String(bytes, from, ends[number] - from, StandardCharsets.UTF_8);
    }

    /// Trims the capacity, once all texts are added.
    void trim() {
        bytes = Arrays.copyOf(bytes, end(size - 1));
        ends = Arrays.copyOf(ends, size);
    }

    /// Grows by half: doubling needs more heap than a list may have while it is read.
    static int grown(int wanted) {
        return Math.addExact(wanted, (wanted >> 1) + 1);
    }

    private int end(int number) {
        return number < 0 ? 0 : ends[number];
    }
}
