/// Profiles of bank accounts: YAML files that state the files that a bank accepts, the files that it sends, and its
/// promises. Every key and value is checked when the service starts; each fault is one line for the operator.
@NullMarked
package dev.sluice.rail.iso20022.profile;

import org.jspecify.annotations.NullMarked;
