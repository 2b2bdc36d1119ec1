import { forbidden, notAllowed, post, type ServerCase } from "./server-case";
import { page } from "./server-fixture";

/** The test confirms this host for a tenancy. */
export const confirmedHost = "passkeys.example.com";
/** `METRICS_TOKEN` of both servers. */
export const metricsToken = "metrics-token-of-both-servers";

const icon = "/aaguid/d548826e-79b4-db40-a3d8-11116f7e8349/icon.svg";

/** Paths at the root, which belong to no mount. */
export const rootCases: ServerCase[] = [
  {
    name: "the key set",
    status: 200,
    wire: () => ({ method: "GET", path: "/.well-known/jwks.json", headers: page }),
  },
  {
    name: "the key set at /v2",
    status: 200,
    wire: () => ({ method: "GET", path: "/v2/.well-known/jwks.json" }),
  },
  {
    name: "HEAD of the key set",
    status: 200,
    wire: () => ({ method: "HEAD", path: "/.well-known/jwks.json" }),
  },
  { name: "POST to the key set", ...notAllowed, wire: () => post("/v2/.well-known/jwks.json", {}) },
  {
    name: "related origins of an unconfirmed host",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({ method: "GET", path: "/.well-known/webauthn", headers: { host: "other.test" } }),
  },
  {
    name: "related origins of a confirmed host",
    status: 200,
    wire: () => ({
      method: "GET",
      path: "/.well-known/webauthn",
      headers: { host: confirmedHost },
    }),
  },
  {
    name: "related origins of a confirmed host with a port",
    status: 200,
    wire: () => ({
      method: "GET",
      path: "/.well-known/webauthn",
      headers: { host: `${confirmedHost}:8443` },
    }),
  },
  {
    name: "related origins of a host in X-Forwarded-Host",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({
      method: "GET",
      path: "/.well-known/webauthn",
      headers: { host: "other.test", "x-forwarded-host": confirmedHost },
    }),
  },
  {
    name: "passkey endpoints of an unconfirmed host",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({
      method: "GET",
      path: "/.well-known/passkey-endpoints",
      headers: { host: "other.test", "x-forwarded-host": confirmedHost },
    }),
  },
  {
    name: "passkey endpoints of a confirmed host whose tenancy has no account page",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({
      method: "GET",
      path: "/.well-known/passkey-endpoints",
      headers: { host: confirmedHost },
    }),
  },
  { name: "health", status: 200, wire: () => ({ method: "GET", path: "/healthz" }) },
  { name: "HEAD of health", status: 200, wire: () => ({ method: "HEAD", path: "/healthz" }) },
  {
    name: "OPTIONS of health",
    ...notAllowed,
    wire: () => ({ method: "OPTIONS", path: "/healthz", headers: page }),
  },
  { name: "readiness", status: 200, wire: () => ({ method: "GET", path: "/readyz" }) },
  { name: "DELETE readiness", ...notAllowed, wire: () => ({ method: "DELETE", path: "/readyz" }) },
  { name: "OpenAPI", status: 200, wire: () => ({ method: "GET", path: "/openapi.json" }) },
  {
    name: "the browser library",
    status: 200,
    wire: () => ({ method: "GET", path: "/client/v2.js", headers: page }),
  },
  {
    name: "HEAD of the browser library",
    status: 200,
    wire: () => ({ method: "HEAD", path: "/client/v2.js" }),
  },
  {
    name: "the browser library's types",
    status: 200,
    wire: () => ({ method: "GET", path: "/client/v2.d.ts" }),
  },
  {
    name: "an unknown file of the browser library",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({ method: "GET", path: "/client/v9.js" }),
  },
  { name: "POST to the browser library", ...notAllowed, wire: () => post("/client/v2.js", {}) },
  {
    name: "an authenticator's icon",
    status: 200,
    wire: () => ({ method: "GET", path: icon, headers: page }),
  },
  {
    name: "HEAD of an authenticator's icon",
    status: 200,
    wire: () => ({ method: "HEAD", path: icon }),
  },
  {
    name: "the icon of an unknown authenticator",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({ method: "GET", path: icon.replace("d5", "00") }),
  },
  { name: "POST to an authenticator's icon", ...notAllowed, wire: () => post(icon, {}) },
  {
    name: "the logo of a tenancy without a logo",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ tenancy }) => ({ method: "GET", path: `/logo/${tenancy.id}/0123456789abcdef` }),
  },
  {
    name: "metrics",
    status: 200,
    wire: () => ({
      method: "GET",
      path: "/metrics",
      headers: { authorization: `Bearer ${metricsToken}` },
    }),
  },
  {
    name: "metrics without the token",
    ...forbidden,
    wire: () => ({ method: "GET", path: "/metrics" }),
  },
  {
    name: "POST to metrics",
    ...notAllowed,
    wire: () => post("/metrics", {}, { authorization: `Bearer ${metricsToken}` }),
  },
  {
    name: "an event of Resend without a secret for them",
    status: 404,
    tag: "@error/NotFound",
    wire: () => post("/hooks/email/resend", {}),
  },
  {
    name: "GET of where Resend sends events",
    ...notAllowed,
    wire: () => ({ method: "GET", path: "/hooks/email/resend" }),
  },
  {
    name: "a path that the API doesn't have",
    status: 404,
    tag: "@error/NotFound",
    wire: () => post("/signup", {}),
  },
  {
    name: "a request id sent by the client",
    status: 200,
    wire: () => ({
      method: "GET",
      path: "/healthz",
      headers: { "x-request-id": "caller-0123456789" },
    }),
  },
  {
    name: "a malformed request id",
    status: 200,
    wire: () => ({ method: "GET", path: "/healthz", headers: { "x-request-id": "a b" } }),
  },
];
