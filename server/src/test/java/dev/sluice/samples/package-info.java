/// Publications for merchants' developers, run as developers run them: the samples of `docs/samples`, and the Postman
/// collection.
@NullMarked
package dev.sluice.samples;

import org.jspecify.annotations.NullMarked;
