/// Who did what: entries that are written before a deed and completed after it, and a keyed chain of hashes that shows
/// whether anybody changed, added or removed one since. Owns `audit_entry`, `audit_head`, `audit_register` and
/// `audit_stray`.
@NullMarked
package dev.sluice.audit;

import org.jspecify.annotations.NullMarked;
