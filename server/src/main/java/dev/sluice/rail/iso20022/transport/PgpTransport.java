package dev.sluice.rail.iso20022.transport;

import java.io.IOException;

/// Decorator: signs and encrypts outgoing files. Looking for a file compares the message, because it is the same each
/// time.
record PgpTransport(BankTransport transport, PgpWriter writer) implements ForwardingTransport {
    private OutgoingFile message(OutgoingFile file) throws IOException {
        return new OutgoingFile(file.name(), file.msgId(), writer.write(file), file.attempt(), file.sealedAt());
    }

    @Override
    public Found find(OutgoingFile file) throws IOException {
        return transport.find(message(file));
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        transport.upload(message(file));
    }

    @Override
    public void release(OutgoingFile file) throws IOException {
        transport.release(message(file));
    }
}
