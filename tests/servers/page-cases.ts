import { options, signInOptions, signInVerification, verification } from "./passkey-paths";
import { asPage, forbidden, invalid, json, notAllowed, type ServerCase } from "./server-case";
import { exhaust, page } from "./server-fixture";

export const pageCases: ServerCase[] = [
  {
    name: "a page of another origin",
    ...forbidden,
    wire: () => asPage(options, {}, { origin: "https://evil.test" }),
  },
  {
    name: "another client id",
    ...forbidden,
    wire: ({ stranger }) => asPage(options, {}, { "x-client-id": stranger.clientId }),
  },
  {
    name: "a page of an unknown tenancy",
    status: 404,
    tag: "@error/InvalidTenancy",
    tenancyIdOf: ({ service }) => service.createId(),
    wire: () => asPage(options, {}),
  },
  {
    name: "a page with an invalid tenancy id",
    status: 404,
    tag: "@error/InvalidTenancy",
    tenancyIdOf: () => "unknown",
    wire: () => asPage(options, {}),
  },
  {
    name: "a page of a suspended tenancy",
    status: 404,
    tag: "@error/InvalidTenancy",
    tenancyIdOf: ({ suspended }) => suspended.id,
    wire: () => asPage(options, {}),
  },
  {
    name: "too many options",
    status: 429,
    tag: "@error/RateLimited",
    tenancyIdOf: ({ exhausted }) => exhausted.id,
    wire: async (fixture) => {
      await exhaust(fixture, options);
      return asPage(options, {});
    },
  },
  {
    name: "too many verifications",
    status: 429,
    tag: "@error/RateLimited",
    tenancyIdOf: ({ exhausted }) => exhausted.id,
    wire: async (fixture) => {
      await exhaust(fixture, verification);
      return asPage(verification, {});
    },
  },
  {
    name: "an allowed preflight",
    status: 204,
    wire: () => ({
      method: "OPTIONS",
      path: options,
      headers: { ...page, "access-control-request-method": "POST" },
    }),
  },
  {
    name: "a refused preflight",
    ...forbidden,
    wire: () => ({
      method: "OPTIONS",
      path: options,
      headers: { origin: "https://evil.test", "access-control-request-method": "POST" },
    }),
  },
  {
    name: "OPTIONS without an origin",
    status: 204,
    wire: () => ({ method: "OPTIONS", path: signInOptions }),
  },
  {
    name: "a page's wrong method",
    ...notAllowed,
    wire: () => ({ method: "DELETE", path: signInVerification, headers: page }),
  },
  {
    name: "a page's PUT",
    ...notAllowed,
    wire: () => ({ method: "PUT", path: options, headers: page, body: {} }),
  },
  { name: "a page's malformed JSON", ...invalid, wire: () => asPage(signInOptions, "{", json) },
  {
    name: "a page's body over 64 KiB",
    status: 413,
    tag: "@error/PayloadTooLarge",
    wire: () => asPage(signInOptions, { email: "x".repeat(65_536) }),
  },
  {
    name: "a page's other media type",
    status: 415,
    tag: "@error/UnsupportedMediaType",
    wire: () => asPage(signInOptions, "{}", { "content-type": "text/plain" }),
  },
];
