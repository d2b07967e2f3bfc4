// Runs before the first paint, so that a dark page never flashes light. Not a module: modules wait.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let theme = "system";
    try {
      theme = JSON.parse(localStorage.getItem("rastro.theme") ?? '"system"');
    } catch {
      theme = "system";
    }
    const isDark = theme === "dark" || (theme !== "light" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("rastro:theme", apply);
})();
