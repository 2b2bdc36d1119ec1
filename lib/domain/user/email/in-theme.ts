/** Returns the HTML fixed to one theme, regardless of the theme of the viewer. */
export const inTheme = (html: string, theme: "light" | "dark"): string =>
  html
    .replaceAll(/\(prefers-color-scheme: ?dark\)/g, theme === "dark" ? "all" : "not all")
    .replaceAll(/(color-schemes?(?:: |" content="))light dark/g, `$1${theme}`);
