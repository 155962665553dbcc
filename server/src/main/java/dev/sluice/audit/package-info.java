/// Audit log: entries that are written before an action and completed after it, and a keyed hash chain that reveals
/// changed, added or removed entries. Owns `audit_entry`, `audit_head`, `audit_register` and `audit_unlinked`.
@NullMarked
package dev.sluice.audit;

import org.jspecify.annotations.NullMarked;
