/** Returns the path of a Chromium or Chrome, or undefined if there is none. */
export function findChromium(): string | undefined;
/** Installs Chromium if no browser is found. Ends the process if the installation fails. */
export function ensureChromium(): void;
