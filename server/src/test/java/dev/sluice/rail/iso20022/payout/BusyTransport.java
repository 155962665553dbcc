package dev.sluice.rail.iso20022.payout;

import dev.sluice.rail.iso20022.transport.BankTransport;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// A transport with other actions during its steps.
///
/// @param afterFind runs after each look for a file
/// @param afterUpload runs after each upload
record BusyTransport(BankTransport transport, Runnable afterFind, Runnable afterUpload) implements BankTransport {
    @Override
    public Found find(OutgoingFile file) throws IOException {
        var found = transport.find(file);
        afterFind.run();
        return found;
    }

    @Override
    public boolean isAcknowledged(OutgoingFile file) throws IOException {
        return transport.isAcknowledged(file);
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        transport.upload(file);
        afterUpload.run();
    }

    @Override
    public void release(OutgoingFile file) throws IOException {
        transport.release(file);
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
