package dev.sluice.rail.iso20022.payout;

import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.ForwardingTransport;
import java.io.IOException;

/// A transport with other actions during its steps.
///
/// @param afterFind runs after each look for a file
/// @param afterUpload runs after each upload
record BusyTransport(BankTransport transport, Runnable afterFind, Runnable afterUpload) implements ForwardingTransport {
    @Override
    public Found find(OutgoingFile file) throws IOException {
        var found = transport.find(file);
        afterFind.run();
        return found;
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        transport.upload(file);
        afterUpload.run();
    }
}
