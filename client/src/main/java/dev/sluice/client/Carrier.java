package dev.sluice.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;

/// Transports one request to a service, and the answer back. A client has its own, over HTTP; another one can be given
/// if the service is in the same process and knows the caller.
@FunctionalInterface
public interface Carrier {
    /// @param target path and query as they are sent, encoded
    HttpResponse<byte[]> carry(String method, String target, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException;
}
