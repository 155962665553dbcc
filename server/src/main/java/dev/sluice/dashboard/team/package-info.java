/// Team of an organization: members, roles, invitations and the end of access.
@NullMarked
package dev.sluice.dashboard.team;

import org.jspecify.annotations.NullMarked;
