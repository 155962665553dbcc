/// Attack tests, one class for each item of the OWASP API Security Top 10 of 2023 and of related lists.
@NullMarked
package dev.sluice.security;

import org.jspecify.annotations.NullMarked;
