/// Bounded reading of XML: depth, number of elements, length of text and of markup are limited, and document type
/// declarations are refused.
@NullMarked
package dev.sluice.iso20022.xml;

import org.jspecify.annotations.NullMarked;
