/// Events as merchants receive them: their types, their JSON, the signed message, and the list of past events.
@NullMarked
package dev.sluice.webhook.feed;

import org.jspecify.annotations.NullMarked;
