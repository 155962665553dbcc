/// Text that arrives from outside, in one form: composed, without characters that nobody sees. Pure values.
@NullMarked
package dev.sluice.text;

import org.jspecify.annotations.NullMarked;
