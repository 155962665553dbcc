package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.sheet.Titled;

/// Current decision about processing a confirmed file.
public sealed interface ProcessingState {
    /// Rows are processed in the name of the confirming user, with the current role.
    record Goes(Caller confirmer) implements ProcessingState {}

    /// The remaining rows are left out.
    ///
    /// @param code code and message of the fault of each remaining row
    record Ends(String code, String message) implements ProcessingState {
        static final Ends STOPPED = new Ends("FILE_STOPPED", "was skipped: the rest of the file was stopped");
        static final Ends NOBODYS = new Ends(
                "CONFIRMER_GONE", "was skipped: the user who confirmed the file no longer has access or permission");

        public <C extends Titled> Fault<C> of(C column) {
            return new Fault<>(column, code, message);
        }
    }
}
