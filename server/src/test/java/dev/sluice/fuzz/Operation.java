package dev.sluice.fuzz;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// One operation of the contract, with its references resolved as far as a generator needs.
///
/// @param parameters those of the path and of the operation
/// @param body its request body's media types by name, missing where it has none
record Operation(String method, String template, List<JsonNode> parameters, JsonNode body, boolean secured) {
    String name() {
        return method + " " + template;
    }

    /// Whether it is a program's endpoint, whose every answer is JSON.
    boolean isApi() {
        return template.startsWith("/v1/") || template.startsWith("/v2/");
    }
}
