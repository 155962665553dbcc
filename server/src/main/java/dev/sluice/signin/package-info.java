/// Who sits before the dashboard: sessions, from the sign-in to the sign-out.
@NullMarked
package dev.sluice.signin;

import org.jspecify.annotations.NullMarked;
