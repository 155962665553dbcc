/// Who did what: entries that are written before a deed and completed after it, and a keyed chain of hashes that shows
/// whether anybody changed, added or removed one since. Owns `audit_entry` and `audit_head`.
@NullMarked
package dev.sluice.audit;

import org.jspecify.annotations.NullMarked;
