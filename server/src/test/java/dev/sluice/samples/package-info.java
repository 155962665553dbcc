/// What is published for merchants' developers, run as they run it: the samples of `docs/samples`, and the Postman
/// collection.
@NullMarked
package dev.sluice.samples;

import org.jspecify.annotations.NullMarked;
