import { beginAuthentication, beginRegistration } from "@/lib/testing/ceremonies";
import { challengeCases } from "./challenge-cases";
import {
  asPage,
  forbidden,
  invalid,
  invalidCode,
  invalidToken,
  json,
  notAllowed,
  post,
  unknownToken,
  username,
  type DoorCase,
} from "./door-case";
import { vaultCases } from "./vault-cases";
import { newDevice, page, registerSomebody, somebody, type World } from "./world";

/** Confirmed for a tenancy by whoever runs the cases. */
export const confirmedHost = "passkeys.example.com";
/** `METRICS_TOKEN` of both doors. */
export const metricsToken = "metrics-token-of-the-doors";

const [authorize, options, verification] = [
  "passkey/registration/authorize",
  "passkey/registration/options",
  "passkey/registration/verification",
];
const [authorizeSignIn, signInOptions, signInVerification] = [
  "passkey/authentication/authorize",
  "passkey/authentication/options",
  "passkey/authentication/verification",
];

const icon = "/aaguid/d548826e-79b4-db40-a3d8-11116f7e8349/icon.svg";

async function registrationToken({ tenancy }: World): Promise<unknown> {
  return (await tenancy.backend("POST", authorize, somebody())).body["registrationToken"];
}

const registrations: DoorCase[] = [
  {
    name: "authorize registration",
    status: 200,
    tag: "AuthorizedPasskeyRegistration",
    wire: ({ key }) => post(authorize, somebody(), key),
  },
  {
    name: "prepare registration",
    status: 200,
    tag: "PreparedPasskeyRegistration",
    wire: ({ key }) => post("passkey/registration/prepare", somebody(), key),
  },
  { name: "no key", ...forbidden, wire: () => post(authorize, username) },
  { name: "no key from a page", ...forbidden, wire: () => asPage(authorize, username) },
  {
    name: "a foreign key",
    ...forbidden,
    wire: ({ stranger }) =>
      post(authorize, username, { authorization: `Bearer ${stranger.apiKey}` }),
  },
  {
    name: "a key at an unknown tenancy",
    ...forbidden,
    whose: ({ service }) => service.createId(),
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
      post(authorize, somebody(), { ...key, "content-type": "Application/JSON; charset=utf-8" }),
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
    name: "an email of no address",
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
    name: "a preflight where a key belongs",
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
    wire: async (world) => asPage(options, { registrationToken: await registrationToken(world) }),
  },
  {
    name: "self-service registration options",
    status: 200,
    tag: "RegistrationOptions",
    wire: () => asPage(options, { email: "grace@example.com", givenName: "Grace" }),
  },
  {
    name: "self-service for a held email",
    status: 409,
    tag: "@error/DuplicateEmail",
    async wire({ tenancy }) {
      const device = newDevice();
      const { sessionToken, optionsJSON } = await beginRegistration(tenancy, {
        username: "held@example.com",
      });
      // Refused from the second time on, when the user has it; held either way.
      await tenancy.browser("POST", verification, {
        sessionToken,
        response: device.register(optionsJSON),
      });
      return asPage(options, { email: "held@example.com" });
    },
  },
  {
    name: "a registration token used twice",
    ...invalidToken,
    async wire(world) {
      const token = await registrationToken(world);
      await world.tenancy.browser("POST", options, { registrationToken: token });
      return asPage(options, { registrationToken: token });
    },
  },
  {
    name: "registration verification",
    status: 200,
    tag: "RegistrationSuccess",
    async wire({ tenancy }) {
      const { sessionToken, optionsJSON } = await beginRegistration(tenancy, {
        ...somebody(),
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
      const { sessionToken, optionsJSON } = await beginRegistration(tenancy, somebody());
      return asPage(verification, {
        sessionToken,
        response: newDevice().register(optionsJSON, { origin: "https://evil.test" }),
      });
    },
  },
];

const pages: DoorCase[] = [
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
    whose: ({ service }) => service.createId(),
    wire: () => asPage(options, {}),
  },
  {
    name: "a page of no tenancy's id",
    status: 404,
    tag: "@error/InvalidTenancy",
    whose: () => "nobody",
    wire: () => asPage(options, {}),
  },
  {
    name: "a page of a suspended tenancy",
    status: 404,
    tag: "@error/InvalidTenancy",
    whose: ({ suspended }) => suspended.id,
    wire: () => asPage(options, {}),
  },
  {
    name: "too many options",
    status: 429,
    tag: "@error/RateLimited",
    whose: ({ exhausted }) => exhausted.id,
    wire: () => asPage(options, {}),
  },
  {
    name: "too many verifications",
    status: 429,
    tag: "@error/RateLimited",
    whose: ({ exhausted }) => exhausted.id,
    wire: () => asPage(verification, {}),
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

const signIns: DoorCase[] = [
  {
    name: "authorize sign-in",
    status: 200,
    tag: "AuthorizedPasskeyAuthentication",
    wire: ({ key }) => post(authorizeSignIn, { discoverable: true, purpose: "pay" }, key),
  },
  {
    name: "authorize sign-in of a user and an empty list",
    status: 200,
    tag: "AuthorizedPasskeyAuthentication",
    wire: async (world) =>
      post(
        authorizeSignIn,
        { userId: (await registerSomebody(world)).principal.userId, allowCredentials: [] },
        world.key,
      ),
  },
  {
    name: "prepare sign-in with an empty list",
    status: 200,
    tag: "PreparedPasskeyAuthentication",
    wire: ({ key }) => post("passkey/authentication/prepare", { allowCredentials: [] }, key),
  },
  {
    name: "self-service sign-in options with an empty list",
    status: 200,
    tag: "AuthenticationOptions",
    wire: () => asPage(signInOptions, { allowCredentials: [] }),
  },
  {
    name: "authorize sign-in of nobody",
    ...invalid,
    wire: ({ key }) => post(authorizeSignIn, {}, key),
  },
  {
    name: "prepare sign-in",
    status: 200,
    tag: "PreparedPasskeyAuthentication",
    wire: ({ key }) => post("passkey/authentication/prepare", {}, key),
  },
  {
    name: "self-service sign-in options",
    status: 200,
    tag: "AuthenticationOptions",
    wire: () => asPage(signInOptions, {}),
  },
  {
    name: "sign-in options for an unknown email",
    status: 200,
    tag: "AuthenticationOptions",
    wire: () => asPage(signInOptions, { email: "nobody@example.com" }),
  },
  {
    name: "autofill for an account",
    ...invalid,
    wire: () => asPage(signInOptions, { email: "nobody@example.com", mediation: "conditional" }),
  },
  {
    name: "sign-in options for a token",
    status: 200,
    tag: "AuthenticationOptions",
    async wire({ tenancy }) {
      const { authenticationToken } = (
        await tenancy.backend("POST", authorizeSignIn, { discoverable: true })
      ).body;
      return asPage(signInOptions, { authenticationToken });
    },
  },
  {
    name: "sign-in verification",
    status: 200,
    tag: "AuthenticationSuccess",
    async wire(world) {
      const { device } = await registerSomebody(world);
      const { sessionToken, optionsJSON } = await beginAuthentication(world.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON),
      });
    },
  },
  {
    name: "a sign-in with a bad signature",
    status: 400,
    tag: "@error/VerificationFailed",
    async wire(world) {
      const { device } = await registerSomebody(world);
      const { sessionToken, optionsJSON } = await beginAuthentication(world.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON, { signature: "other-data" }),
      });
    },
  },
  {
    name: "a sign-in with a passkey of nobody",
    status: 404,
    tag: "@error/PasskeyNotFound",
    async wire(world) {
      const { device } = await registerSomebody(world);
      const { sessionToken, optionsJSON } = await beginAuthentication(world.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON, { id: unknownToken }),
      });
    },
  },
  {
    name: "a sign-in with a disabled passkey",
    status: 403,
    tag: "@error/PasskeyDisabled",
    async wire(world) {
      const { device, principal } = await registerSomebody(world);
      await world.service.db.passkey.updateMany({
        where: { tenancyId: world.tenancy.id, id: principal.authenticatorId },
        data: { disabledAt: new Date(world.service.clock.now()) },
      });
      const { sessionToken, optionsJSON } = await beginAuthentication(world.tenancy);
      return asPage(signInVerification, {
        sessionToken,
        response: device.authenticate(optionsJSON),
      });
    },
  },
  {
    name: "an unknown session",
    ...invalidToken,
    wire: () =>
      asPage(signInVerification, {
        sessionToken: unknownToken,
        response: newDevice().authenticate({ challenge: "AA" }, { answerWith: stray() }),
      }),
  },
];

/** A credential that no server has seen. */
function stray() {
  const device = newDevice();
  device.register({
    rp: { name: "" },
    user: { id: "AA", name: "", displayName: "" },
    challenge: "AA",
    pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  });
  const [credential] = device.credentials;
  if (credential === undefined) throw new Error("the device kept nothing");
  return credential;
}

const principalOf = async (world: World) => `principal/${(await registerSomebody(world)).code}`;
const userOf = async (world: Pick<World, "tenancy">) =>
  `user/${(await registerSomebody(world)).principal.sub}`;

const principals: DoorCase[] = [
  {
    name: "GET principal",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (world) => ({ method: "GET", path: await principalOf(world), headers: world.key }),
  },
  {
    name: "POST principal without a body",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (world) => ({ method: "POST", path: await principalOf(world), headers: world.key }),
  },
  {
    name: "POST principal with a user id",
    status: 200,
    tag: "ExtendedPrincipal",
    wire: async (world) => post(await principalOf(world), { userId: somebody().userId }, world.key),
  },
  {
    name: "POST principal with a verifier that was not asked for",
    ...invalidCode,
    wire: async (world) =>
      post(await principalOf(world), { code_verifier: "v".repeat(43) }, world.key),
  },
  {
    name: "an unknown code",
    ...invalidCode,
    wire: ({ key }) => ({ method: "GET", path: `principal/${unknownToken}`, headers: key }),
  },
  {
    name: "a code without a key",
    ...forbidden,
    wire: async (world) => ({ method: "GET", path: await principalOf(world) }),
  },
  {
    name: "HEAD principal",
    ...notAllowed,
    wire: async (world) => ({ method: "HEAD", path: await principalOf(world), headers: world.key }),
  },
  ...Object.entries({
    "U+0000": "a%00b",
    "an encoded slash": "a%2Fb",
    "8,000 characters": "a".repeat(8_000),
    "an object's notation": "%7B%7D",
  }).flatMap(([name, segment]): DoorCase[] => [
    {
      name: `${name} as code`,
      ...invalidCode,
      wire: ({ key }) => ({ method: "GET", path: `principal/${segment}`, headers: key }),
    },
    {
      name: `${name} as code, by POST`,
      ...invalidCode,
      wire: ({ key }) => post(`principal/${segment}`, {}, key),
    },
    {
      name: `${name} as token`,
      ...invalidCode,
      mount: "older",
      wire: ({ key }) => ({ method: "GET", path: `token/${segment}`, headers: key }),
    },
    {
      name: `${name} as passkey id`,
      status: 404,
      tag: "@error/NotFound",
      wire: ({ key }) => ({ method: "GET", path: `passkeys/${segment}`, headers: key }),
    },
    {
      name: `${name} as passkey id, by DELETE`,
      status: 404,
      tag: "@error/NotFound",
      wire: ({ key }) => ({ method: "DELETE", path: `passkeys/${segment}`, headers: key }),
    },
  ]),
  {
    name: "GET token",
    status: 200,
    mount: "older",
    wire: async (world) => ({
      method: "GET",
      path: `token/${(await registerSomebody(world)).code}`,
      headers: world.key,
    }),
  },
  {
    name: "an unknown token",
    ...invalidCode,
    mount: "older",
    wire: ({ key }) => ({ method: "GET", path: `token/${unknownToken}`, headers: key }),
  },
  {
    name: "HEAD token",
    ...notAllowed,
    mount: "older",
    wire: async (world) => ({
      method: "HEAD",
      path: `token/${(await registerSomebody(world)).code}`,
      headers: world.key,
    }),
  },
  {
    name: "a token by POST",
    ...notAllowed,
    mount: "older",
    wire: ({ key }) => post(`token/${unknownToken}`, {}, key),
  },
  {
    name: "a token on the current mount",
    status: 404,
    tag: "@error/NotFound",
    mount: "current",
    wire: ({ key }) => ({ method: "GET", path: `token/${unknownToken}`, headers: key }),
  },
];

const users: DoorCase[] = [
  {
    name: "GET user",
    status: 200,
    wire: async (world) => ({ method: "GET", path: await userOf(world), headers: world.key }),
  },
  {
    name: "GET user with a body",
    status: 200,
    wire: async (world) => ({
      method: "GET",
      path: await userOf(world),
      headers: { ...world.key, ...json, "content-length": 2 },
      body: "{}",
    }),
  },
  {
    name: "HEAD user",
    status: 200,
    wire: async (world) => ({ method: "HEAD", path: await userOf(world), headers: world.key }),
  },
  {
    name: "PATCH user",
    status: 200,
    wire: async (world) => ({
      method: "PATCH",
      path: await userOf(world),
      headers: world.key,
      body: { givenName: "Grace", familyName: "" },
    }),
  },
  {
    name: "PATCH user's email",
    ...invalid,
    wire: async (world) => ({
      method: "PATCH",
      path: await userOf(world),
      headers: world.key,
      body: { email: "x@example.com" },
    }),
  },
  {
    name: "another tenancy's user",
    status: 404,
    tag: "@error/NotFound",
    wire: async ({ stranger, key }) => ({
      method: "GET",
      path: await userOf({ tenancy: stranger }),
      headers: key,
    }),
  },
  {
    name: "an unknown user",
    status: 404,
    tag: "@error/NotFound",
    wire: ({ service, key }) => ({
      method: "GET",
      path: `user/${service.createId()}`,
      headers: key,
    }),
  },
  {
    name: "a user without a key",
    ...forbidden,
    wire: ({ service }) => ({ method: "GET", path: `user/${service.createId()}` }),
  },
  {
    name: "U+0000 in a sub",
    ...invalid,
    wire: ({ key }) => ({ method: "GET", path: "user/%00", headers: key }),
  },
  {
    name: "DELETE user",
    ...notAllowed,
    wire: ({ service, key }) => ({
      method: "DELETE",
      path: `user/${service.createId()}`,
      headers: key,
    }),
  },
];

const unknowns: DoorCase[] = [
  "nothing",
  "passkey",
  "passkey/registration",
  "passkey/registration/authorize/more",
  "principal",
  "user",
  "a%2Fb",
  "%E2%98%83",
].map((path) => ({
  name: `unknown path ${path}`,
  status: 404,
  tag: "@error/NotFound",
  wire: ({ key }) => ({ method: "GET", path, headers: key }),
}));

/** From the root; served once each. */
export const rootCases: DoorCase[] = [
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
    name: "related origins of a host that nobody confirmed",
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
    name: "related origins of a host that a client names beside the true one",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({
      method: "GET",
      path: "/.well-known/webauthn",
      headers: { host: "other.test", "x-forwarded-host": confirmedHost },
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
    name: "no file of the browser library",
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
    name: "the icon of no authenticator",
    status: 404,
    tag: "@error/NotFound",
    wire: () => ({ method: "GET", path: icon.replace("d5", "00") }),
  },
  { name: "POST to an authenticator's icon", ...notAllowed, wire: () => post(icon, {}) },
  {
    name: "the logo of a tenancy that has none",
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
    name: "metrics without their token",
    ...forbidden,
    wire: () => ({ method: "GET", path: "/metrics" }),
  },
  {
    name: "POST to metrics",
    ...notAllowed,
    wire: () => post("/metrics", {}, { authorization: `Bearer ${metricsToken}` }),
  },
  {
    name: "a given request id",
    status: 200,
    wire: () => ({
      method: "GET",
      path: "/healthz",
      headers: { "x-request-id": "caller-0123456789" },
    }),
  },
  {
    name: "a request id that is not well formed",
    status: 200,
    wire: () => ({ method: "GET", path: "/healthz", headers: { "x-request-id": "a b" } }),
  },
];

export const tenancyCases: DoorCase[] = [
  ...registrations,
  ...pages,
  ...signIns,
  ...principals,
  ...users,
  ...vaultCases,
  ...challengeCases,
  ...unknowns,
];
