package dev.sluice.rail.iso20022.payout;

import dev.sluice.rail.iso20022.transport.BankTransport;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// A transport of a node that dies after a step.
///
/// @param atUpload dies after the upload; otherwise after the rename
record InterruptedTransport(BankTransport transport, boolean atUpload) implements BankTransport {
    /// The node dies.
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public Found find(OutgoingFile file) throws IOException {
        return transport.find(file);
    }

    @Override
    public boolean isAcknowledged(OutgoingFile file) throws IOException {
        return transport.isAcknowledged(file);
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

    @Override
    public List<String> sentNames() throws IOException {
        return transport.sentNames();
    }

    @Override
    public List<Remote> list() throws IOException {
        return transport.list();
    }

    @Override
    public InputStream open(Remote remote) throws IOException {
        return transport.open(remote);
    }

    @Override
    public void done(Remote remote) throws IOException {
        transport.done(remote);
    }

    @Override
    public void close() {
        transport.close();
    }
}
