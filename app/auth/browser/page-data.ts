/** Data that the service embeds in the page for its script. */
export interface PageData {
  /** The sealed request of the application. Every step sends it. */
  ticket: string;
  /** Whether a code can only be checked with the ticket that it was sent with. */
  bindsCodes?: boolean;
  page: "sign-in" | "code" | "register" | "account";
  /** Of the account page: whether the user chose a language in the profile. */
  hasChosenLanguage?: boolean;
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

/** Returns a duration in words, in the page's language. */
export function sayWait(seconds: number): string {
  const [unit, count] =
    seconds <= 90
      ? ["second", seconds]
      : seconds <= 90 * 60
        ? ["minute", Math.ceil(seconds / 60)]
        : ["hour", Math.ceil(seconds / 3_600)];
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
