const names = new Map([
  ["resend", "Resend"],
  ["smtp", "SMTP"],
  ["smtp2", "SMTP 2"],
  ["inbox", "Local inbox"],
]);

/** Returns how the console names an email provider of the configuration. */
export const providerName = (id: string): string => names.get(id) ?? id;
