import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { changeEmailAndNames } from "./rename-passkeys";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const userOf = ({ id: tenancyId }: TestTenancy, sub: string) =>
  run.current.db.user.findUniqueOrThrow({
    where: { tenancyId_sub: { tenancyId, sub } },
    include: { passkeys: true },
  });
const change = (tenancy: TestTenancy, sub: string, fields: object) =>
  changeEmailAndNames(tenancy.ctx, {
    sub,
    email: "new@example.com",
    emailVerified: false,
    renamePasskeys: false,
    ...fields,
  });
const actionsOf = async ({ id: tenancyId }: TestTenancy, targetId: string) =>
  (await run.current.db.auditEvent.findMany({ where: { tenancyId, targetId } })).map(
    ({ action }) => action,
  );

test("the user owns a new email, which is verified only on request", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device(), { username: "ada@example.com" });
  expect(await change(tenancy, principal.sub, { email: " New@Example.com " })).toEqual({
    email: "New@Example.com",
    renamed: 0,
  });
  expect(await userOf(tenancy, principal.sub)).toMatchObject({
    email: "New@Example.com",
    emailNormalized: "new@example.com",
    emailVerified: false,
    emailOwned: true,
  });
  expect((await register(tenancy, device(), { username: "new@example.com" })).principal.sub).toBe(
    principal.sub,
  );
  await change(tenancy, principal.sub, { emailVerified: true });
  expect(await userOf(tenancy, principal.sub)).toMatchObject({ emailVerified: true });
  expect(await actionsOf(tenancy, principal.sub)).toContain("user.email-changed");
});

test("renames passkeys only on request", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device(), { username: "ada@example.com" });
  await change(tenancy, principal.sub, { email: "b@example.com" });
  expect((await userOf(tenancy, principal.sub)).passkeys.map(({ username }) => username)).toEqual([
    "ada@example.com",
  ]);
  expect(
    await change(tenancy, principal.sub, { email: "c@example.com", renamePasskeys: true }),
  ).toEqual({ email: "c@example.com", renamed: 1 });
  expect((await userOf(tenancy, principal.sub)).passkeys.map(({ username }) => username)).toEqual([
    "c@example.com",
  ]);
  expect(await change(tenancy, principal.sub, { email: "", renamePasskeys: true })).toEqual({
    email: "",
    renamed: 0,
  });
  expect(await userOf(tenancy, principal.sub)).toMatchObject({
    email: "",
    emailNormalized: null,
    emailVerified: false,
    emailOwned: false,
  });
});

test("rejects an email that another user owns, and takes over one that is only claimed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device(), { username: "ada@example.com" });
  await register(tenancy, device(), { username: "grace@example.com" });
  const stranger = await registerSelf(tenancy, device(), { email: "claimed@example.com" });
  await expect(
    change(tenancy, principal.sub, { email: "GRACE@example.com", renamePasskeys: true }),
  ).rejects.toMatchObject({ tag: "@error/DuplicateEmail" });
  expect(await userOf(tenancy, principal.sub)).toMatchObject({
    email: "ada@example.com",
    passkeys: [{ username: "ada@example.com" }],
  });
  await change(tenancy, principal.sub, { email: "claimed@example.com" });
  expect(await userOf(tenancy, stranger.principal.sub)).toMatchObject({
    email: "",
    emailNormalized: null,
  });
  expect(await actionsOf(tenancy, stranger.principal.sub)).toContain("user.email-claim-lost");
});

test("one of many users who get the same email concurrently owns it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const subs: string[] = [];
  for (let index = 0; index < 8; index++)
    subs.push(
      (await register(tenancy, device(), { username: `u${index}`, userId: `u${index}` })).principal
        .sub,
    );
  const results = await Promise.allSettled(subs.map((sub) => change(tenancy, sub, {})));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(
    await run.current.db.user.count({
      where: { tenancyId: tenancy.id, emailNormalized: "new@example.com" },
    }),
  ).toBe(1);
});

test.each(["not an email", "a@b", "a@example.com\nbcc: b@example.com"])(
  "rejects %j with InvalidEmail",
  async (email) => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), {});
    await expect(change(tenancy, principal.sub, { email })).rejects.toMatchObject({
      tag: "@error/InvalidEmail",
    });
  },
);

test("returns NotFound for another tenancy's user", async () => {
  const here = await createTestTenancy(run.current);
  const there = await createTestTenancy(run.current);
  const { principal } = await register(there, device(), {});
  await expect(change(here, principal.sub, {})).rejects.toMatchObject({ tag: "@error/NotFound" });
});
