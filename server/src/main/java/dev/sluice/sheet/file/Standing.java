package dev.sluice.sheet.file;

import dev.sluice.auth.Caller;
import dev.sluice.sheet.Titled;

/// How a confirmed file stands in this moment: whether its rows are worked through.
public sealed interface Standing {
    /// They are, in the name of whoever confirmed it, as what they are by now.
    record Goes(Caller confirmer) implements Standing {}

    /// No more of them are: those that are left are left out.
    ///
    /// @param code of what is said of each of them, and the words
    record Ends(String code, String message) implements Standing {
        static final Ends STOPPED = new Ends("FILE_STOPPED", "was left out: the rest of the file was stopped");
        static final Ends NOBODYS = new Ends(
                "CONFIRMER_GONE",
                "was left out: whoever confirmed the file has no access any more, or may not do this");

        public <C extends Titled> Fault<C> of(C column) {
            return new Fault<>(column, code, message);
        }
    }
}
