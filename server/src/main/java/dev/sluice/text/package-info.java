/// Text from outside in a normalized form: composed and without invisible characters. Also comparison of names. Pure
/// functions.
@NullMarked
package dev.sluice.text;

import org.jspecify.annotations.NullMarked;
