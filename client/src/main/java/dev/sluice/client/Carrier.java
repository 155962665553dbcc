package dev.sluice.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;

/// Brings one request to a service and its answer back. A client has one of its own, over HTTP; another is given to it
/// where the service is in the same process, and knows who asks.
@FunctionalInterface
public interface Carrier {
    /// @param target path and query as they are sent, encoded
    HttpResponse<byte[]> carry(String method, String target, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException;
}
