package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.rehearsal.TestFile.Purpose;
import dev.sluice.rail.iso20022.rehearsal.TestFile.State;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.Found;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/// Delivers test files in the steps of a payout's file: each state is stored before the step that it names, so that
/// the next run continues where this one ended.
final class TestDelivery {
    private final Database database;
    private final Clocks clocks;
    private final TestFileStore store;

    TestDelivery(Database database, Clocks clocks, TestFileStore store) {
        this.database = database;
        this.clocks = clocks;
        this.store = store;
    }

    /// Makes the steps that are left. A name that is taken leaves the file as it is, for a later round.
    ///
    /// @return false if the name is taken, because the bank has not collected the file before
    boolean deliver(BankTransport transport, TestFile file) throws IOException {
        try {
            var ready = file.state() == State.READY ? file : uploaded(transport, file);
            if (file.state() != State.READY || !isDelivered(transport, ready)) {
                release(transport, ready);
            }
            stored(ready.at(State.DELIVERED, ready.attempt(), clocks.instant().truncatedTo(ChronoUnit.MICROS)));
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    private TestFile uploaded(BankTransport transport, TestFile file) throws IOException {
        var begun = file.at(State.UPLOADING, file.attempt() + 1, null);
        stored(begun, file.attempt());
        transport.upload(outgoing(begun));
        var ready = begun.at(State.READY, begun.attempt(), null);
        stored(ready);
        return ready;
    }

    /// Looks for a file whose rename was begun. The first copy of a repeated file cannot be told from the second one.
    private static boolean isDelivered(BankTransport transport, TestFile file) throws IOException {
        return file.purpose() != Purpose.DUPLICATE_FILE && transport.find(outgoing(file)) == Found.DELIVERED;
    }

    /// A temporary file that is gone was renamed: nobody else removes it.
    private static void release(BankTransport transport, TestFile file) throws IOException {
        try {
            transport.release(outgoing(file));
        } catch (NoSuchFileException renamed) {
            // An earlier run renamed it, and ended before it was stored.
        }
    }

    private void stored(TestFile file) {
        stored(file, file.attempt());
    }

    private void stored(TestFile file, int before) {
        boolean own = database.inTx(tx -> store.update(tx, file, before));
        if (!own) {
            throw new IllegalArgumentException("another run of this rehearsal has taken over");
        }
    }

    private static OutgoingFile outgoing(TestFile file) {
        return new OutgoingFile(
                file.name(), Objects.requireNonNull(file.msgId()), file.bytes(), file.attempt(), file.createdAt());
    }
}
