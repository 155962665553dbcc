/// The command line: `serve`, `test`, `api`, `admin` and `verify-ledger`. It parses and prints; the work is done by
/// the rooms below and by what [dev.sluice.cli.Program] provides.
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
