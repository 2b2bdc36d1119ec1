/** The languages of examples that call the API from a backend, in the order of their tabs. */
export const codeLanguages = [
  { id: "ts", name: "TypeScript" },
  { id: "py", name: "Python" },
  { id: "go", name: "Go" },
  { id: "php", name: "PHP" },
  { id: "rb", name: "Ruby" },
  { id: "sh", name: "curl" },
] as const;

export type CodeLanguage = (typeof codeLanguages)[number]["id"];

/** The cookie with the reader's language. The server reads it, so that nothing moves on load. */
export const codeLanguageCookie = "keystead-code-language";

/** Returns the language of a cookie's value, or TypeScript. */
export const toCodeLanguage = (value: string | undefined): CodeLanguage =>
  codeLanguages.find(({ id }) => id === value)?.id ?? "ts";
