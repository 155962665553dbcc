package dev.sluice.iso20022;

import java.util.ArrayList;
import java.util.List;

/// Problems that were found while a file was read, and the limit of its entries.
public final class Findings {
    /// Maximum number of entries and transactions of one file.
    public static final int RECORDS_MAX = 100_000;

    private static final int PROBLEMS_MAX = 100;

    private final List<String> problems = new ArrayList<>();
    private int further;
    private int records;

    /// Adds a reason to hold the file.
    public void problem(String text) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(text);
        } else {
            further++;
        }
    }

    /// Counts an entry or a transaction.
    ///
    /// @throws Unreadable if the file has too many
    public void count() throws Unreadable {
        if (++records > RECORDS_MAX) {
            throw new Unreadable("the file has more than " + RECORDS_MAX
                    + " entries and transactions; ask the bank for smaller files, for instance one per day");
        }
    }

    public List<String> all() {
        var all = new ArrayList<>(problems);
        if (further > 0) {
            all.add("and " + further + " more problems");
        }
        return List.copyOf(all);
    }
}
