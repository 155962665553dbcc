/// Architecture and style rules as tests: dependencies between modules, code style, permitted SQL, and the schema.
/// Each failure names the broken rule and its place.
@NullMarked
package dev.sluice.house;

import org.jspecify.annotations.NullMarked;
