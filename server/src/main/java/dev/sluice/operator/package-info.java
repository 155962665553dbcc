/// Pages for operators: running and stuck work, the books, organizations, exceptions, rails and prices. They act
/// across organizations, through the façades of the other packages.
@NullMarked
package dev.sluice.operator;

import org.jspecify.annotations.NullMarked;
