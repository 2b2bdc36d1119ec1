import { randomInt } from "node:crypto";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { maxPasskeysPerUser } from "@/lib/contract/fields";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import type { Answer, Client } from "./client";
import { createCostlyDevice } from "./costly-attestation";
import { asBackend, fromAnywhere, hostedPage, newAddress, random, type Tenant } from "./tenant";

/** Sends one call of a flood. */
type SendNext = () => Promise<Answer>;

type Flood = (tenant: Tenant, client: Client) => SendNext | Promise<SendNext>;

const post = ({ id }: Tenant, path: string, body: object) => ({
  method: "POST" as const,
  path: `/v2/${id}/${path}`,
  body,
});
const fieldOf = ({ text }: Answer, name: string) =>
  String((JSON.parse(text) as Record<string, unknown>)[name]);

const createChallenge = (tenant: Tenant, client: Client, more: object = {}) =>
  client({
    ...post(tenant, "challenges", {
      purpose: "login",
      email: newAddress(),
      sendEmail: false,
      ...more,
    }),
    headers: asBackend(tenant),
  });

const linesPerImport = 5;
// The COSE key of a discarded P-256 pair. Import checks only its form.
const publicKey =
  "pQECAyYgASFYIDgtd1_8zBiCDBwy9Iw2nVZKQHJXm_oUkC7RYTzpcliZIlggnPoXWkoqnPKlr2dCUml0B4fvMrIINCn7gOWe_JXv0Fg";
const importLine = () =>
  `${JSON.stringify({
    credentialId: random(32),
    publicKey,
    userHandle: random(32),
    username: "ada",
    user: { userId: `user-${random(9)}` },
  })}\n`;

/** Begins a registration as a backend and its page. */
async function beginRegistration(tenant: Tenant, client: Client): Promise<Answer> {
  const authorized = await client({
    ...post(tenant, "passkey/registration/authorize", {
      username: newAddress(),
      userId: `user-${random(9)}`,
    }),
    headers: asBackend(tenant),
  });
  if (authorized.status !== 200) return authorized;
  const registrationToken = fieldOf(authorized, "registrationToken");
  return client({
    ...post(tenant, "passkey/registration/options", { registrationToken }),
    headers: { origin: tenant.origin },
  });
}

const madeUp = (tenant: Tenant) => ({ ...tenant, id: createId(systemClock.now()) });

const get = (client: Client, path: string, headers: Record<string, string>) =>
  client({ method: "GET", path, headers });

/** The flood under which a server starts. */
export const madeUpOptions = "options of made-up tenancies";

/** What anyone can flood. The neighbour's visitors are measured, not its backend. */
const strangersFloods: Record<string, Flood> = {
  [madeUpOptions]: (tenant, client) => () =>
    client({
      ...post(madeUp(tenant), "passkey/authentication/options", {}),
      headers: { origin: tenant.origin },
    }),
  "hosted pages of made-up tenancies": (tenant, client) => () => client(hostedPage(madeUp(tenant))),
  "/llms-full.txt from many addresses": (_tenant, client) => () =>
    get(client, "/llms-full.txt", fromAnywhere()),
  "documentation from many addresses": (_tenant, client) => () =>
    get(client, "/docs/guides/production", fromAnywhere()),
  "unknown pages from one address": (_tenant, client) => () =>
    get(client, `/docs/${random(8)}`, { "x-forwarded-for": "203.0.113.9" }),
};

/** Floods of a development tenancy. Its limits refuse most of them. */
const developmentFloods: Record<string, Flood> = {
  "starts, verifications and exchanges of a development tenancy": (tenant, client) => {
    const headers = { origin: tenant.origin, "x-forwarded-for": "203.0.113.10" };
    const paths = [
      "passkey/authentication/options",
      "passkey/authentication/verification",
      "passkeys/update/exchange",
    ] as const;
    return () =>
      client({
        ...post(tenant, paths[randomInt(paths.length)] ?? paths[0], {
          updatePasskeysToken: random(32),
        }),
        headers,
      });
  },
};

/** Whether a flood is of a development tenancy. */
export const isDevelopmentFlood = (name: string) => name in developmentFloods;

/** Whether a flood needs no tenancy. */
export const isStrangersFlood = (name: string) => name in strangersFloods;

/** Every kind of request that can flood the server. */
export const floods = {
  "challenge creation": (tenant, client) => () => createChallenge(tenant, client),
  "challenge creation, invalidateOthers, one user": (tenant, client) => () =>
    createChallenge(tenant, client, { userId: "ada", invalidateOthers: true }),
  "challenge verify, wrong secret": async (tenant, client) => {
    const { challenge } = JSON.parse((await createChallenge(tenant, client)).text) as {
      challenge: { challengeId: string };
    };
    return () =>
      client({
        ...post(tenant, "challenges/verify", {
          challengeId: challenge.challengeId,
          secret: random(32),
          code: "000000",
        }),
        headers: asBackend(tenant),
      });
  },
  "registration authorize": (tenant, client) => () =>
    client({
      ...post(tenant, "passkey/registration/authorize", {
        username: newAddress(),
        userId: `user-${random(9)}`,
      }),
      headers: asBackend(tenant),
    }),
  "registrations with costly attestations": (tenant, client) => {
    const register = createCostlyDevice(tenant.origin);
    return async () => {
      const begun = await beginRegistration(tenant, client);
      if (begun.status !== 200) return begun;
      const { sessionToken, optionsJSON } = JSON.parse(begun.text) as {
        sessionToken: string;
        optionsJSON: PublicKeyCredentialCreationOptionsJSON;
      };
      return client({
        ...post(tenant, "passkey/registration/verification", {
          sessionToken,
          response: register(optionsJSON),
        }),
        headers: { origin: tenant.origin },
      });
    };
  },
  "authentication authorize, then options": (tenant, client) => async () => {
    const authorized = await client({
      ...post(tenant, "passkey/authentication/authorize", { discoverable: true }),
      headers: asBackend(tenant),
    });
    if (authorized.status !== 200) return authorized;
    const authenticationToken = fieldOf(authorized, "authenticationToken");
    return client({
      ...post(tenant, "passkey/authentication/options", { authenticationToken }),
      headers: { origin: tenant.origin },
    });
  },
  "vault list": (tenant, client) => () =>
    client({
      method: "GET",
      path: `/v2/${tenant.id}/passkeys?limit=100`,
      headers: asBackend(tenant),
    }),
  export: (tenant, client) => () =>
    client({
      method: "GET",
      path: `/v2/${tenant.id}/passkeys/export`,
      headers: { authorization: `Bearer ${tenant.exportKey}` },
    }),
  [`import of ${linesPerImport} lines`]: (tenant, client) => () =>
    client({
      method: "POST",
      path: `/v2/${tenant.id}/passkeys/import`,
      headers: { ...asBackend(tenant), "content-type": "application/x-ndjson" },
      body: Array.from({ length: linesPerImport }, importLine).join(""),
    }),
  "exchange of random codes": (tenant, client) => () =>
    client({
      method: "GET",
      path: `/v2/${tenant.id}/principal/${random(32)}`,
      headers: asBackend(tenant),
    }),
  "hosted sign-in page": (tenant, client) => () => client(hostedPage(tenant)),
  "options, as many allowCredentials as allowed": (tenant, client) => () =>
    client({
      ...post(tenant, "passkey/authentication/options", {
        allowCredentials: Array.from({ length: maxPasskeysPerUser }, () => random(16)),
      }),
      headers: { origin: tenant.origin },
    }),
  ...developmentFloods,
  ...strangersFloods,
} satisfies Record<string, Flood> as Record<string, Flood>;
