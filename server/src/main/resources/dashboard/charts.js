// Draws the charts of a page. What each shows stands beside it as data, and as a table for who cannot see it.
(() => {
  const draw = (element) => {
    const options = JSON.parse(document.getElementById(element.dataset.chart).textContent);
    let chart;
    const show = () => {
      const dark = document.documentElement.getAttribute("data-bs-theme") === "dark";
      chart?.dispose();
      chart = echarts.init(element, dark ? "dark" : null, { renderer: "svg" });
      chart.setOption({ backgroundColor: "transparent", animation: false, ...options });
    };
    show();
    window.addEventListener("resize", () => chart.resize());
    new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
  };
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-chart]").forEach(draw));
})();
