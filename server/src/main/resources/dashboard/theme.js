// Light or dark before anything is drawn: as chosen, or else as the system has it.
(() => {
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => root.setAttribute("data-bs-theme", root.dataset.theme || (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", apply);
  apply();
})();
