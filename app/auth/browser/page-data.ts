/** Data that the service embeds in the page for its script. */
export interface PageData {
  /** The sealed request of the application. Every step sends it. */
  ticket: string;
  page: "sign-in" | "code" | "register";
  /** Base path of the steps. */
  steps: string;
  /** Whether to prompt for a passkey when the page opens. */
  prompt: boolean;
  /** Lifetime of the ticket in milliseconds. */
  lifetimeMs: number;
  /** Redirect to the application when the service is unreachable. */
  returns: { unavailable: string };
  messages: Record<string, string>;
}

export const data = JSON.parse(document.getElementById("page")?.textContent ?? "{}") as PageData;

/** Returns a text in the page's language with its placeholders filled in. */
export const say = (name: string, values: Record<string, string | number> = {}): string =>
  (data.messages[name] ?? name).replace(/\{\{(\w+)\}\}/g, (all, place: string) =>
    String(values[place] ?? all),
  );

/** Returns a duration as text. */
export const sayWait = (seconds: number): string =>
  seconds <= 90
    ? say("seconds", { count: seconds })
    : say("minutes", { count: Math.ceil(seconds / 60) });
