import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PasskeySummary } from "@/lib/contract/passkey";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();

testKeyRoute(run, { method: "GET", path: "passkeys", allow: "GET, HEAD" });

interface Page {
  cursor: string | null;
  records: PasskeySummary[];
}

const query = (fields: Record<string, string | number | boolean | undefined>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
const ask = (tenancy: TestTenancy, fields: Parameters<typeof query>[0] = {}) =>
  tenancy.backend("GET", `passkeys/?${query(fields)}`);
async function page(tenancy: TestTenancy, fields: Parameters<typeof query>[0] = {}): Promise<Page> {
  const { status, body } = await ask(tenancy, fields);
  expect([status, body._tag]).toEqual([200, "FindAllPasskeys"]);
  return body as unknown as Page;
}
async function walk(
  tenancy: TestTenancy,
  fields: Parameters<typeof query>[0] = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next: Page = await page(tenancy, { ...fields, cursor });
    ids.push(...next.records.map(({ id }) => id));
    cursor = next.cursor;
  }
  return ids;
}

/** Passkeys as rows, for what needs many. */
async function fill(tenancy: TestTenancy, count: number): Promise<string[]> {
  const [owner] = await own(tenancy, 1);
  const { db } = run.current;
  const template = await db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, id: owner?.passkeyId ?? "" },
    omit: { attestationChain: true },
  });
  const ids = Array.from({ length: count }, () => {
    run.current.clock.advance(1);
    return run.current.createId();
  });
  await db.passkey.createMany({ data: ids.map((id) => ({ ...template, id, credentialId: id })) });
  return [template.id, ...ids].reverse();
}

describe("a page", () => {
  test("contains summaries, newest first, with only their declared fields", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [first] = await own(tenancy, 1);
    run.current.clock.advance(1);
    const [second] = await own(tenancy, 1, { username: "bob" });
    const { cursor, records } = await page(tenancy);
    expect(cursor).toBeNull();
    expect(records.map(({ id }) => id)).toEqual([second?.passkeyId, first?.passkeyId]);
    const { aaguid } = await run.current.db.passkey.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
    });
    expect(records[1]).toEqual({
      _tag: "PasskeySummary",
      id: first?.passkeyId,
      userId: "ada",
      enabled: true,
      credential: {
        id: first?.credentialId,
        userId: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
        aaguid,
      },
      createdAt: run.current.clock.now() - 1,
    });
    expect(records[0]?.userId).toBe(second?.sub);
  });

  test("of an empty vault is empty", async () => {
    expect(await page(await createTestTenancy(run.current))).toEqual({
      _tag: "FindAllPasskeys",
      cursor: null,
      records: [],
    });
  });

  test("has 100 records by default, or 1 to 1000", async () => {
    const tenancy = await createTestTenancy(run.current);
    await fill(tenancy, 1_000);
    expect((await page(tenancy)).records).toHaveLength(100);
    expect((await page(tenancy, { limit: 1 })).records).toHaveLength(1);
    expect((await page(tenancy, { limit: 1_000 })).records).toHaveLength(1_000);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=-1", "limit"],
    ["limit=1.5", "limit"],
    ["limit=1e2", "limit"],
    ["limit=", "limit"],
    ["limit=10&limit=20", "limit"],
    ["enabled=yes", "enabled"],
    ["enabled=", "enabled"],
    ["userId=", "userId"],
    ["userId=%20", "userId"],
    ["userId=a%00b", "userId"],
    [`userId=${"x".repeat(256)}`, "userId"],
    ["cursor=", "cursor"],
    ["cursor=x", "cursor"],
    [`cursor=${"x".repeat(2_049)}`, "cursor"],
    ["sort=name", "sort"],
  ])("?%s returns a 400 that names it", async (text, path) => {
    const tenancy = await createTestTenancy(run.current);
    const { status, body } = await tenancy.backend("GET", `passkeys?${text}`);
    expect([status, body._tag]).toEqual([400, "@error/BadRequest"]);
    expect(new Set((body["issues"] as { path: string }[]).map((issue) => issue.path))).toEqual(
      new Set([path]),
    );
  });
});

describe("filters", () => {
  test("by user, by state, and by both", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [one, two] = await own(tenancy, 2);
    const [other] = await own(tenancy, 1, { username: "bob" });
    await updatePasskey(tenancy.ctx, two?.passkeyId ?? "", { enabled: false });
    const ids = async (fields: Parameters<typeof query>[0]) =>
      (await page(tenancy, fields)).records.map(({ id }) => id).sort();
    expect(await ids({ userId: "ada" })).toEqual([one?.passkeyId, two?.passkeyId].sort());
    expect(await ids({ userId: other?.sub })).toEqual([other?.passkeyId]);
    expect(await ids({ enabled: true })).toEqual([one?.passkeyId, other?.passkeyId].sort());
    expect(await ids({ enabled: false })).toEqual([two?.passkeyId]);
    expect(await ids({ userId: "ada", enabled: true })).toEqual([one?.passkeyId]);
    expect(await ids({ userId: "nobody" })).toEqual([]);
    // Known by an id of the application, so its sub selects nothing.
    expect(await ids({ userId: one?.sub })).toEqual([]);
  });

  test("are part of the cursor, which rejects others", async () => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 3);
    await own(tenancy, 1, { username: "bob" });
    const { cursor } = await page(tenancy, { userId: "ada", enabled: true, limit: 1 });
    expect((await page(tenancy, { cursor: cursor ?? "" })).records).toHaveLength(2);
    expect(
      (await page(tenancy, { cursor: cursor ?? "", userId: "ada", enabled: true })).records,
    ).toHaveLength(2);
    expect(await ask(tenancy, { cursor: cursor ?? "", userId: "bob" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "userId" }] },
    });
    expect(await ask(tenancy, { cursor: cursor ?? "", enabled: false })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "enabled" }] },
    });
    const unfiltered = await page(tenancy, { limit: 1 });
    expect(await ask(tenancy, { cursor: unfiltered.cursor ?? "", userId: "ada" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "userId" }] },
    });
  });
});

describe("a cursor", () => {
  test("is valid only for its own tenancy", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    await own(tenancy, 2);
    const { cursor } = await page(tenancy, { limit: 1 });
    expect(await ask(other, { cursor: cursor ?? "" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "cursor" }] },
    });
  });

  test("is rejected if it was changed, cut, extended or invented", async () => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 2);
    const cursor = (await page(tenancy, { limit: 1 })).cursor ?? "";
    const character = fc.constantFrom(
      ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ",
    );
    const forged = fc.oneof(
      fc
        .tuple(fc.nat(cursor.length - 1), character)
        .map(([at, other]) => cursor.slice(0, at) + other + cursor.slice(at + 1)),
      fc.nat(cursor.length - 1).map((length) => cursor.slice(0, length)),
      fc.string({ unit: character, minLength: 1, maxLength: 5 }).map((more) => cursor + more),
      fc.string({ minLength: 1, maxLength: 200 }),
      fc.object().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
    );
    await fc.assert(
      fc.asyncProperty(
        forged.filter((text) => text !== cursor && text !== ""),
        async (text) => {
          expect((await ask(tenancy, { cursor: text })).status).toBe(400);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("paging", () => {
  test("returns every passkey once, for any page sizes", async () => {
    const tenancy = await createTestTenancy(run.current);
    const ids = await fill(tenancy, 60);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 8 }),
        async (sizes) => {
          const seen: string[] = [];
          let cursor: string | null | undefined;
          for (let step = 0; cursor !== null; step++) {
            const next: Page = await page(tenancy, { cursor, limit: sizes[step % sizes.length] });
            seen.push(...next.records.map(({ id }) => id));
            cursor = next.cursor;
          }
          expect(seen).toEqual(ids);
        },
      ),
      { numRuns: 25 },
    );
  });

  test.each([{}, { enabled: true }, { userId: "ada" }])(
    "skips and repeats nothing under concurrent inserts and deletes: %o",
    async (filter) => {
      const tenancy = await createTestTenancy(run.current);
      const ids = await fill(tenancy, 400);
      const doomed = new Set(ids.filter((_, index) => index % 3 === 0));
      const going = [...doomed];
      let walking = true;
      const churn = async () => {
        const template = await run.current.db.passkey.findFirstOrThrow({
          where: { tenancyId: tenancy.id, id: ids[1] ?? "" },
          omit: { attestationChain: true },
        });
        while (walking || going.length > 0) {
          const id = going.pop();
          if (id !== undefined)
            expect((await tenancy.backend("DELETE", `passkeys/${id}`)).status).toBe(202);
          run.current.clock.advance(1);
          const fresh = run.current.createId();
          await run.current.db.passkey.create({
            data: { ...template, id: fresh, credentialId: fresh },
          });
        }
      };
      const churning = Promise.all([churn(), churn()]);
      const walks = await Promise.all(
        Array.from({ length: 4 }, () => walk(tenancy, { ...filter, limit: 7 })),
      );
      walking = false;
      await churning;
      const staying = ids.filter((id) => !doomed.has(id));
      for (const seen of walks) {
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => !doomed.has(id) && ids.includes(id))).toEqual(staying);
      }
    },
  );
});
