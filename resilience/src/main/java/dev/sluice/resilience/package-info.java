/// Resilience tests: commands that inject faults into the service, and verify that no harm was done.
@NullMarked
package dev.sluice.resilience;

import org.jspecify.annotations.NullMarked;
