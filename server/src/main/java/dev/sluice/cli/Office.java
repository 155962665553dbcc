package dev.sluice.cli;

/// Where operators' commands work: each opens it for as long as it takes.
@FunctionalInterface
interface Office {
    /// Does the work at a desk over the configured database, and gives the exit code.
    int open(Desk.Work work) throws Exception;
}
