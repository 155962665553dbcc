package dev.sluice.rail.iso20022.simulate;

import dev.sluice.rail.iso20022.simulate.Step.Moment;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.ForwardingTransport;
import java.io.IOException;
import java.util.Arrays;

/// The way of a node that is killed before, within or after a call.
record FaultyTransport(BankTransport transport, Faults faults) implements ForwardingTransport {
    @Override
    public Found find(OutgoingFile file) throws IOException {
        faults.at(Step.RESOLVED, Moment.BEFORE);
        var found = transport.find(file);
        faults.at(Step.RESOLVED, Moment.AFTER);
        faults.pause();
        return found;
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        faults.at(Step.UPLOADED, Moment.BEFORE);
        faults.pause();
        try {
            faults.at(Step.UPLOADED, Moment.HALF);
        } catch (Killed killed) {
            var half = Arrays.copyOf(file.bytes(), file.bytes().length / 2);
            transport.upload(new OutgoingFile(file.name(), file.msgId(), half, file.attempt()));
            throw killed;
        }
        transport.upload(file);
        faults.at(Step.UPLOADED, Moment.AFTER);
        faults.pause();
    }

    @Override
    public void release(OutgoingFile file) throws IOException {
        faults.at(Step.RENAMED, Moment.BEFORE);
        faults.pause();
        transport.release(file);
        faults.at(Step.RENAMED, Moment.AFTER);
        faults.pause();
    }

    @Override
    public void done(Remote remote) throws IOException {
        faults.at(Step.STORED, Moment.HALF);
        transport.done(remote);
        faults.at(Step.STORED, Moment.AFTER);
    }
}
