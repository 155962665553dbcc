/// The audit log for reading: filters, export, and whether its chain is whole.
@NullMarked
package dev.sluice.dashboard.audit;

import org.jspecify.annotations.NullMarked;
