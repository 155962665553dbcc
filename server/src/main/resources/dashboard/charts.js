// Draws the charts of a page. What each shows stands beside it as data, and as a table for who cannot see it.
(() => {
  const drawn = new Map();
  // Numbers and days are written as the page writes them.
  const language = document.documentElement.lang;
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const days = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const written = (options, unit) => {
    const text = (value) => (typeof value === "number" ? numbers.format(value) + (unit ? `\u00a0${unit}` : "") : "–");
    options.xAxis.data = options.xAxis.data.map((day) => days.format(new Date(`${day}T00:00:00Z`)));
    options.yAxis.axisLabel = { formatter: text };
    options.tooltip.valueFormatter = text;
    return options;
  };
  const draw = (element) => {
    const source = JSON.parse(document.getElementById(element.dataset.chart).textContent);
    const options = written(source, element.dataset.unit);
    const dark = document.documentElement.getAttribute("data-bs-theme") === "dark";
    drawn.get(element)?.dispose();
    const chart = echarts.init(element, dark ? "dark" : null, { renderer: "svg" });
    chart.setOption({ backgroundColor: "transparent", animation: false, ...options });
    drawn.set(element, chart);
  };
  const drawAll = () => {
    for (const [element, chart] of drawn) {
      if (!element.isConnected) {
        chart.dispose();
        drawn.delete(element);
      }
    }
    document.querySelectorAll("[data-chart]").forEach(draw);
  };
  document.addEventListener("DOMContentLoaded", () => {
    drawAll();
    window.addEventListener("resize", () => drawn.forEach((chart) => chart.resize()));
    new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
    // A part of the page that is shown anew has its charts to be drawn anew.
    document.addEventListener("live:shown", drawAll);
  });
})();
