/// Notifications: the list, the choice of mails, and the low-balance thresholds.
@NullMarked
package dev.sluice.dashboard.notification;

import org.jspecify.annotations.NullMarked;
