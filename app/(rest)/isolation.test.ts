import { expect, test } from "vitest";
import { sensitiveScopes } from "@/lib/contract/api-key-scope";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import type { ApiReply } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { challengeOf } from "@/testing/challenge-rules";
import { declaredRoutes } from "@/testing/declared-routes";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";

const run = provideService();

/**
 * The ids that each path parameter or body field may contain: one of tenancy A's, and one that does
 * not exist.
 */
const idsOf = ({
  sub,
  code,
  passkeyId,
  challengeId,
  apiKeyId,
  webhookId,
  missing,
}: Record<
  "sub" | "code" | "passkeyId" | "challengeId" | "apiKeyId" | "webhookId" | "missing",
  string
>): Record<string, [foreign: string, missing: string]> => ({
  sub: [sub, missing],
  code: [code, missing],
  token: [code, missing],
  userId: [sub, missing],
  allowCredentials: [passkeyId, missing],
  excludeCredentials: [passkeyId, missing],
  passkeyId: [passkeyId, missing],
  passkeyIds: [passkeyId, missing],
  challengeId: [challengeId, missing],
  apiKeyId: [apiKeyId, missing],
  webhookId: [webhookId, missing],
});

const bodies: Record<string, (id: string) => object> = {
  updateUser: () => ({ givenName: "Eve" }),
  updateUserUnversioned: () => ({ givenName: "Eve" }),
  exchangePrincipal: (id) => ({ userId: id }),
  authorizeRegistration: (id) => ({ username: "eve", userId: id, excludeCredentials: [id] }),
  prepareRegistration: (id) => ({ username: "eve", userId: id, excludeCredentials: [id] }),
  authorizeAuthentication: (id) => ({ allowCredentials: [id] }),
  prepareAuthentication: (id) => ({ allowCredentials: [id] }),
  updatePasskey: () => ({ username: "eve", enabled: false }),
  createUser: (id) => ({ userId: `${id}-new` }),
  changeUser: () => ({ givenName: "Eve", email: "eve@example.org" }),
  disableUser: () => ({ reason: "test" }),
  enableUser: () => ({}),
  eraseUser: () => ({ reason: "test" }),
  updateUserPasskeys: () => ({ username: "eve" }),
  preparePasskeyUpdate: (id) => ({ userId: id, username: "eve" }),
  preparePasskeyDeletion: (id) => ({ passkeyIds: [id] }),
  preparePasskeyPruning: (id) => ({ userId: id }),
  savePasskeyPolicy: () => ({ version: 7, rules: { storage: "synced" } }),
  createApiKey: () => ({ name: "Eve", scopes: ["principals"] }),
  rotateApiKey: () => ({ overlapMs: 0 }),
  lockApiKey: () => ({}),
  revokeApiKey: () => ({}),
  updateSettings: () => ({ codeDigits: 6 }),
  createWebhook: () => ({ name: "Eve", url: "https://eve.example.com/" }),
  changeWebhook: () => ({ name: "Eve", enabled: false }),
  rotateWebhookSecret: () => ({ overlapMs: 0 }),
  simulatePasskeyPolicy: () => ({ rules: { storage: "synced" } }),
  createChallenge: (id) => ({
    purpose: "login",
    email: "eve@example.com",
    userId: id,
    invalidateOthers: true,
  }),
  verifyChallenge: (id) => ({ challengeId: id, secret: "x", code: "000000" }),
};

const keyRoutes = declaredRoutes.flatMap(({ method, path, declaration }) =>
  declaration.auth === "apiKey" || declaration.auth === "open"
    ? [[`${method} ${path}`, method, path, declaration] as const]
    : [],
);

async function stateOf({ id: tenancyId }: TestTenancy): Promise<string> {
  const { db } = run.current;
  const rows: unknown[] = [
    await db.user.findMany({ where: { tenancyId }, orderBy: { sub: "asc" } }),
    await db.passkey.findMany({ where: { tenancyId }, orderBy: { id: "asc" } }),
    await db.oneTimeToken.findMany({ where: { tenancyId }, orderBy: { hash: "asc" } }),
    await db.challenge.findMany({ where: { tenancyId }, orderBy: { id: "asc" } }),
    await db.apiKey.findMany({ where: { tenancyId }, orderBy: { id: "asc" } }),
    await db.webhook.findMany({ where: { tenancyId }, orderBy: { id: "asc" } }),
  ];
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

// Tokens, codes and new keys are fresh, and a warning or a challenge repeats the id that was asked for.
const fresh = /Token$|^(passkeyId|challengeId|userId|sub|secret|code|id|key|start)$/;
const masked = ({ body, text }: ApiReply) =>
  JSON.stringify(body ?? text, (key, value: unknown) =>
    typeof value === "string"
      ? fresh.test(key) || key === "html" || key === "text"
        ? "…"
        : value
      : value,
  );

test("has a case for every API key route with a body", () => {
  const withBody = keyRoutes
    .filter(([, , , { body }]) => body !== undefined)
    .map(([, , , { operation }]) => operation);
  expect(Object.keys(bodies).sort()).toEqual([...withBody].sort());
});

test("returns the same error for another tenancy's id as for an unknown one, and changes nothing", async () => {
  const violations = await violationsOf(keyRoutes, async (_name, method, path, { operation }) => {
    const a = await createTestTenancy(run.current);
    const b = await createTestTenancy(run.current, {}, { legacyLookups: true });
    const { key } = await b.createKey({ scopes: ["*", ...sensitiveScopes] });
    const { principal, code } = await register(
      a,
      createSoftwareAuthenticator({ origin: testOrigin }),
    );
    const { challengeId } = await challengeOf(a, {
      email: "eve@example.com",
      userId: principal.sub,
    });
    const { webhook } = await createWebhook(a.ctx, {
      name: "Ada",
      url: "https://ada.example.com/",
    });
    const before = await stateOf(a);
    const ids = idsOf({
      sub: principal.sub,
      code,
      passkeyId: principal.authenticatorId,
      challengeId,
      apiKeyId: a.apiKeyId,
      webhookId: webhook.id,
      missing: run.current.createId(),
    });
    const send = (which: 0 | 1) => {
      const place = path
        .replace("[tenancyId]", b.id)
        .replace(/\[(\w+)\]/g, (_match, name: string) => ids[name]?.[which] ?? "unnamed");
      const inBody =
        operation === "verifyChallenge"
          ? ids["challengeId"]
          : /uthentication|Deletion/.test(operation)
            ? ids["passkeyId"]
            : ids["userId"];
      return b.backend(method as "GET", place, bodies[operation]?.(inBody?.[which] ?? ""), {
        authorization: `Bearer ${key}`,
      });
    };
    const foreign = await send(0);
    const missing = await send(1);
    expect(foreign.status).toBe(missing.status);
    expect(masked(foreign)).toBe(masked(missing));
    expect(masked(foreign)).not.toContain("unnamed");
    expect(await stateOf(a)).toBe(before);
  });
  expect(violations).toEqual([]);
});

test("treats another tenancy's passkey ids as decoys, and its session, tokens and passkeys as unknown", async () => {
  const a = await createTestTenancy(run.current);
  const b = await createTestTenancy(run.current);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const { principal } = await register(a, phone);
  const reply = await b.browser("POST", "passkey/authentication/options", {
    allowCredentials: [principal.authenticatorId],
  });
  expect(JSON.stringify(reply.body)).not.toContain(phone.credentials[0]?.id);
  const begun = await a.browser("POST", "passkey/authentication/options", {});
  const response = phone.authenticate(
    begun.body["optionsJSON"] as Parameters<typeof phone.authenticate>[0],
  );
  const verify = (tenancy: TestTenancy) =>
    tenancy.browser("POST", "passkey/authentication/verification", {
      sessionToken: begun.body["sessionToken"],
      response,
    });
  expect((await verify(b)).body._tag).toBe("@error/InvalidToken");
  expect((await verify(a)).status).toBe(200);
});
