/**
 * Why a request has no answer. Stored with each delivery: add, but don't rename.
 * - `url`: the installation sends nothing to this scheme or port, or the URL names a user
 * - `dns`: the host has no address, too many, or its name servers didn't answer in time
 * - `address`: the host has an address that isn't public and that the installation doesn't allow
 * - `connection`: refused, unreachable, or closed before an answer
 * - `tls`: no TLS, or a certificate that isn't valid for the host
 * - `response`: not HTTP, or headers that are too large
 * - `timeout`: no answer in time
 * - `closed`: the client was closed
 */
export type RequestFailure =
  "url" | "dns" | "address" | "connection" | "tls" | "response" | "timeout" | "closed";

/** What a server answered. Redirects are answers like any other. */
export interface Answer {
  status: number;
  /** The first bytes of the body as text. Written by the receiver: escape it. */
  excerpt: string;
}

/** The result of a request, and how long it took in milliseconds. */
export type RequestOutcome = (Answer | { failure: RequestFailure }) & { ms: number };
