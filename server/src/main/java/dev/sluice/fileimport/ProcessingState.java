package dev.sluice.fileimport;

import dev.sluice.auth.Caller;
import dev.sluice.sheet.Titled;

/// Current decision about processing a confirmed file.
public sealed interface ProcessingState {
    /// Rows are processed in the name of the confirming user, with the current role.
    record Running(Caller confirmer) implements ProcessingState {}

    /// The remaining rows are left out.
    ///
    /// @param code code and message of the fault of each remaining row
    record Stopped(String code, String message) implements ProcessingState {
        static final Stopped BY_REQUEST = new Stopped("FILE_STOPPED", "was skipped: the rest of the file was stopped");
        static final Stopped CONFIRMER_GONE = new Stopped(
                "CONFIRMER_GONE", "was skipped: the user who confirmed the file no longer has access or permission");

        public <C extends Titled> Fault<C> of(C column) {
            return new Fault<>(column, code, message);
        }
    }
}
