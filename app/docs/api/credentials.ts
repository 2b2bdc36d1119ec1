import type { ReaderTenancy } from "@/app/docs/reader-tenancy";

/** Credentials that the reader pasted, or the demo's. They stay in this page's memory. */
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

let filledKey: string | undefined;

/** Fills in a tenancy's ids, and its key if it is known. A key that the reader pasted stays. */
export function fillCredentials({ tenancyId, clientId, apiKey }: ReaderTenancy): void {
  const pasted = current.apiKey === filledKey ? "" : current.apiKey;
  filledKey = apiKey;
  changeCredentials({ tenancyId, clientId, apiKey: pasted === "" ? (apiKey ?? "") : pasted });
}

export function subscribeToCredentials(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
