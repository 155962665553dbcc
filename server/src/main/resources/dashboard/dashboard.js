// What pages can do beyond showing: every page works without it, but for what only scripts can do.
(() => {
  const remember = (name, value) => {
    const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
    document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  };

  document.addEventListener("click", (event) => {
    const theme = event.target.closest("[data-toggle-theme]");
    if (theme) {
      const next = document.documentElement.getAttribute("data-bs-theme") === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      document.documentElement.setAttribute("data-bs-theme", next);
      remember("sluice_theme", next);
    }
    const language = event.target.closest("[data-language]");
    if (language) {
      remember("sluice_language", language.dataset.language);
      location.reload();
    }
    const copy = event.target.closest("[data-copy]");
    if (copy) {
      navigator.clipboard.writeText(copy.dataset.copy).then(() => {
        copy.textContent = copy.dataset.done;
      });
    }
  });

  // The code of a link stands behind its #, which no server is told. It leaves the address and is sent in a form.
  const openLink = () => {
    const form = document.querySelector("form[data-fragment]");
    const name = form && form.dataset.fragment;
    const code = form && new URLSearchParams(location.hash.slice(1)).get(name);
    if (code) {
      history.replaceState(null, "", location.pathname);
      form.elements[name].value = code;
      form.submit();
    }
  };
  openLink();
  addEventListener("hashchange", openLink);

  // One box that ticks all others of its form.
  document.addEventListener("change", (event) => {
    const name = event.target.dataset.checkAll;
    if (name) {
      for (const box of event.target.form.querySelectorAll(`input[type=checkbox][name="${name}"]`)) {
        box.checked = event.target.checked;
      }
    }
  });

  // A file that is larger than its form takes is not sent, and its field says so.
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.bytesMax) {
      const isLarge = [...target.files].some(({ size }) => size > Number(target.dataset.bytesMax));
      target.setCustomValidity(isLarge ? target.dataset.tooLarge : "");
      target.reportValidity();
    }
  });

  // What is ticked is counted and added up, currency by currency, beside the form and in the question that is asked
  // before it is sent.
  const written = (units, places, decimals) => {
    const digits = String(units).padStart(places + 1, "0");
    const whole = digits.slice(0, digits.length - places);
    const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
    const format = { minimumFractionDigits: Math.max(decimals, fraction ? 2 : 0), maximumFractionDigits: 20 };
    return new Intl.NumberFormat(document.documentElement.lang, format).format(`${whole}${fraction && "."}${fraction}`);
  };
  const ticked = (form) => {
    const place = form.querySelector("[data-chosen]");
    const boxes = place ? [...form.querySelectorAll("input[data-sum]:checked")] : [];
    const sums = new Map();
    const decimals = new Map();
    for (const { dataset } of boxes) {
      decimals.set(dataset.sumOf, Number(dataset.sumDecimals));
      const amounts = sums.get(dataset.sumOf) ?? [];
      sums.set(dataset.sumOf, [...amounts, dataset.sum.split(".")]);
    }
    const told = [...sums].sort().map(([unit, amounts]) => {
      const places = Math.max(...amounts.map(([, fraction = ""]) => fraction.length));
      const units = amounts.map(([whole, fraction = ""]) => BigInt(whole + fraction.padEnd(places, "0")));
      return `${written(units.reduce((sum, each) => sum + each), places, decimals.get(unit))}\u00a0${unit}`;
    });
    return boxes.length === 0 ? "" : place.dataset.chosen.replace("#", boxes.length).replace("*", told.join(", "));
  };
  const tell = (place, text, isFault) => {
    place.textContent = text;
    place.hidden = text === "";
    place.classList.toggle("text-danger", isFault);
  };
  const tellTicked = () => {
    for (const place of document.querySelectorAll("[data-chosen]")) {
      tell(place, ticked(place.closest("form")), false);
    }
  };
  // Returns true, and says so at the form, if nothing is ticked in a form that is about what is ticked.
  const isNothingTicked = (form) => {
    const place = form.querySelector("[data-chosen]");
    if (!place || ticked(form)) {
      return false;
    }
    tell(place, place.dataset.none, true);
    form.querySelector("input[data-sum]")?.focus();
    return true;
  };
  document.addEventListener("change", tellTicked);
  document.addEventListener("live:shown", tellTicked);
  tellTicked();

  // A message of success is about what was asked for: it ends once the page says that this failed.
  const endSuccess = () => {
    if (document.querySelector("[data-live] [role=status] :is(.status-red, .status-orange)")) {
      document.querySelector(".alert-success.alert-dismissible")?.remove();
    }
  };
  document.addEventListener("live:shown", endSuccess);
  document.addEventListener("htmx:afterSettle", endSuccess);
  endSuccess();

  // Enter in a field that finds something as it is typed sends nothing else; and who has chosen from what was found is
  // not asked to choose again by an answer that comes late.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=search][hx-post]")) {
      event.preventDefault();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.dataset.foundBy) {
      htmx.trigger(event.target.dataset.foundBy, "htmx:abort");
    }
  });

  // One of several buttons may need a field that the others do not: the browser asks for it before the form is sent.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[type=submit]");
    for (const { dataset } of button?.form?.querySelectorAll("[data-needs]") ?? []) {
      button.form.elements[dataset.needs].required = button.dataset.needs === dataset.needs;
    }
  });

  // A form that is sent is not sent again by a second click. One of several buttons may have a question of its own.
  document.addEventListener("submit", (event) => {
    if (isNothingTicked(event.target)) {
      event.preventDefault();
      return;
    }
    const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (question && !window.confirm(`${question} ${ticked(event.target)}`.trim())) {
      event.preventDefault();
      return;
    }
    for (const button of event.target.querySelectorAll("button[type=submit]")) {
      setTimeout(() => (button.disabled = true));
      setTimeout(() => (button.disabled = false), 5000);
    }
  });

  // The answer to a form stands at the form's address, which gives no page to who loads it anew or comes back to it:
  // from then on it stands where the form did.
  const isAnswer = "answer" in document.documentElement.dataset;
  if (isAnswer && document.referrer.startsWith(`${location.origin}/`)) {
    history.replaceState(history.state, "", document.referrer);
  }

  // What was typed into a form that is refused stands in it again, but for what the server says stands there.
  const TYPED = "sluice_typed";
  const typed = JSON.parse(sessionStorage.getItem(TYPED));
  sessionStorage.removeItem(TYPED);
  const texts = "input:not([type]), input[type=text]:not([autocomplete=one-time-code]), input[type=url], textarea";
  const which = (form) => {
    const fixed = [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => !name.startsWith("form"));
    return [form.getAttribute("action"), ...fixed.map(({ name, value }) => `${name}=${value}`)].join(" ");
  };
  for (const form of isAnswer && typed ? document.querySelectorAll("form[method=post]") : []) {
    for (const [name, value] of which(form) === typed.form ? typed.fields : []) {
      const field = form.elements.namedItem(name);
      const isOpen = field?.matches?.("select")
        ? !field.querySelector("option[selected]")
        : field?.matches?.(texts) && field.value === "";
      if (isOpen) {
        field.value = value;
      }
    }
  }
  document.addEventListener("submit", ({ target }) => {
    if (target.method === "post") {
      const fields = [...target.querySelectorAll(`${texts}, select`)].map(({ name, value }) => [name, value]);
      sessionStorage.setItem(TYPED, JSON.stringify({ form: which(target), fields }));
    }
  });

  // Who goes back from a page that shows what they typed comes to the form as they left it.
  const back = document.querySelector("[data-back]")?.dataset.back;
  if (back && history.state !== "reviewed") {
    const here = location.href;
    history.replaceState("typed", "", back);
    history.pushState("reviewed", "", here);
  }
  if (["typed", "reviewed"].includes(history.state)) {
    addEventListener("popstate", () => location.reload());
  }

  // A form that has a preview shows what it would do, while it is filled in.
  for (const form of document.querySelectorAll("form[data-preview]")) {
    const frame = document.getElementById(form.dataset.preview);
    let soon;
    const show = () => {
      if (!frame) {
        return;
      }
      const address = new URL(frame.src);
      const fields = [...new FormData(form)].filter(([name]) => name !== "formToken");
      address.search = new URLSearchParams(fields);
      frame.src = address.href;
    };
    form.addEventListener("input", () => {
      clearTimeout(soon);
      soon = setTimeout(show, 300);
    });
    for (const picker of form.querySelectorAll("[data-colour-of]")) {
      const field = document.getElementById(picker.dataset.colourOf);
      picker.hidden = false;
      picker.addEventListener("input", () => (field.value = picker.value));
      field.addEventListener("input", () => {
        if (/^#[0-9a-f]{6}$/i.test(field.value)) {
          picker.value = field.value;
        }
      });
    }
  }

  // The time zone of the browser is proposed to who reads times in another one.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const place of zone ? document.querySelectorAll("[data-zone]") : []) {
    const button = place.querySelector("[data-zone-text]");
    button.textContent = button.dataset.zoneText.replace("#", zone);
    button.form.elements.timeZone.value = zone;
    place.hidden = zone === place.dataset.zone;
  }

  // What holds for some time says how long it still does, and is asked for again once it does not.
  const deadlines = new WeakMap();
  setInterval(() => {
    for (const element of document.querySelectorAll("[data-countdown]")) {
      if (!deadlines.has(element)) {
        deadlines.set(element, performance.now() + Number(element.dataset.countdown) * 1000);
      }
      const left = Math.max(0, Math.ceil((deadlines.get(element) - performance.now()) / 1000));
      element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (left === 0) {
        element.removeAttribute("data-countdown");
        element.closest("form")?.querySelectorAll("button[type=submit]").forEach((button) => (button.disabled = true));
        htmx.trigger(element.dataset.refreshes, "refresh");
      }
    }
  }, 1000);

  // The palette: a field that searches everything, and the keys that lead to pages.
  const palette = document.getElementById("palette");
  const keys = document.getElementById("keys");
  if (!palette) {
    return;
  }
  const input = document.getElementById("palette-input");
  const hits = document.getElementById("palette-hits");
  const status = document.getElementById("palette-status");
  const places = new Map([...keys.querySelectorAll("[data-go]")].map(({ dataset }) => [dataset.go, dataset.to]));
  const single = document.getElementById("keys-on");
  single.checked = localStorage.getItem("sluice_keys") !== "off";
  single.addEventListener("change", () => localStorage.setItem("sluice_keys", single.checked ? "on" : "off"));

  const options = () => [...hits.querySelectorAll("[role=option]")];
  const choose = (option) => {
    options().forEach((each) => each.setAttribute("aria-selected", String(each === option)));
    option?.scrollIntoView({ block: "nearest" });
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };
  const chosen = () => hits.querySelector("[aria-selected=true]");
  const open = () => {
    if (!palette.open) {
      palette.showModal();
      input.select();
      htmx.trigger(input, "refresh");
    }
  };

  hits.addEventListener("htmx:afterSwap", () => {
    const all = options();
    input.setAttribute("aria-expanded", String(all.length > 0));
    choose(all[0]);
    status.textContent = all.length ? status.dataset.some.replace("#", all.length) : status.dataset.none;
  });
  hits.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) {
      location.assign(option.dataset.href);
    }
  });
  input.addEventListener("keydown", (event) => {
    const all = options();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && all.length) {
      event.preventDefault();
      choose(all[(all.indexOf(chosen()) + step + all.length) % all.length]);
    } else if (event.key === "Enter" && chosen() && !input.matches(".htmx-request")) {
      event.preventDefault();
      location.assign(chosen().dataset.href);
    }
  });
  document.querySelector("[data-keys]").addEventListener("click", () => keys.showModal());
  for (const button of document.querySelectorAll("[data-palette]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    });
  }

  let going = 0;
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open();
      return;
    }
    const typing = event.target.closest("input, textarea, select, [contenteditable], dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !single.checked) {
      return;
    }
    if (event.key === "?") {
      keys.showModal();
    } else if (event.key === "/") {
      event.preventDefault();
      open();
    } else if (event.key === "g") {
      going = performance.now();
    } else if (performance.now() - going < 1500 && places.has(event.key)) {
      location.assign(places.get(event.key));
    } else {
      going = 0;
    }
  });
})();
