/**
 * Why a request has no answer. Stored with each delivery: add, but don't rename.
 * - `url`: the installation sends nothing to this scheme or port, or the URL names a user
 * - `dns`: the host has no address, too many, or its name servers didn't answer in time
 * - `address`: the host has an address that isn't public and that the installation doesn't allow
 * - `refused`: nothing listens at the port
 * - `unreachable`: no route to the address
 * - `reset`: the server closed the connection before an answer
 * - `connection`: any other end of the connection. Earlier releases store the three above as this one
 * - `certificate-name`: the certificate is for another host
 * - `certificate-expired`
 * - `certificate-authority`: nothing trusted has issued the certificate
 * - `tls`: any other failure of TLS. Earlier releases store the three above as this one
 * - `response`: not HTTP, or headers that are too large
 * - `timeout`: no answer in time
 * - `closed`: the client was closed
 */
export type RequestFailure =
  | "url"
  | "dns"
  | "address"
  | "refused"
  | "unreachable"
  | "reset"
  | "connection"
  | "certificate-name"
  | "certificate-expired"
  | "certificate-authority"
  | "tls"
  | "response"
  | "timeout"
  | "closed";

/** What a server answered. Redirects are answers like any other. */
export interface Answer {
  status: number;
  /** The first bytes of the body as text. Written by the receiver: escape it. */
  excerpt: string;
  /** The header `Retry-After`, as the receiver wrote it. */
  retryAfter?: string;
}

/** The result of a request, and how long it took in milliseconds. */
export type RequestOutcome = (Answer | { failure: RequestFailure }) & { ms: number };
