package dev.sluice.rail.iso20022.payout;

import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.ForwardingTransport;
import java.io.IOException;

/// A transport of a node that dies after a step.
///
/// @param atUpload dies after the upload; otherwise after the rename
record InterruptedTransport(BankTransport transport, boolean atUpload) implements ForwardingTransport {
    /// The node dies.
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        transport.upload(file);
        if (atUpload) {
            throw new Killed();
        }
    }

    @Override
    public void release(OutgoingFile file) throws IOException {
        transport.release(file);
        throw new Killed();
    }
}
