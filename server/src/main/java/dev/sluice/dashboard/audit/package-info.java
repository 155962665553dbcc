/// The audit log for reading: filters and export. Whether its chain is whole is proved by `./sluice verify-audit`.
@NullMarked
package dev.sluice.dashboard.audit;

import org.jspecify.annotations.NullMarked;
