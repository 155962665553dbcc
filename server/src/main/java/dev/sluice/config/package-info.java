/// The configuration: the environment, `sluice.yaml`, and the keys of every module and rail, checked before anything
/// starts.
@NullMarked
package dev.sluice.config;

import org.jspecify.annotations.NullMarked;
