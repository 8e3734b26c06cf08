"use strict";
// A plain script, run before anything is drawn, so that no page flashes in the other colours.
(() => {
  const KEY = "outflank-theme";
  const root = document.documentElement;

  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // this browser remembers nothing
    }
  };

  const isDark = () =>
    root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;

  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem(KEY, root.dataset.theme);
      } catch {
        // It holds for this page at least.
      }
    });
  });
})();
