package dev.sluice.trial.soak;

/// How much memory a process of Java takes, in bytes. What it has of its machine says little: a heap that has once
/// grown
/// to its limit is given back by nobody, and a leak fills it without a sign.
///
/// @param resident what the process has of its machine
/// @param live what a collection leaves on its heap; nothing where none was asked for
record Memory(long resident, long live) {
    Memory with(long left) {
        return new Memory(resident, left);
    }
}
