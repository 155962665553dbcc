package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// Decorator: signs and encrypts outgoing files. Looking for a file compares the message, because it is the same each
/// time.
final class PgpTransport implements BankTransport {
    private final BankTransport transport;
    private final PgpWriter writer;

    PgpTransport(BankTransport transport, PgpWriter writer) {
        this.transport = transport;
        this.writer = writer;
    }

    private OutgoingFile message(OutgoingFile file) throws IOException {
        return new OutgoingFile(file.name(), file.msgId(), writer.write(file), file.attempt(), file.sealedAt());
    }

    @Override
    public Found find(OutgoingFile file) throws IOException {
        return transport.find(message(file));
    }

    @Override
    public boolean isAcknowledged(OutgoingFile file) throws IOException {
        return transport.isAcknowledged(file);
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        transport.upload(message(file));
    }

    @Override
    public void release(OutgoingFile file) throws IOException {
        transport.release(message(file));
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
