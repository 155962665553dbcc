package dev.sluice.iso20022.xml;

import dev.sluice.iso20022.Remittance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A small subtree of a document, by local names. Namespaces and prefixes are left out, because banks use their own.
///
/// @param text text directly in the element, without white space at its ends
/// @param currency the attribute `Ccy`
/// @param position line and column of the element
public record XmlNode(String name, String text, @Nullable String currency, String position, List<XmlNode> children) {
    public XmlNode {
        children = List.copyOf(children);
    }

    /// Returns the first descendant on a path of names.
    public @Nullable XmlNode at(String... path) {
        @Nullable XmlNode node = this;
        for (var name : path) {
            node = node == null ? null : named(name, node.children);
        }
        return node;
    }

    /// Returns the text at the end of a path; null if it is missing or blank.
    public @Nullable String text(String... path) {
        var node = at(path);
        return node == null || node.text().isBlank() ? null : node.text();
    }

    /// Returns a code: the text itself, else that of `Cd`, else that of `Prtry`. Versions differ in this.
    public @Nullable String code(String... path) {
        var node = at(path);
        if (node == null) {
            return null;
        }
        var own = node.text();
        return Remittance.firstOf(own, node.text("Cd"), node.text("Prtry"), node.text("Prtry", "Cd"));
    }

    /// Returns all children with a name.
    public List<XmlNode> all(String name) {
        return children.stream().filter(each -> each.name().equals(name)).toList();
    }

    /// Returns the first of some elements with a name.
    public static @Nullable XmlNode named(String name, List<XmlNode> among) {
        for (var each : among) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }
}
