/// What is wrong with a signature of a request or a webhook: it is made anew, rightly and with the usual mistakes,
/// until one of them makes what was sent.
@NullMarked
package dev.sluice.signature;

import org.jspecify.annotations.NullMarked;
