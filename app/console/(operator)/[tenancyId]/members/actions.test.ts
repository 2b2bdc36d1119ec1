import { expect, test } from "vitest";
import { newMailbox } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { invite, remove, resend, revoke, setRole } from "./actions";

const run = provideService();

async function createTeam() {
  const { id } = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: id });
  const admin = await createTestOperator(run.current, { tenancyId: id, role: "admin" });
  return { id, owner, admin };
}

const openOf = (tenancyId: string) =>
  run.current.db.operatorInvitation.findMany({
    where: { tenancyId, acceptedAt: null, revokedAt: null },
  });

test("an owner invites, resends and revokes; the result has no secret", async () => {
  const { id, owner } = await createTeam();
  const made = await owner.as(() => invite(id, { email: ` ${newMailbox()} `, role: "support" }));
  const [row] = await openOf(id);
  expect(made).toEqual({ ok: true, value: { id: row?.id } });
  expect(await owner.as(() => resend(id, { id: row?.id ?? "" }))).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await owner.as(() => revoke(id, { id: row?.id ?? "" }))).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await openOf(id)).toEqual([]);
});

test.each([
  ["no address", { email: "nobody", role: "support" }, { tag: "@error/InvalidEmail" }],
  [
    "an empty address",
    { email: " ", role: "support" },
    { tag: "@error/BadRequest", issues: [{ path: "email", message: "Enter an email address." }] },
  ],
  [
    "two addresses and a header",
    { email: "a@example.com\r\nBcc: b@example.com", role: "support" },
    { tag: "@error/InvalidEmail" },
  ],
  [
    "an object for an address",
    { email: { contains: "@" }, role: "support" },
    { tag: "@error/BadRequest", issues: [{ path: "email" }] },
  ],
  [
    "an unknown role",
    { email: "a@example.com", role: "root" },
    { tag: "@error/BadRequest", issues: [{ path: "role" }] },
  ],
  ["no role", { email: "a@example.com" }, { tag: "@error/BadRequest", issues: [{ path: "role" }] }],
])("an invitation with %s is refused beside its field", async (_name, input, error) => {
  const { id, owner } = await createTeam();
  expect(await owner.as(() => invite(id, input as never))).toMatchObject({ ok: false, error });
  expect(await openOf(id)).toEqual([]);
});

test("removing a member or changing their role ends their session", async () => {
  const { id, owner, admin } = await createTeam();
  const second = await createTestOperator(run.current, { tenancyId: id });
  expect(await owner.as(() => setRole(id, { sub: admin.sub, role: "support" }))).toMatchObject({
    ok: true,
  });
  expect(await admin.as(() => setRole(id, { sub: owner.sub, role: "auditor" }))).toMatchObject({
    ok: false,
    needs: "sign-in",
  });
  expect(await second.as(() => setRole(id, { sub: owner.sub, role: "auditor" }))).toMatchObject({
    ok: true,
  });
  expect(await owner.as(() => setRole(id, { sub: owner.sub, role: "owner" }))).toMatchObject({
    ok: false,
    needs: "sign-in",
  });
  expect(await second.as(() => remove(id, { sub: owner.sub }))).toMatchObject({ ok: true });
  expect(await owner.as(() => invite(id, { email: newMailbox(), role: "owner" }))).toMatchObject({
    ok: false,
    needs: "sign-in",
  });
  expect(await second.as(() => remove(id, { sub: second.sub }))).toMatchObject({
    ok: false,
    error: { tag: "@error/Forbidden", message: expect.stringContaining("last owner") as string },
  });
});
