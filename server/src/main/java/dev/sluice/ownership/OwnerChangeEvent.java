package dev.sluice.ownership;

/// Events of a change that are announced. The names are keys of texts.
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
