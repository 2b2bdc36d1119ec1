import type { CodePurpose } from "./backend/pending-codes";

/** A request for a code. The email explains its purpose. */
export interface CodeRequest {
  purpose: CodePurpose;
  email?: string;
  givenName?: string;
  familyName?: string;
}

export interface SentCode {
  email: string;
  digits: number;
  lifetimeSeconds: number;
  goesToInbox: boolean;
}

/** Which code this tab waits for. Never the code itself: only the mailbox has it. */
interface KeptCode {
  request: CodeRequest;
  sent: SentCode;
}

// sessionStorage keeps the form of a code over a reload, in this tab only.
const key = "keystead-demo-code";
const listeners = new Set<() => void>();
let cached: { text: string; kept: KeptCode | undefined } | undefined;

/** Epoch ms. `performance.now` alone starts again with each page. */
const now = () => performance.timeOrigin + performance.now();

function parse(text: string): KeptCode | undefined {
  const { request, sent, expiresAt } = JSON.parse(text) as KeptCode & { expiresAt: number };
  const lifetimeSeconds = Math.round((expiresAt - now()) / 1_000);
  return lifetimeSeconds > 0 ? { request, sent: { ...sent, lifetimeSeconds } } : undefined;
}

/** Returns the code that this tab waits for; undefined without one, and after it expired. */
export function readKeptCode(): KeptCode | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  if (cached?.text !== text) cached = { text, kept: parse(text) };
  return cached.kept;
}

/** The code during server rendering: none. */
export const readNoCode = (): undefined => undefined;

/** Stores that a code was sent. Its form appears. */
export function keepCode(request: CodeRequest, sent: SentCode): void {
  const expiresAt = now() + sent.lifetimeSeconds * 1_000;
  sessionStorage.setItem(key, JSON.stringify({ request, sent, expiresAt }));
  listeners.forEach((listener) => listener());
}

/** Forgets a code that can't be used anymore. Its form stays until the page is left or reloaded. */
export const forgetCode = () => sessionStorage.removeItem(key);

/** Forgets the code, and closes its form. */
export function leaveCode(): void {
  forgetCode();
  listeners.forEach((listener) => listener());
}

export function subscribeToCode(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
