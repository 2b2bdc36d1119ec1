import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { withLocalMode } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { lockApiKey, revokeApiKey } from "./set-api-key-state";

const run = provideService();

interface Case {
  authorization?: string;
  tenancyId?: string;
}

async function withKey(
  tenancy: TestTenancy,
  change: (id: string) => Promise<unknown> = () => Promise.resolve(),
  options: Parameters<TestTenancy["createKey"]>[0] = {},
): Promise<Case> {
  const { id, key } = await tenancy.createKey(options);
  await change(id);
  return { authorization: `Bearer ${key}` };
}

const cases: [string, (tenancy: TestTenancy) => Case | Promise<Case>, RegExp][] = [
  [
    "no header",
    () => ({}),
    /^The request has no Authorization header\. Send: Authorization: Bearer/,
  ],
  [
    "another scheme",
    ({ apiKey }) => ({ authorization: `Basic ${apiKey}` }),
    /^The Authorization header is not: Bearer <API key>/,
  ],
  ["only the key", ({ apiKey }) => ({ authorization: apiKey }), /is not: Bearer <API key>/],
  [
    "a part of the key",
    ({ apiKey }) => ({ authorization: `Bearer ${apiKey.slice(0, -2)}` }),
    /^The API key is incomplete or mistyped/,
  ],
  [
    "an unknown tenancy",
    (tenancy) => ({ authorization: `Bearer ${tenancy.apiKey}`, tenancyId: run.current.createId() }),
    /^There is no tenancy with the id in the path/,
  ],
  [
    "a suspended tenancy",
    async (tenancy) => {
      await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
      return { authorization: `Bearer ${tenancy.apiKey}` };
    },
    /^The tenancy in the path is suspended/,
  ],
  [
    "another tenancy's key",
    async () => withKey(await createTestTenancy(run.current)),
    /^The API key belongs to another tenancy than the path names/,
  ],
  [
    "a locked key",
    (tenancy) => withKey(tenancy, (id) => lockApiKey(tenancy.ctx, id)),
    /^The API key is locked/,
  ],
  [
    "a revoked key",
    (tenancy) => withKey(tenancy, (id) => revokeApiKey(tenancy.ctx, id)),
    /^The API key was revoked/,
  ],
  [
    "an expired key",
    (tenancy) => withKey(tenancy, undefined, { expiresAt: run.current.clock.now() }),
    /^The API key expired at \d{4}-/,
  ],
  [
    "a key without the scope",
    (tenancy) => withKey(tenancy, undefined, { scopes: ["principals", "challenges"] }),
    /^The API key has the scopes principals, challenges, and lacks vault:read\./,
  ],
];

async function messageOf(tenancy: TestTenancy, { authorization, tenancyId }: Case) {
  const reply = await callApi("GET", `/v2/${tenancyId ?? tenancy.id}/passkeys`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  expect(reply).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
  return reply.body["message"];
}

test.each(cases)("local mode names the fault: %s", async (_name, make, sentence) => {
  const tenancy = await createTestTenancy(run.current);
  const refused = await make(tenancy);
  expect(await withLocalMode(() => messageOf(tenancy, refused))).toMatch(sentence);
});

test("production says the same for every fault", async () => {
  const messages = new Set();
  for (const [, make] of cases) {
    const tenancy = await createTestTenancy(run.current);
    messages.add(await messageOf(tenancy, await make(tenancy)));
  }
  expect([...messages]).toEqual(["The API key is missing, not valid here, or lacks the scope."]);
});
