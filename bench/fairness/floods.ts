import { createHash } from "node:crypto";
import type { Answer, Client } from "./client";
import { asBackend, newAddress, random, type Tenant } from "./tenant";

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

/** Every kind of endpoint that one tenancy can flood. */
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
  "hosted sign-in page": (tenant, client) => () => {
    const query = new URLSearchParams({
      redirect_uri: tenant.redirectUri,
      state: random(8),
      code_challenge: createHash("sha256").update(random(32)).digest("base64url"),
    });
    return client({ method: "GET", path: `/auth/${tenant.id}/sign-in?${query}` });
  },
} satisfies Record<string, Flood> as Record<string, Flood>;
