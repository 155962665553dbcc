/// Dashboard sessions from sign-in to sign-out, with passwords, second factors and passkeys.
@NullMarked
package dev.sluice.signin;

import org.jspecify.annotations.NullMarked;
