/// Operators' changes to the access of an organization that has an owner: a new person, a new password, a reset of
/// second factors, the end of the last owner's access. In live each is a request with a waiting time, during which
/// owners can object, and needs a second operator. Owns the `ownership` tables; `merchant` has the people, and
/// `signin` carries out the effects on them.
@NullMarked
package dev.sluice.ownership;

import org.jspecify.annotations.NullMarked;
