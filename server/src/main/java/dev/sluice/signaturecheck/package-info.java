/// Diagnosis of wrong signatures of requests and webhooks: computes the right signature and those with common mistakes
/// until one of them matches.
@NullMarked
package dev.sluice.signaturecheck;

import org.jspecify.annotations.NullMarked;
