import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const email = "ada@example.com";
const verify = (tenancy: TestTenancy, sub: string) =>
  tenancy.backend("PATCH", `user/${sub}`, { emailVerified: true });
const owners = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.user.count({
    where: {
      tenancyId,
      emailNormalized: email,
      OR: [{ emailVerified: true }, { emailOwned: true }],
    },
  });
const actions = async ({ id: tenancyId }: TestTenancy, targetId: string) =>
  (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId, targetId },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);

test("of 20 claimants verified concurrently, exactly one owns the email", async () => {
  const tenancy = await createTestTenancy(run.current);
  const claims = [];
  for (let index = 0; index < 20; index++)
    claims.push((await registerSelf(tenancy, device(), { email })).principal.sub);
  const replies = await Promise.all(claims.map((sub) => verify(tenancy, sub)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 400 || status === 409)).toHaveLength(19);
  expect(await owners(tenancy)).toBe(1);
});

test("a claimant who loses the email keeps their sub, and both users are audited by id", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const stranger = await registerSelf(tenancy, phone, { email });
  const owner = await register(tenancy, device(), { username: "ada", email });
  expect(owner.principal.sub).not.toBe(stranger.principal.sub);
  expect((await authenticate(tenancy, phone)).principal).toMatchObject({
    sub: stranger.principal.sub,
    email: "",
  });
  expect(await actions(tenancy, stranger.principal.sub)).toContain("user.email-claim-lost");
  expect(await actions(tenancy, owner.principal.sub)).toContain("user.email-held");
  expect(
    JSON.stringify(await run.current.db.auditEvent.findMany({ where: { tenancyId: tenancy.id } })),
  ).not.toContain(email);
});

test("removing the verified flag keeps an email that a key set, and drops one that was only verified", async () => {
  const tenancy = await createTestTenancy(run.current);
  const vouched = await register(tenancy, device(), { username: "ada", email });
  const claimed = await registerSelf(tenancy, device(), { email: "eve@example.com" });
  for (const { principal } of [vouched, claimed]) {
    await verify(tenancy, principal.sub);
    expect(
      (await tenancy.backend("PATCH", `user/${principal.sub}`, { emailVerified: false })).body,
    ).toMatchObject({ user: { emailVerified: false } });
  }
  const again = (address: string) =>
    tenancy.browser("POST", "passkey/registration/options", { email: address });
  expect((await again(email)).body._tag).toBe("@error/DuplicateEmail");
  expect((await again("eve@example.com")).status).toBe(200);
});

test("the database never lets two users of a tenancy own one email", async () => {
  const tenancy = await createTestTenancy(run.current);
  await register(tenancy, device(), { username: "ada", email });
  const { principal } = await registerSelf(tenancy, device(), { username: "eve" });
  const steal = run.current.db.user.update({
    where: { tenancyId_sub: { tenancyId: tenancy.id, sub: principal.sub } },
    data: { email, emailNormalized: email, emailVerified: true },
  });
  await expect(steal).rejects.toMatchObject({ code: "P2002" });
});

test("the same email can have an owner in each tenancy", async () => {
  const a = await createTestTenancy(run.current);
  const b = await createTestTenancy(run.current);
  await register(a, device(), { username: "ada", email });
  expect((await b.browser("POST", "passkey/registration/options", { email })).status).toBe(200);
  await register(b, device(), { username: "ada", email });
  expect([await owners(a), await owners(b)]).toEqual([1, 1]);
});

test.each([
  [
    "a key sets an email",
    (tenancy: TestTenancy) => register(tenancy, device(), { username: "ada", email }),
  ],
  [
    "an email is verified",
    async (tenancy: TestTenancy) =>
      verify(tenancy, (await registerSelf(tenancy, device(), { email })).principal.sub),
  ],
])("when %s, only the claimants of that email in that tenancy lose it", async (_name, hold) => {
  const here = await createTestTenancy(run.current);
  const elsewhere = await createTestTenancy(run.current);
  const loser = await registerSelf(here, device(), { email });
  const other = await registerSelf(here, device(), { email: "eve@example.com" });
  const foreign = await registerSelf(elsewhere, device(), { email });
  await hold(here);
  const emailOf = async (tenancy: TestTenancy, sub: string) =>
    ((await tenancy.backend("GET", `user/${sub}`)).body["user"] as { email: string }).email;
  expect(await emailOf(here, loser.principal.sub)).toBe("");
  expect(await emailOf(here, other.principal.sub)).toBe("eve@example.com");
  expect(await emailOf(elsewhere, foreign.principal.sub)).toBe(email);
});
