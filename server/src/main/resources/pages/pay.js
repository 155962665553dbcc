// What makes a payment page pleasant; it works without.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) {
  const shown = button.parentElement.querySelector("bdi");
  const denied = button.parentElement.querySelector(".denied");
  const label = [...button.childNodes];
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      denied.textContent = "";
      button.textContent = button.dataset.done;
      setTimeout(() => { button.replaceChildren(...label); }, 2000);
    } catch {
      // Browsers refuse without permission, and without TLS there is no clipboard at all.
      shown.textContent = button.dataset.copy;
      getSelection().selectAllChildren(shown);
      denied.textContent = button.dataset.denied;
    }
  });
}

// A page that the browser kept for its Back button shows what was so then.
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    location.reload();
  }
});

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

// Times are in UTC until the payer's own clock tells them.
const language = document.documentElement.lang;
const local = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = local.format(new Date(time.dateTime));
}

// Counts the seconds that the server says are left, whatever the payer's clock says. What ticks is not read out; that
// five minutes are left, or one, is, and that the time is over. Then the page is looked up again: one that listens has
// some seconds to be told by itself.
const clock = document.querySelector("[data-left]");
if (clock) {
  const seconds = Number(clock.dataset.left);
  const end = Date.now() + seconds * 1000;
  const spoken = document.querySelector("[data-spoken]");
  const warnings = [300, 60].filter((warning) => warning < seconds);
  const minutes = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  const say = (text) => clock.dataset.text.replace("%s", text);
  const part = (number) => String(number).padStart(2, "0");
  const ticking = setInterval(() => tick(), 1000);

  const over = () => {
    clearInterval(ticking);
    clock.textContent = clock.dataset.over;
    spoken.textContent = clock.dataset.over;
    if (!state || seconds > 0) {
      setTimeout(() => location.reload(), state ? 5000 : 1000);
    }
  };

  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0) {
      over();
      return;
    }
    const hours = Math.floor(left / 3600);
    const rest = Math.floor(left / 60) % 60;
    clock.textContent = say(hours > 0
      ? `${hours}:${part(rest)}:${part(left % 60)}` : `${rest}:${part(left % 60)}`);
    if (left <= warnings[0]) {
      while (left <= warnings[0]) {
        warnings.shift();
      }
      spoken.textContent = say(minutes.format(Math.ceil(left / 60)));
    }
  };
  tick();
  clock.hidden = false;
}
