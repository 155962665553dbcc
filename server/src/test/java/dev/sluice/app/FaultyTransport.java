package dev.sluice.app;

import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.ForwardingTransport;
import java.io.IOException;

/// A transport that ends the process before or after one of its calls, or replaces files by its rename.
final class FaultyTransport implements ForwardingTransport {
    private final BankTransport transport;
    private final boolean keeps;
    private int left;

    FaultyTransport(BankTransport transport, int left, boolean keeps) {
        this.transport = transport;
        this.left = left;
        this.keeps = keeps;
    }

    @Override
    public BankTransport transport() {
        return transport;
    }

    private interface Call {
        void run() throws IOException;
    }

    private void call(Call call) throws IOException {
        if (left-- == 0) {
            throw new Killed();
        }
        call.run();
        if (left-- == 0) {
            throw new Killed();
        }
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        call(() -> transport.upload(file));
    }

    @Override
    public void release(OutgoingFile file) throws IOException {
        call(() -> transport.release(file));
    }

    @Override
    public boolean keepsExisting(String id) throws IOException {
        return transport.keepsExisting(id) && keeps;
    }

    @Override
    public void done(Remote remote) throws IOException {
        call(() -> transport.done(remote));
    }

    /// The process ended.
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
