import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { createSend } from "@/bench/load";
import { signAssertion } from "@/bench/population";
import type { Installation } from "@/bench/targets/installation";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import type { Sample } from "./fill";

/** Requests by name. They build on each other, so a round sends all of them in order. */
export type Requests = Record<string, () => Promise<unknown>>;

const random = (bytes: number) => randomBytes(bytes).toString("base64url");

/** Resolves when the first page of a stream arrives, and reads no further. */
function readStart(port: number, agent: Agent, path: string, apiKey: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: "127.0.0.1", port, path, headers: { authorization: `Bearer ${apiKey}` } },
      (incoming) => {
        if (incoming.statusCode !== 200)
          return reject(new Error(`${path} answered ${incoming.statusCode}`));
        incoming.once("data", () => {
          outgoing.destroy();
          resolve();
        });
        incoming.on("error", () => undefined);
      },
    );
    outgoing.on("error", reject).end();
  });
}

/**
 * Every endpoint of the API on a filled installation. A round signs in with one of the samples, and
 * adds and removes its own users, so that the size stays the same.
 */
export function openEndpoints(
  port: number,
  { origin, apiKey }: Installation,
  samples: Sample[],
): { requests: Requests; close(): void } {
  const send = createSend(port, 1);
  const agent = new Agent({ keepAlive: true });
  let round = 0;
  let sample = samples[0] as Sample;
  let path = "";
  let browser: Record<string, string> = {};
  // What a request passes to later ones of its round.
  const kept = { authentication: "", session: "", assertion: {}, code: "", token: "" };
  let registered = { options: {} as never, session: "", passkeyId: "", userId: "" };
  let challenge = { challengeId: "", secret: "", code: "" };
  const imported = { first: "", second: "" };

  const begin = () => {
    sample = samples[(round * 7919) % samples.length] as Sample;
    round++;
    path = `/v2/${sample.tenancyId}`;
    // Limits count by address, so every round has its own.
    browser = {
      origin,
      "x-forwarded-for": `10.${2 + (round >> 16)}.${(round >> 8) & 255}.${round & 255}`,
    };
  };
  const headers = { authorization: `Bearer ${apiKey}` };
  const get = async (tail: string) =>
    (await send({ method: "GET", path: `${path}/${tail}`, headers })).body;
  const backend = async (
    method: "POST" | "PATCH" | "DELETE",
    tail: string,
    body?: object | string,
  ) =>
    (
      await send({
        method,
        path: `${path}/${tail}`,
        headers,
        ...(body === undefined ? {} : { body }),
      })
    ).body;
  const page = async (tail: string, body: object) =>
    (await send({ method: "POST", path: `${path}/${tail}`, headers: browser, body })).body;
  /** A lookup without a key. */
  const lookUp = (family: string) =>
    send({ method: "GET", path: `${path}/${family}/${sample.passkeyId}`, headers: browser });
  /** A prepared token's request and its exchange. */
  const prepared = (name: string, field: string, body: () => object): Requests => ({
    [`prepare passkey ${name}`]: async () => {
      kept.token = String((await backend("POST", `passkeys/${name}`, body()))[field]);
    },
    [`exchange passkey ${name}`]: () => page(`passkeys/${name}/exchange`, { [field]: kept.token }),
  });
  const importLine = (userId: string) =>
    JSON.stringify({
      credentialId: random(32),
      publicKey: sample.publicKey.toString("base64url"),
      userHandle: random(32),
      username: userId,
      user: { userId },
    });

  const requests: Requests = {
    "authorize authentication": async () => {
      begin();
      const { authenticationToken } = await backend("POST", "passkey/authentication/authorize", {
        userId: sample.userId,
      });
      kept.authentication = String(authenticationToken);
    },
    "options, authorized": () =>
      page("passkey/authentication/options", { authenticationToken: kept.authentication }),
    options: async () => {
      const { sessionToken, optionsJSON } = await page("passkey/authentication/options", {});
      kept.session = String(sessionToken);
      const { challenge } = optionsJSON as { challenge: string };
      kept.assertion = signAssertion(sample, challenge, origin);
    },
    verification: async () => {
      const { session: sessionToken, assertion: response } = kept;
      const tail = "passkey/authentication/verification";
      kept.code = String((await page(tail, { sessionToken, response }))["code"]);
    },
    exchange: () => get(`principal/${kept.code}`),
    "authorize registration": async () => {
      const userId = `new-${random(9)}`;
      const { registrationToken } = await backend("POST", "passkey/registration/authorize", {
        username: `${userId}@example.com`,
        userId,
      });
      registered = { ...registered, userId };
      kept.token = String(registrationToken);
    },
    "registration options": async () => {
      const { sessionToken, optionsJSON } = await page("passkey/registration/options", {
        registrationToken: kept.token,
      });
      registered = { ...registered, session: String(sessionToken), options: optionsJSON as never };
    },
    "registration verification": async () => {
      const device = createSoftwareAuthenticator({ origin });
      const response = device.register(registered.options);
      const { code, principal } = await page("passkey/registration/verification", {
        sessionToken: registered.session,
        response,
      });
      kept.code = String(code);
      const { authenticatorId } = principal as { authenticatorId: string };
      registered = { ...registered, passkeyId: authenticatorId };
    },
    "exchange, older path": async () => {
      const older = `/${sample.tenancyId}/token/${kept.code}`;
      await send({ method: "GET", path: older, headers });
    },
    "list passkeys": () => get("passkeys"),
    "list disabled passkeys": () => get("passkeys?enabled=false"),
    "list a user's passkeys": () => get(`passkeys?userId=${sample.userId}`),
    "get passkey": () => get(`passkeys/${sample.passkeyId}`),
    "legacy lookup": () => lookUp("credential"),
    "legacy lookup of several": () => lookUp("credentials"),
    "export, first page": () => readStart(port, agent, `${path}/passkeys/export`, apiKey),
    "import two passkeys": async () => {
      Object.assign(imported, { first: `new-${random(9)}`, second: `new-${random(9)}` });
      const { first, second } = imported;
      await backend("POST", "passkeys/import", `${importLine(first)}\n${importLine(second)}\n`);
    },
    "update passkey": () =>
      backend("PATCH", `passkeys/${registered.passkeyId}`, { username: "ada@example.com" }),
    "rename a user's passkeys": () =>
      backend("PATCH", `users/${registered.userId}/passkeys`, { username: "bob@example.com" }),
    ...prepared("update", "updatePasskeysToken", () => ({
      userId: registered.userId,
      username: "carol@example.com",
    })),
    ...prepared("prune", "prunePasskeysToken", () => ({ userId: sample.userId })),
    ...prepared("delete", "deletePasskeysToken", () => ({ userId: imported.first })),
    "delete a user's passkeys": () => backend("DELETE", `users/${imported.second}/passkeys`),
    "delete passkey": () => backend("DELETE", `passkeys/${registered.passkeyId}`),
    "get user": () => get(`user/${sample.sub}`),
    "update user": () => backend("PATCH", `user/${sample.sub}`, { givenName: `Given${round}` }),
    "create challenge": async () => {
      const created = await backend("POST", "challenges", {
        purpose: "login",
        email: `${random(9)}@example.com`,
        sendEmail: false,
      });
      challenge = created["challenge"] as typeof challenge;
    },
    "get challenge": () => get(`challenges/${challenge.challengeId}`),
    "verify challenge": () => {
      const { challengeId, secret, code } = challenge;
      return backend("POST", "challenges/verify", { challengeId, secret, code });
    },
    "delete challenge": () => backend("DELETE", `challenges/${challenge.challengeId}`),
  };
  return {
    requests,
    close() {
      send.close();
      agent.destroy();
    },
  };
}
