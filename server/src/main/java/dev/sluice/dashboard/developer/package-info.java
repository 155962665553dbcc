/// The dashboard's pages for developers: where events are told, what happened, what programs sign in with, and
/// what they sent.
@NullMarked
package dev.sluice.dashboard.developer;

import org.jspecify.annotations.NullMarked;
