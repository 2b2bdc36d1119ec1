/**
 * Hides most of an email. Its owner recognizes it, and a thief of the mailbox's code learns no other
 * address: "a•••@e•••.com".
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return "";
  const host = email.slice(at + 1);
  const dot = host.lastIndexOf(".");
  const first = (text: string) => [...text][0] ?? "";
  return `${first(email)}•••@${first(host)}•••${dot > 0 ? host.slice(dot) : ""}`;
}
