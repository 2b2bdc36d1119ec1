const pages: Readonly<Record<string, string>> = {
  hosted: "Hosted pages: ",
  account: "Account page: ",
};

/** Says an endpoint's name as words: "Create registration options". */
export function operationWords(operation: string): string {
  const [, page, step = operation] = /^(hosted|account)-(.+)$/.exec(operation) ?? [];
  const words = step
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll("-", " ")
    .replace(/\bapi key/, "API key")
    .trim();
  if (page !== undefined) return `${pages[page] ?? ""}${words}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
