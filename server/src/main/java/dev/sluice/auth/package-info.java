/// Authentication: request signatures, API keys, scopes, address lists and rate limits, which turn a raw request into
/// a [dev.sluice.auth.Caller]. Owns the `auth_` tables.
@NullMarked
package dev.sluice.auth;

import org.jspecify.annotations.NullMarked;
