import { expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/domain/base/context";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";
import { deletePasskeysByIds } from "@/lib/domain/passkey/delete-passkeys";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { type AuditEvent, recordAudit } from "./record-audit";

const run = provideService();

async function populated() {
  const tenancy = await createTestTenancy(run.current);
  const { subs, passkeyIds } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 2,
    passkeys: 4,
    rareEvery: 1_000,
  });
  return { tenancy, sub: subs[0] ?? "", passkeyIds };
}

const nameOf = async (tenancy: TestTenancy, target: AuditEvent["target"]) => {
  await recordAudit(tenancy.ctx, run.current.db, { action: "user.updated", target });
  const { entries: events } = await findEvents(tenancy.ctx, { target: target.id }, 1);
  return events[0]?.targetName;
};

test("an event names its target", async () => {
  const { tenancy, sub, passkeyIds } = await populated();
  const operator = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const now = new Date(run.current.clock.now());
  const invitation = {
    tenancyId: tenancy.id,
    id: tenancy.ctx.createId(),
    email: "new@example.com",
    ...({ emailNormalized: "new@example.com", role: "admin", invitedBy: operator.sub } as const),
    createdAt: now,
    expiresAt: now,
  };
  await run.current.db.operatorInvitation.create({ data: invitation });
  const { webhook } = await createWebhook(tenancy.ctx, {
    name: "Mirror",
    url: "https://app.example.com/",
  });
  expect([
    await nameOf(tenancy, { kind: "user", id: sub }),
    await nameOf(tenancy, { kind: "passkey", id: passkeyIds[1] ?? "" }),
    await nameOf(tenancy, { kind: "operator", id: operator.sub }),
    await nameOf(tenancy, { kind: "invitation", id: invitation.id }),
    await nameOf(tenancy, { kind: "api-key", id: tenancy.apiKeyId }),
    await nameOf(tenancy, { kind: "webhook", id: webhook.id }),
    await nameOf(tenancy, { kind: "tenancy", id: tenancy.id }),
    await nameOf(tenancy, { kind: "challenge", id: "01hzzzzzzzzzzzzzzzzzzzzzzz" }),
  ]).toEqual([
    "person-0@example.com",
    "person-1@example.com",
    operator.email,
    "new@example.com",
    "Test",
    "Mirror",
    (await run.current.db.tenancy.findUniqueOrThrow({ where: { id: tenancy.id } })).name,
    null,
  ]);
});

test("a target of another tenancy has no name", async () => {
  const { sub, passkeyIds } = await populated();
  const other = await createTestTenancy(run.current);
  expect(await nameOf(other, { kind: "user", id: sub })).toBeNull();
  expect(await nameOf(other, { kind: "passkey", id: passkeyIds[0] ?? "" })).toBeNull();
  expect(await nameOf(other, { kind: "api-key", id: "x" })).toBeNull();
});

test("a deletion names the passkey's user until the user is erased", async () => {
  const { tenancy, sub, passkeyIds } = await populated();
  const [id = "", , second = ""] = passkeyIds;
  const deletionOf = async (target: string) =>
    (await findEvents(tenancy.ctx, { target }, 1)).entries[0];
  await deletePasskeysByIds(tenancy.ctx, [id]);
  expect(await deletionOf(id)).toMatchObject({
    action: "passkey.deleted",
    detail: sub,
    targetName: "person-0@example.com",
    targetAaguid: null,
  });
  await eraseUser(tenancy.ctx, sub);
  for (const target of [id, second])
    expect(await deletionOf(target)).toMatchObject({ detail: sub, targetName: null });
});

test("an event names what the id in its detail refers to, while that exists", async () => {
  const { tenancy, sub } = await populated();
  const record = async (action: AuditEvent["action"], detail: string) => {
    const target = { kind: "passkey", id: tenancy.ctx.createId() } as const;
    await recordAudit(tenancy.ctx, run.current.db, { action, target, detail });
    const { entries } = await findEvents(tenancy.ctx, { target: target.id }, 1);
    return entries[0]?.detailName;
  };
  const key = await tenancy.createKey({ name: "Backend", scopes: ["*"] });
  expect([
    await record("api-key.rotated", key.id),
    await record("passkey.moved", sub),
    await record("mail.unblocked", sub),
    await record("passkey.moved", tenancy.ctx.createId()),
    await record("user.updated", sub),
  ]).toEqual(["Backend", "person-0@example.com", "person-0@example.com", null, null]);
});

test("an event of a browser names the user behind it, if that is known", async () => {
  const { tenancy, sub, passkeyIds } = await populated();
  const subOf = async (
    action: AuditEvent["action"],
    target: AuditEvent["target"],
    actor: Actor = { kind: "browser" },
  ) => {
    await recordAudit({ ...tenancy.ctx, actor }, run.current.db, { action, target });
    const { entries } = await findEvents(tenancy.ctx, { target: target.id, about: action }, 1);
    return entries[0]?.actorSub;
  };
  const user = { kind: "user", id: sub } as const;
  expect([
    await subOf("user.updated", user),
    await subOf("passkey.authenticated", { kind: "passkey", id: passkeyIds[0] ?? "" }),
    await subOf("challenge.created", { kind: "challenge", id: tenancy.ctx.createId() }),
    // Who stole a code isn't its user.
    await subOf("principal.verifier-refused", user),
    await subOf("user.disabled", user, { kind: "system" }),
  ]).toEqual([sub, sub, null, null, null]);
  const [id = ""] = passkeyIds;
  await deletePasskeysByIds({ ...tenancy.ctx, actor: { kind: "browser" } }, [id]);
  const { entries } = await findEvents(tenancy.ctx, { target: id, about: "passkey.deleted" }, 1);
  expect(entries[0]).toMatchObject({ actorSub: sub, targetName: "person-0@example.com" });
});

test("the new user of a passkey that moved isn't the actor of what happened before", async () => {
  const { tenancy, sub, passkeyIds } = await populated();
  const [, id = ""] = passkeyIds;
  const browser = { ...tenancy.ctx, actor: { kind: "browser" } } as const;
  const target = { kind: "passkey", id } as const;
  const actorOf = async (action: AuditEvent["action"]) => {
    const { entries } = await findEvents(tenancy.ctx, { target: id, about: action }, 1);
    return entries[0]?.actorSub;
  };
  await recordAudit(browser, run.current.db, { action: "passkey.authenticated", target });
  run.current.clock.advance(1_000);
  await updatePasskey(tenancy.ctx, id, { userId: "user-0" });
  await recordAudit(browser, run.current.db, { action: "passkey.labeled", target });
  expect([await actorOf("passkey.authenticated"), await actorOf("passkey.labeled")]).toEqual([
    null,
    sub,
  ]);
});
