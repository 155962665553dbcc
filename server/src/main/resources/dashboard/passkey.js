// Passkeys: what only a script can ask of a browser. The answer goes into the form, which is then sent like any other.
(() => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
  const listed = (passkeys) => passkeys.map((each) => ({ ...each, id: bytes(each.id) }));
  const reasons = {
    NotAllowedError: "cancelled",
    AbortError: "cancelled",
    InvalidStateError: "taken",
    NotSupportedError: "unsupported",
    ConstraintError: "unsupported",
    SecurityError: "elsewhere",
    Late: "late",
  };

  const create = async (form) => {
    const options = JSON.parse(form.dataset.options);
    const made = await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: listed(options.excludeCredentials),
      },
    });
    return [
      made,
      {
        attestationObject: text(made.response.attestationObject),
        transports: made.response.getTransports?.() ?? [],
      },
    ];
  };

  const get = async (form) => {
    const answer = await fetch(form.dataset.options, { method: "POST", headers: { Accept: "application/json" } });
    if (!answer.ok) {
      throw Object.assign(new Error(answer.statusText), { name: "Late" });
    }
    const options = await answer.json();
    const signed = await navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        allowCredentials: listed(options.allowCredentials),
      },
    });
    const { authenticatorData, signature, userHandle } = signed.response;
    return [
      signed,
      {
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(userHandle && { userHandle: text(userHandle) }),
      },
    ];
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const button = form.querySelector("button[type=submit]");
    const problem = form.querySelector("[data-passkey-problem]");
    const say = (reason) => {
      problem.hidden = !reason;
      problem.textContent = reason ? problem.dataset[reason] : "";
    };
    const reason = location.origin !== form.dataset.origin ? "elsewhere" : window.PublicKeyCredential ? "" : "unsupported";
    if (reason) {
      // A way in that this browser does not have stays hidden; who came to add a passkey is told why they cannot.
      button.disabled = true;
      say(reason);
      continue;
    }
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      event.stopPropagation();
      button.disabled = true;
      say("");
      try {
        const [credential, response] = await (form.dataset.passkey === "create" ? create : get)(form);
        form.elements.credential.value = JSON.stringify({
          id: credential.id,
          rawId: text(credential.rawId),
          type: credential.type,
          clientExtensionResults: {},
          response: { clientDataJSON: text(credential.response.clientDataJSON), ...response },
        });
        form.submit();
      } catch (failed) {
        say(reasons[failed.name] ?? "failed");
        button.disabled = false;
        button.focus();
      }
    });
  }

  // Who comes back by the browser's own button finds the form as it was sent.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      location.reload();
    }
  });
})();
