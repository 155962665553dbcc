package dev.sluice.cli;

/// Source of the workbench for operators' commands; each opens it for its own duration.
@FunctionalInterface
interface AdminRunner {
    /// Does the work at a desk over the configured database, and gives the exit code.
    int open(AdminServices.Work work) throws Exception;
}
