/// The endpoints of merchants: their URLs, event types and signing secrets, and their positions in the feed.
@NullMarked
package dev.sluice.webhook.endpoint;

import org.jspecify.annotations.NullMarked;
