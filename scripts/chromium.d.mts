/** Path of a Chromium or Chrome; undefined where there is none. */
export function findChromium(): string | undefined;
/**
 * Installs a browser where there is none; ends the process with one sentence where that is not
 * possible.
 */
export function ensureChromium(): void;
