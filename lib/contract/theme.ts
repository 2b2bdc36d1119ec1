/** `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The cookie with the visitor's choice. Pages read it on the server, so that none flashes. */
export const themeCookie = "keystead-theme";

/** Reads a cookie's value. Unknown values follow the device. */
export const toTheme = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";
