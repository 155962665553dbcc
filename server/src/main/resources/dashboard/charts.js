// Draws the charts of a page. What each shows stands beside it as data, and as a table for who cannot see it.
(() => {
  const draw = (element) => {
    const dark = document.documentElement.getAttribute("data-bs-theme") === "dark";
    const chart = echarts.init(element, dark ? "dark" : null, { renderer: "svg" });
    const options = JSON.parse(document.getElementById(element.dataset.chart).textContent);
    chart.setOption({ backgroundColor: "transparent", animation: false, ...options });
    window.addEventListener("resize", () => chart.resize());
  };
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-chart]").forEach(draw));
})();
