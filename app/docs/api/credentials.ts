/** Credentials that the reader pasted. They stay in this page's memory. */
export interface Credentials {
  tenancyId: string;
  apiKey: string;
  clientId: string;
}

const none: Credentials = { tenancyId: "", apiKey: "", clientId: "" };
let current = none;
const listeners = new Set<() => void>();

export const readCredentials = (): Credentials => current;
export const readNoCredentials = (): Credentials => none;

export function changeCredentials(change: Partial<Credentials>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export function subscribeToCredentials(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
