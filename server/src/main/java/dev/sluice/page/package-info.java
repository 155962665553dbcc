/// Pages for people: templates that are compiled with the build, the headers that bound what a page may do, and the
/// files that pages load. Every page works without its script.
@NullMarked
package dev.sluice.page;

import org.jspecify.annotations.NullMarked;
