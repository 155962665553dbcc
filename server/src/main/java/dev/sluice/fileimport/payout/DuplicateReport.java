package dev.sluice.fileimport.payout;

import dev.sluice.fileimport.DuplicateRow;
import dev.sluice.fileimport.ImportFile;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Duplicate report of a file: rows that were paid before, rows that it would pay twice, and rows that its
/// spreadsheet hides.
///
/// @param twin the latest other confirmed file with equal content, if any
/// @param rows rows that equal rows of recently confirmed files, by row number
/// @param within rows that equal an earlier row of this file, with that row's number, by row number
/// @param hidden numbers of rows that the spreadsheet does not show
/// @param token fingerprint of the report; it changes with every addition, so that an old consent does not cover it
public record DuplicateReport(
        @Nullable ImportFile twin,
        SortedMap<Integer, DuplicateRow> rows,
        SortedMap<Integer, Integer> within,
        SortedSet<Integer> hidden,
        String token) {
    public static final DuplicateReport NOTHING =
            new DuplicateReport(null, new TreeMap<>(), new TreeMap<>(), new TreeSet<>(), "");

    /// Prefix of the token that requests leaving out the repeated rows.
    static final String LEAVING_OUT = "leave-out-";

    public boolean isNothing() {
        return twin == null && rows.isEmpty() && within.isEmpty() && hidden.isEmpty();
    }

    /// Returns the consent to leave out the repeated rows; the token itself is the consent to pay them.
    public String leavingOut() {
        return LEAVING_OUT + token;
    }

    /// Returns true if rows can be left out and others remain to be paid. If the whole file has a twin that was
    /// paid long ago, it is unknown which of its rows were paid, so all or nothing is paid again.
    public boolean isLeavable(ImportFile file) {
        return twin == null && again() > 0 && again() < file.payable();
    }

    /// Returns the numbers of the rows that would be paid twice or are hidden.
    public SortedSet<Integer> leavable() {
        var numbers = new TreeSet<>(rows.keySet());
        numbers.addAll(within.keySet());
        numbers.addAll(hidden);
        return Collections.unmodifiableSortedSet(numbers);
    }

    /// Returns the number of rows that can be left out.
    public int again() {
        return leavable().size();
    }
}
