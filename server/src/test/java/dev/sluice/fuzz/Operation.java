package dev.sluice.fuzz;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// One operation of the contract, with references resolved as far as the generator needs.
///
/// @param parameters those of the path and of the operation
/// @param body media types of its request body by name; missing if it has none
record Operation(String method, String template, List<JsonNode> parameters, JsonNode body, boolean secured) {
    String name() {
        return method + " " + template;
    }

    /// Reports whether the endpoint belongs to the API, with JSON in every answer.
    boolean isApi() {
        return template.startsWith("/v1/") || template.startsWith("/v2/");
    }
}
