/** What the service put into the page for its script. */
export interface PageData {
  /** The application's request, sealed; every step brings it back. */
  ticket: string;
  page: "sign-in" | "code" | "register";
  /** Path of the steps. */
  steps: string;
  /** Whether a passkey is to be asked for without a click. */
  prompt: boolean;
  /** How long the ticket is good for. */
  lifetimeMs: number;
  /** Where to go instead of back when the service is out of reach. */
  returns: { unavailable: string };
  messages: Record<string, string>;
}

export const data = JSON.parse(document.getElementById("page")?.textContent ?? "{}") as PageData;

/** A text in the page's language, its places filled in. */
export const say = (name: string, values: Record<string, string | number> = {}): string =>
  (data.messages[name] ?? name).replace(/\{\{(\w+)\}\}/g, (all, place: string) =>
    String(values[place] ?? all),
  );

/** A wait in words. */
export const sayWait = (seconds: number): string =>
  seconds <= 90
    ? say("seconds", { count: seconds })
    : say("minutes", { count: Math.ceil(seconds / 60) });
