/// HTML pages: precompiled templates, security headers, and assets. Every page works without its script.
@NullMarked
package dev.sluice.page;

import org.jspecify.annotations.NullMarked;
