package dev.sluice.ownership;

/// What people are told of a change. The names are keys of texts.
enum OwnerChangeEvent {
    REQUESTED,
    APPROVED,
    OBJECTED,
    CONFIRMED,
    WITHDRAWN,
    DONE,
    FAILED,
    LAPSED
}
