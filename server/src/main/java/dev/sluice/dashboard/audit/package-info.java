/// Audit log: filters and export. The command `./sluice verify-audit` proves its hash chain.
@NullMarked
package dev.sluice.dashboard.audit;

import org.jspecify.annotations.NullMarked;
