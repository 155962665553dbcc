/// Pages of notices: what somebody is told of, what of it comes by mail, and below which balances people are told.
@NullMarked
package dev.sluice.dashboard.notice;

import org.jspecify.annotations.NullMarked;
