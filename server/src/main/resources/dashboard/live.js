// Keeps what a page shows up to date: the server says that something happened, and the page asks for what it shows. A
// part of a page says by `data-live` what it is about; with `hx-get` it asks for itself, with `data-part` or `data-rows`
// it is taken from a new copy of the page. Where nobody can be listened to, parts with `data-poll` ask every so many
// seconds; those of which not everything is told do so all the time, by `data-unheard`.
(() => {
  const SAFETY = 30_000;
  const SILENCE = 5_000;
  const AGAIN = 30_000;
  const BETWEEN_COPIES = 3_000;
  const HAND = 1_500;
  const SELECTED = 15_000;
  const OUT = 300_000;
  const address = document.body.dataset.listen;
  if (!address) {
    return;
  }

  const shown = new WeakMap();
  const due = new WeakMap();
  let source;
  let silence;
  let again;
  let listening = false;
  let words = "";
  let copied = -BETWEEN_COPIES;
  let copying = false;
  let moved = -HAND;

  const parts = () => [...document.querySelectorAll("[data-live]")];
  const wanted = () => [...new Set(parts().flatMap((part) => part.dataset.live.split(" ")))].sort().join(",");
  const asksForItself = (part) => part.hasAttribute("hx-get");
  // What the server said of a part, whatever the page has drawn in it since.
  const said = new WeakMap(parts().map((part) => [part, part.innerHTML]));

  // A field that somebody has changed, and has not sent. Of a form that only asks, `data-kept` says that it is one.
  const isSent = (form) => form?.method === "post" || form?.hasAttribute("data-kept");
  const isChanged = (field) => {
    if (field.type === "hidden" || !isSent(field.form)) {
      return false;
    }
    if (field.type === "checkbox" || field.type === "radio") {
      return field.checked !== field.defaultChecked;
    }
    if (field.tagName === "SELECT") {
      const usual = Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
      return field.selectedIndex !== usual;
    }
    return field.value !== field.defaultValue;
  };
  const fields = (within) => [...within.querySelectorAll("input, select, textarea")];
  const isFilledIn = (within) =>
    fields(within).some(isChanged) || (within.contains(document.activeElement) &&
      document.activeElement.matches("input, select, textarea, [contenteditable]"));

  // What somebody has in hand stays as it is until they are done.
  const isInHand = (part, since) => {
    const selection = getSelection();
    return isFilledIn(part) || part.querySelector(".dropdown-menu.show") !== null ||
      (part.matches(":hover") && performance.now() - moved < HAND) ||
      (!selection.isCollapsed && selection.containsNode(part, true) &&
        performance.now() - since < SELECTED);
  };
  const call = (part, since) => due.has(part) || due.set(part, since);
  document.addEventListener("pointermove", () => (moved = performance.now()), { passive: true });

  // Where somebody is within a part, and what they have unfolded, so that its successor is the same to them.
  const reachable = (part) => [...part.querySelectorAll("a, button, summary, [tabindex]")];
  const place = (part) => {
    const at = document.activeElement === part ? -1 : reachable(part).indexOf(document.activeElement);
    const open = [...part.querySelectorAll("details")].map((each) => each.open);
    const focused = part.contains(document.activeElement);
    const tag = document.activeElement.tagName;
    return (successor) => {
      [...successor.querySelectorAll("details")].forEach((each, index) => (each.open = open[index] ?? each.open));
      const target = at < 0 ? successor : reachable(successor)[at];
      if (focused && target?.tagName === tag) {
        target.focus({ preventScroll: true });
      }
    };
  };
  const replace = (part, successor) => {
    const restore = place(part);
    said.set(successor, successor.innerHTML);
    part.replaceWith(successor);
    htmx.process(successor);
    restore(successor);
    successor.dispatchEvent(new CustomEvent("live:shown", { bubbles: true }));
  };

  // Rows stay where they are and change in place. What is new is announced, and comes in when it is asked for.
  const renewRow = (row, fresh) => {
    const alike = row.children.length === fresh.children.length;
    const pairs = alike ? [...row.children].map((cell, at) => [cell, fresh.children[at]]) : [[row, fresh]];
    for (const [cell, now] of pairs) {
      if (cell.innerHTML !== now.innerHTML && !cell.contains(document.activeElement)) {
        cell.replaceChildren(...now.cloneNode(true).childNodes);
        cell.classList.add("live-changed");
        cell.addEventListener("animationend", () => cell.classList.remove("live-changed"), { once: true });
      }
    }
  };
  const rowsOf = (list) => new Map([...list.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row]));
  const show = (list, fresh) => {
    const filledIn = fields(list).filter(isChanged);
    list.replaceWith(fresh);
    htmx.process(fresh);
    for (const old of filledIn) {
      const alike = fields(fresh).filter((field) => field.name === old.name && field.type === old.type);
      if (old.type === "checkbox" || old.type === "radio") {
        alike.filter((field) => field.value === old.value).forEach((field) => (field.checked = old.checked));
      } else {
        alike.forEach((field) => (field.value = old.value));
      }
    }
    fresh.tabIndex = -1;
    fresh.focus({ preventScroll: true });
  };
  const note = (list, text, fresh) => {
    const line = list.querySelector("[data-live-note]");
    if (line.textContent === text) {
      line.fresh = fresh;
      return;
    }
    line.replaceChildren();
    line.fresh = fresh;
    if (text) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn btn-sm";
      button.textContent = text;
      button.addEventListener("click", () => show(list, line.fresh));
      line.append(button);
    }
  };
  const renewRows = (list, fresh) => {
    const before = rowsOf(list);
    const now = rowsOf(fresh);
    if (before.size === 0) {
      if (now.size > 0) {
        replace(list, fresh);
      }
      return;
    }
    before.forEach((row, id) => now.has(id) && renewRow(row, now.get(id)));
    const added = [...now.keys()].filter((id) => !before.has(id)).length;
    const gone = [...before.keys()].filter((id) => !now.has(id)).length;
    const asked = new URLSearchParams(location.search);
    const isFirst = !(asked.get("page") > 1) && !asked.has("before") && !asked.has("after");
    const texts = list.querySelector("[data-live-note]").dataset;
    const text = added && isFirst ? texts.added.replace("#", added) : added || gone ? texts.changed : "";
    note(list, text, fresh);
  };

  const renew = async (some) => {
    copying = true;
    copied = performance.now();
    // What is heard of meanwhile may not be in the copy.
    const since = new Map(some.map((part) => [part, due.get(part) ?? copied]));
    for (const part of some) {
      due.delete(part);
      shown.set(part, copied);
    }
    const later = (part) => call(part, since.get(part));
    try {
      const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
      if (answer.redirected) {
        out();
      } else if (answer.status >= 500) {
        some.forEach(later);
      } else {
        const copy = new DOMParser().parseFromString(await answer.text(), "text/html");
        // A parser that runs no scripts takes this for elements, such as buttons, which it is not to who has them.
        copy.querySelectorAll("noscript").forEach((each) => (each.textContent = each.innerHTML));
        for (const part of some) {
          const fresh = answer.ok && part.isConnected && copy.getElementById(part.id);
          if (fresh && part.hasAttribute("data-rows")) {
            renewRows(part, document.adoptNode(fresh));
          } else if (fresh && isInHand(part, since.get(part))) {
            later(part);
          } else if (fresh && (said.get(part) ?? part.innerHTML) !== document.adoptNode(fresh).innerHTML) {
            replace(part, fresh);
          }
        }
      }
    } catch {
      some.forEach(later);
    } finally {
      copying = false;
    }
  };

  const settle = () => {
    if (document.hidden) {
      return;
    }
    const now = performance.now();
    const copies = [];
    for (const part of parts()) {
      if (!shown.has(part)) {
        shown.set(part, now);
      }
      const unheard = !listening || "unheard" in part.dataset;
      const pause = part.dataset.poll && (unheard ? Number(part.dataset.poll) * 1000 : SAFETY);
      if (!due.has(part) && !(pause && now - shown.get(part) >= pause)) {
        continue;
      }
      if (!part.hasAttribute("data-rows") && isInHand(part, due.get(part) ?? now)) {
        continue;
      }
      if (!asksForItself(part)) {
        copies.push(part);
      } else {
        due.delete(part);
        shown.set(part, now);
        htmx.trigger(part, "live");
      }
    }
    if (copies.length && !copying && now - copied >= BETWEEN_COPIES) {
      renew(copies);
    }
  };
  setInterval(settle, 500);

  // A part that has come to its end wants to hear no more.
  setInterval(() => listening && wanted() !== words && listen(0), 2_000);

  document.body.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.triggeringEvent?.type === "live") {
      event.detail.headers["X-Live"] = "1";
    }
  });
  let restore;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.target;
    restore = part.hasAttribute("data-live") ? [part.id, place(part)] : undefined;
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    const successor = restore && document.getElementById(restore[0]);
    if (successor) {
      restore[1](successor);
    }
    restore = undefined;
  });

  const isAbout = (part, hint) => hint.all || part.dataset.live.split(" ").some((word) => {
    const [kind, id] = word.split(":");
    return hint[kind] && (!id || !hint[kind].length || hint[kind].includes(id));
  });
  const hear = (hint) => {
    parts().filter((part) => isAbout(part, hint)).forEach((part) => call(part, performance.now()));
    settle();
  };

  const fresh = () => {
    const name = Math.random().toString(36).slice(2);
    sessionStorage.setItem("sluice_window", name);
    return name;
  };
  const close = () => {
    clearTimeout(silence);
    clearTimeout(again);
    source?.close();
    source = undefined;
    listening = false;
  };
  const giveUp = () => {
    close();
    again = setTimeout(() => listen(0), AGAIN);
  };
  // The session has ended, or what somebody may do has changed. What they are writing stays before them for a while.
  const out = () => {
    close();
    setTimeout(() => location.reload(), fields(document).some(isChanged) ? OUT : 0);
  };

  const listen = (age) => {
    close();
    words = wanted();
    if (!words || document.hidden) {
      return;
    }
    const name = sessionStorage.getItem("sluice_window") ?? fresh();
    const query = new URLSearchParams({ words, window: name, age: Math.round(age) });
    let opened = false;
    source = new EventSource(`${address}?${query}`);
    silence = setTimeout(giveUp, SILENCE);
    source.addEventListener("open", () => {
      if (opened) {
        hear({ all: true });
      }
      opened = true;
    });
    source.addEventListener("message", (event) => {
      clearTimeout(silence);
      const hint = JSON.parse(event.data);
      if (hint.end === "OUT") {
        out();
      } else if (hint.end) {
        fresh();
        giveUp();
      } else {
        listening = true;
        hear(hint);
      }
    });
    source.addEventListener("error", (event) => {
      listening = false;
      if (event.target.readyState === EventSource.CLOSED) {
        giveUp();
      }
    });
  };

  // A browser has few connections to a host: a page that nobody sees gives up its own.
  const wake = () => {
    if (document.hidden) {
      close();
    } else {
      listen(0);
      hear({ all: true });
    }
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  listen(performance.now());
})();
