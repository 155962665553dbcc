package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// Decorator: delegates every method to the wrapped transport unless it is overridden.
public interface ForwardingTransport extends BankTransport {
    /// Returns the wrapped transport.
    BankTransport transport();

    @Override
    default Found find(OutgoingFile file) throws IOException {
        return transport().find(file);
    }

    @Override
    default boolean isAcknowledged(OutgoingFile file) throws IOException {
        return transport().isAcknowledged(file);
    }

    @Override
    default void upload(OutgoingFile file) throws IOException {
        transport().upload(file);
    }

    @Override
    default void release(OutgoingFile file) throws IOException {
        transport().release(file);
    }

    @Override
    default boolean keepsExisting(String id) throws IOException {
        return transport().keepsExisting(id);
    }

    @Override
    default List<String> sentNames() throws IOException {
        return transport().sentNames();
    }

    @Override
    default List<Remote> list() throws IOException {
        return transport().list();
    }

    @Override
    default InputStream open(Remote remote) throws IOException {
        return transport().open(remote);
    }

    @Override
    default void done(Remote remote) throws IOException {
        transport().done(remote);
    }

    @Override
    default void close() {
        transport().close();
    }
}
