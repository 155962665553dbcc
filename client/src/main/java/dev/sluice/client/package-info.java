/// What a program that calls Sluice needs: signing of requests. No dependencies, so that it fits anywhere.
@NullMarked
package dev.sluice.client;

import org.jspecify.annotations.NullMarked;
