import { beginRegistration } from "@/testing/ceremonies";
import { authorize, options, verification } from "./passkey-paths";
import {
  asPage,
  forbidden,
  invalid,
  invalidToken,
  json,
  notAllowed,
  post,
  type ServerCase,
  username,
} from "./server-case";
import { newDevice, newUser, page, type ServerFixture } from "./server-fixture";

async function registrationToken({ tenancy }: ServerFixture): Promise<unknown> {
  return (await tenancy.backend("POST", authorize, newUser())).body["registrationToken"];
}

export const registrationCases: ServerCase[] = [
  {
    name: "authorize registration",
    status: 200,
    tag: "AuthorizedPasskeyRegistration",
    wire: ({ key }) => post(authorize, newUser(), key),
  },
  {
    name: "prepare registration",
    status: 200,
    tag: "PreparedPasskeyRegistration",
    wire: ({ key }) => post("passkey/registration/prepare", newUser(), key),
  },
  { name: "no key", ...forbidden, wire: () => post(authorize, username) },
  { name: "no key from a page", ...forbidden, wire: () => asPage(authorize, username) },
  {
    name: "another tenancy's key",
    ...forbidden,
    wire: ({ stranger }) =>
      post(authorize, username, { authorization: `Bearer ${stranger.apiKey}` }),
  },
  {
    name: "a key at an unknown tenancy",
    ...forbidden,
    tenancyIdOf: ({ service }) => service.createId(),
    wire: ({ key }) => post(authorize, username, key),
  },
  {
    name: "another media type",
    status: 415,
    tag: "@error/UnsupportedMediaType",
    wire: ({ key }) => post(authorize, "username=ada", { ...key, "content-type": "text/plain" }),
  },
  {
    name: "a media type with parameters",
    status: 200,
    wire: ({ key }) =>
      post(authorize, newUser(), { ...key, "content-type": "Application/JSON; charset=utf-8" }),
  },
  {
    name: "no media type",
    status: 415,
    tag: "@error/UnsupportedMediaType",
    wire: ({ key }) => post(authorize, "{}", key),
  },
  {
    name: "a content encoding",
    status: 415,
    tag: "@error/UnsupportedMediaType",
    wire: ({ key }) => post(authorize, "{}", { ...key, ...json, "content-encoding": "gzip" }),
  },
  {
    name: "a declared body over 64 KiB",
    status: 413,
    tag: "@error/PayloadTooLarge",
    wire: ({ key }) => post(authorize, { username: "x".repeat(65_536) }, key),
  },
  {
    name: "an undeclared body over 64 KiB",
    status: 413,
    tag: "@error/PayloadTooLarge",
    wire: ({ key }) =>
      post(authorize, { username: "x".repeat(65_536) }, { ...key, "transfer-encoding": "chunked" }),
  },
  {
    name: "malformed JSON",
    ...invalid,
    wire: ({ key }) => post(authorize, "{", { ...key, ...json }),
  },
  {
    name: "an empty body",
    ...invalid,
    wire: ({ key }) => post(authorize, "", { ...key, ...json }),
  },
  {
    name: "a body of another shape",
    ...invalid,
    wire: ({ key }) => post(authorize, { username: { not: "" } }, key),
  },
  {
    name: "U+0000 in a string",
    ...invalid,
    wire: ({ key }) => post(authorize, { username: "a\u0000b" }, key),
  },
  {
    name: "an invalid email",
    status: 400,
    tag: "@error/InvalidEmail",
    wire: ({ key }) => post(authorize, { username: "ada", email: "no address" }, key),
  },
  {
    name: "another method than POST",
    ...notAllowed,
    wire: ({ key }) => ({ method: "GET", path: authorize, headers: key }),
  },
  {
    name: "a preflight of an endpoint that requires a key",
    ...notAllowed,
    wire: () => ({
      method: "OPTIONS",
      path: authorize,
      headers: { ...page, "access-control-request-method": "POST" },
    }),
  },
  {
    name: "registration options for a token",
    status: 200,
    tag: "RegistrationOptions",
    wire: async (fixture) =>
      asPage(options, { registrationToken: await registrationToken(fixture) }),
  },
  {
    name: "self-service registration options",
    status: 200,
    tag: "RegistrationOptions",
    wire: () => asPage(options, { email: "grace@example.com", givenName: "Grace" }),
  },
  {
    name: "self-service with an owned email",
    status: 409,
    tag: "@error/DuplicateEmail",
    async wire({ tenancy }) {
      const device = newDevice();
      const { sessionToken, optionsJSON } = await beginRegistration(tenancy, {
        username: "owned@example.com",
      });
      // Fails from the second run on, because the first run created the owner.
      await tenancy.browser("POST", verification, {
        sessionToken,
        response: device.register(optionsJSON),
      });
      return asPage(options, { email: "owned@example.com" });
    },
  },
  {
    name: "a registration token used twice",
    ...invalidToken,
    async wire(fixture) {
      const token = await registrationToken(fixture);
      await fixture.tenancy.browser("POST", options, { registrationToken: token });
      return asPage(options, { registrationToken: token });
    },
  },
  {
    name: "registration verification",
    status: 200,
    tag: "RegistrationSuccess",
    async wire({ tenancy }) {
      const { sessionToken, optionsJSON } = await beginRegistration(tenancy, {
        ...newUser(),
        givenName: "Ada",
        familyName: "Lovelace",
      });
      return asPage(verification, { sessionToken, response: newDevice().register(optionsJSON) });
    },
  },
  {
    name: "a registration from another origin",
    status: 400,
    tag: "@error/VerificationFailed",
    async wire({ tenancy }) {
      const { sessionToken, optionsJSON } = await beginRegistration(tenancy, newUser());
      return asPage(verification, {
        sessionToken,
        response: newDevice().register(optionsJSON, { origin: "https://evil.test" }),
      });
    },
  },
];
