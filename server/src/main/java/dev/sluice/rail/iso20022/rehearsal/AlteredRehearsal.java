package dev.sluice.rail.iso20022.rehearsal;

import java.util.UUID;

/// The record of a rehearsal was changed in the database, and proves nothing.
final class AlteredRehearsal extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    AlteredRehearsal(String account, UUID id) {
        super("the record " + id + " of a rehearsal of " + account + " was changed in the database; find out by whom,"
                + " and run ./sluice bank rehearse --account " + account + " --restart");
    }
}
