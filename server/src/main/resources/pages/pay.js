// What makes a payment page pleasant; it works without.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) {
    break;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const text = button.innerHTML;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.innerHTML = text; }, 2000);
  });
}

const clock = document.querySelector("[data-until]");
if (clock) {
  const end = Date.parse(clock.dataset.until);
  const tick = () => {
    const left = Math.max(0, Math.floor((end - Date.now()) / 1000));
    const part = (number) => String(number).padStart(2, "0");
    const text = `${part(Math.floor(left / 3600))}:${part(Math.floor(left / 60) % 60)}:${part(left % 60)}`;
    clock.textContent = clock.dataset.text.replace("%s", text);
    clock.hidden = false;
  };
  tick();
  setInterval(tick, 1000);
}

const state = document.querySelector("[data-status]");
if (state) {
  const show = (status) => {
    if (status !== state.dataset.known) {
      location.reload();
      return true;
    }
    return false;
  };

  const ask = async () => {
    try {
      const answer = await fetch(state.dataset.status, { headers: { Accept: "application/json" } });
      if (answer.ok && show((await answer.json()).status)) {
        return;
      }
    } catch {
      // The next look may find the way.
    }
    setTimeout(ask, document.hidden ? 10000 : 2000);
  };

  // Told by the server as it happens; asked where that fails, also where something on the way holds the events back.
  const listen = () => {
    const source = new EventSource(state.dataset.events);
    const giveUp = () => {
      source.close();
      document.removeEventListener("visibilitychange", pause);
      ask();
    };
    const silence = setTimeout(giveUp, 5000);
    const pause = () => {
      if (document.hidden) {
        clearTimeout(silence);
        source.close();
      } else {
        document.removeEventListener("visibilitychange", pause);
        listen();
      }
    };
    document.addEventListener("visibilitychange", pause);
    source.addEventListener("message", (event) => {
      clearTimeout(silence);
      if (show(event.data)) {
        source.close();
      }
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(silence);
        giveUp();
      }
    });
  };
  listen();
}
