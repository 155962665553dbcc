package dev.sluice.bulk;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Rows of a file that were paid before, that it would pay twice, or that its spreadsheet does not show.
///
/// @param twin the latest other file that says the same and was confirmed, if there is one
/// @param rows those that say the same as rows of other files that were confirmed lately, by their numbers
/// @param within those that say the same as an earlier row, whose number they have, by their own
/// @param hidden those that the spreadsheet does not show
/// @param token another one as soon as there is more: whoever said yes to this has not seen that
public record Before(
        @Nullable BulkFile twin,
        SortedMap<Integer, Repeat> rows,
        SortedMap<Integer, Integer> within,
        SortedSet<Integer> hidden,
        String token) {
    public static final Before NOTHING = new Before(null, new TreeMap<>(), new TreeMap<>(), new TreeSet<>(), "");

    /// Stands before the token where somebody wants the repeated rows left out.
    static final String LEAVING_OUT = "leave-out-";

    public boolean isNothing() {
        return twin == null && rows.isEmpty() && within.isEmpty() && hidden.isEmpty();
    }

    /// What whoever has seen this says to have the repeated rows left out, and the token to have them paid.
    public String leavingOut() {
        return LEAVING_OUT + token;
    }

    /// Whether something can be left out of a file, and something of it is paid then. Of one that says the same as
    /// another nobody can tell which rows that one paid, if it was long ago: all of it is paid again, or nothing.
    public boolean isLeavable(BulkFile file) {
        return twin == null && again() > 0 && again() < file.payable();
    }

    /// The rows that would pay something once more, or that are hidden, by their numbers.
    public SortedSet<Integer> leavable() {
        var numbers = new TreeSet<>(rows.keySet());
        numbers.addAll(within.keySet());
        numbers.addAll(hidden);
        return Collections.unmodifiableSortedSet(numbers);
    }

    /// How many rows can be left out.
    public int again() {
        return leavable().size();
    }
}
