package dev.sluice.resilience.soak;

/// Memory of a Java process, in bytes. Resident memory alone says little: a heap that has once grown to its limit is
/// not returned, and a leak fills it unnoticed.
///
/// @param resident resident memory of the process
/// @param live live heap after a collection; zero if none was requested
record Memory(long resident, long live) {
    Memory with(long left) {
        return new Memory(resident, left);
    }
}
