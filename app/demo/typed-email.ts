// In this tab's memory: an email doesn't belong in a URL, and the server never writes it.
let typed = "";

/** The email that the user typed on the sign-in page, for the page that sends the code. */
export const readTypedEmail = (): string => typed;

export function storeTypedEmail(email: string): void {
  typed = email;
}
