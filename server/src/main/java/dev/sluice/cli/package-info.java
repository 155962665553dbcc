/// The command line. Some commands speak to a running service as any client does (`api`, `listen`, `trigger`,
/// `event`), some to the database (`admin`, `verify-ledger`). It parses and prints; the work is done by the rooms
/// below and by what [dev.sluice.cli.Program] provides.
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
