package dev.sluice.app;

import dev.sluice.rail.iso20022.transport.BankTransport;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// A transport that ends the process before or after one of its calls, or replaces files by its rename.
final class FaultyTransport implements BankTransport {
    private final BankTransport transport;
    private final boolean keeps;
    private int left;

    FaultyTransport(BankTransport transport, int left, boolean keeps) {
        this.transport = transport;
        this.left = left;
        this.keeps = keeps;
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
    public Found find(OutgoingFile file) throws IOException {
        return transport.find(file);
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
        call(() -> transport.done(remote));
    }

    @Override
    public void close() {
        transport.close();
    }

    /// The process ended.
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
