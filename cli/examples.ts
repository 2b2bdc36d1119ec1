/** Formats commands as the examples of a help text. */
export const examples = (...commands: string[]): string =>
  ["", "Examples:", ...commands.map((command) => `  $ keystead ${command}`)].join("\n");
