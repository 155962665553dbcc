/// Pages for operators: what runs and what is stuck, the books, organizations, exceptions, rails and prices. They act
/// across organizations, through the façades of the rooms.
@NullMarked
package dev.sluice.dashboard.operator;

import org.jspecify.annotations.NullMarked;
