/// Command line. Some commands call a running service as any client does (`api`, `listen`, `trigger`, `event`), some
/// use the database (`admin`, `verify-ledger`). It parses and prints; the work is done by the packages below and by
/// [dev.sluice.cli.Program].
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
