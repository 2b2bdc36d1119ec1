import { describe, expect, test } from "vitest";
import { findSession, stepUpUntil } from "@/lib/domain/admin/operator/session/find-session";
import { beginLink, finishLink } from "@/lib/domain/admin/operator/session/follow-link";
import { createLink } from "@/lib/domain/admin/operator/session/operator-link";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { lifetimes } from "@/lib/limits";
import { newMailbox } from "@/testing/challenge-rules";
import {
  createOperatorDevice,
  followTestLink,
  openSystem,
  runCeremony,
} from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { readInvitation } from "./find-invitation";
import { inviteMember } from "./invite-member";
import { listInvitations } from "./list-invitations";
import { resendInvitation, revokeInvitation } from "./send-invitation";

const run = provideService();

async function createInviter() {
  const tenancy = await createTestTenancy(run.current, { name: "Harbour" });
  const system = await openSystem(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  return {
    tenancy,
    system,
    owner,
    ctx: { ...tenancy.ctx, actor: { kind: "operator" as const, id: owner.sub } },
  };
}

/** The invitation emails to an address, oldest first. */
async function mailsTo(email: string) {
  const rows = await run.current.db.outboxEmail.findMany({
    // Other tests store rows that hold no email. A sealed one has dots.
    where: { challengeId: null, sealed: { contains: "." } },
    orderBy: { createdAt: "asc" },
  });
  const opened = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
  return opened.flatMap((mail) => (mail.kind === "invitation" && mail.to === email ? [mail] : []));
}

async function linkTo(email: string) {
  const link = (await mailsTo(email)).at(-1)?.link ?? "";
  return { link, token: new URL(link).hash.slice(1) };
}

const rolesOf = (sub: string) =>
  run.current.db.operator.findMany({ where: { sub }, select: { tenancyId: true, role: true } });

describe("an invitation", () => {
  test("creates an account with a trusted passkey and the role, once", async () => {
    const { tenancy, system, owner, ctx } = await createInviter();
    const email = newMailbox();
    const { id } = await inviteMember(ctx, { email, role: "admin" });
    const { link, token } = await linkTo(email);
    expect(link).toMatch(/^http:\/\/localhost:3000\/console\/invitation#[\w-]{43}$/);
    expect(await mailsTo(email)).toMatchObject([
      {
        tenancy: "Harbour",
        inviter: owner.email,
        role: "admin",
        untilMs: run.current.clock.now() + lifetimes.invitationMs,
      },
    ]);
    expect(await readInvitation(system, token)).toEqual({
      tenancyName: "Harbour",
      email,
      role: "admin",
      inviter: owner.email,
      hasAccount: false,
    });
    const session = await findSession(
      run.current,
      await followTestLink(system, createOperatorDevice(run.current), { link }),
    );
    expect(session).toMatchObject({ email, roles: [{ tenancyId: tenancy.id, role: "admin" }] });
    expect(session === null ? 0 : stepUpUntil(session)).toBeGreaterThan(run.current.clock.now());
    await expect(readInvitation(system, token)).rejects.toMatchObject({
      tag: "@error/InvalidToken",
    });
    await expect(beginLink(system, token)).rejects.toMatchObject({ tag: "@error/InvalidToken" });
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: { in: ["operator.invited", "operator.joined"] } },
      orderBy: { action: "asc" },
    });
    expect(events).toMatchObject([
      { actorId: owner.sub, targetId: id, detail: "admin" },
      { actorId: session?.sub, targetId: session?.sub, detail: "admin" },
    ]);
    expect(
      JSON.stringify(
        [
          await run.current.db.auditEvent.findMany({ where: { tenancyId: tenancy.id } }),
          await run.current.db.outboxEmail.findMany({ where: { tenancyId: system.tenancy.id } }),
        ],
        (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
      ),
    ).not.toContain(token);
  });

  test("creates one account and one role in concurrent acceptances", async () => {
    const { system, ctx } = await createInviter();
    const email = newMailbox();
    await inviteMember(ctx, { email, role: "support" });
    await resendInvitation(ctx, (await listInvitations(ctx)).invitations[0]?.id ?? "");
    const tokens = (await mailsTo(email)).map(({ link }) => new URL(link).hash.slice(1));
    expect(tokens).toHaveLength(2);
    const tries = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => ({
        token: tokens[index % 2] ?? "",
        code: await runCeremony(
          system,
          createOperatorDevice(run.current),
          await beginLink(system, tokens[index % 2] ?? ""),
        ),
      })),
    );
    const outcomes = await Promise.allSettled(
      tries.map(({ token, code }) => finishLink(system, token, code)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const users = await run.current.db.user.findMany({
      where: { tenancyId: system.tenancy.id, email },
    });
    expect(users).toHaveLength(1);
    expect(await rolesOf(users[0]?.sub ?? "")).toHaveLength(1);
    expect(
      await run.current.db.operatorPasskey.count({
        where: { passkey: { sub: users[0]?.sub ?? "" } },
      }),
    ).toBe(1);
  });

  test("lets an existing account accept with its own passkey, and never adds another", async () => {
    const one = await createInviter();
    const other = await createInviter();
    const email = newMailbox();
    const device = createOperatorDevice(run.current);
    await inviteMember(one.ctx, { email, role: "support" });
    const first = await findSession(
      run.current,
      await followTestLink(one.system, device, await linkTo(email)),
    );
    const sub = first?.sub ?? "";

    // Give the two emails different times.
    run.current.clock.advance(1);
    await inviteMember(other.ctx, { email, role: "auditor" });
    const { token } = await linkTo(email);
    expect(await readInvitation(other.system, token)).toMatchObject({ hasAccount: true });
    const ceremony = await beginLink(other.system, token);
    expect(Object.keys(ceremony)).toEqual(["authenticationToken"]);
    // A registration that was authorized in another way does not help either.
    const made = await runCeremony(
      one.system,
      createOperatorDevice(run.current),
      await beginLink(
        one.system,
        new URL((await createLink(one.system, { purpose: "recovery", sub })).link).hash.slice(1),
      ),
    );
    await expect(finishLink(other.system, token, made)).rejects.toMatchObject({
      tag: "@error/Forbidden",
    });
    await finishLink(other.system, token, await runCeremony(other.system, device, ceremony));
    expect((await rolesOf(sub)).map(({ role }) => role).sort()).toEqual(["auditor", "support"]);
    expect(await run.current.db.operatorPasskey.count({ where: { passkey: { sub } } })).toBe(1);
  });

  test("works only for its own address", async () => {
    const { system, ctx } = await createInviter();
    const email = newMailbox();
    const eves = newMailbox();
    const eve = createOperatorDevice(run.current);
    await inviteMember(ctx, { email: eves, role: "support" });
    await followTestLink(system, eve, await linkTo(eves));
    await inviteMember(ctx, { email, role: "owner" });
    const { token } = await linkTo(email);
    await expect(finishLink(system, token, await runCeremony(system, eve))).rejects.toMatchObject({
      tag: "@error/Forbidden",
    });
    expect(await readInvitation(system, token)).toMatchObject({ email });
  });

  test("expires after seven days, can then be replaced, and is extended by resending", async () => {
    const { system, ctx } = await createInviter();
    const email = newMailbox();
    const { id } = await inviteMember(ctx, { email, role: "support" });
    await expect(
      inviteMember(ctx, { email: email.toUpperCase(), role: "admin" }),
    ).rejects.toMatchObject({ tag: "@error/BadRequest", extra: { issues: [{ path: "email" }] } });
    const { token } = await linkTo(email);
    run.current.clock.advance(lifetimes.invitationMs);
    await expect(readInvitation(system, token)).rejects.toMatchObject({
      tag: "@error/InvalidToken",
    });
    expect((await listInvitations(ctx)).invitations).toMatchObject([{ id, isOver: true }]);
    await resendInvitation(ctx, id);
    expect(await readInvitation(system, (await linkTo(email)).token)).toMatchObject({
      role: "support",
    });
    run.current.clock.advance(lifetimes.invitationMs);
    const again = await inviteMember(ctx, { email, role: "admin" });
    expect((await listInvitations(ctx)).invitations).toMatchObject([
      { id: again.id, role: "admin", isOver: false },
    ]);
  });

  test("names who sent it, while their account exists", async () => {
    const { owner, ctx } = await createInviter();
    await inviteMember(ctx, { email: newMailbox(), role: "support" });
    expect((await listInvitations(ctx)).invitations).toMatchObject([{ invitedBy: owner.email }]);
    await ctx.db.operatorInvitation.updateMany({
      where: { tenancyId: ctx.tenancy.id },
      data: { invitedBy: "erased" },
    });
    expect((await listInvitations(ctx)).invitations).toMatchObject([{ invitedBy: "" }]);
  });

  test("cannot be accepted once revoked, at any step", async () => {
    const { system, ctx } = await createInviter();
    const email = newMailbox();
    const { id } = await inviteMember(ctx, { email, role: "support" });
    const { token } = await linkTo(email);
    const code = await runCeremony(
      system,
      createOperatorDevice(run.current),
      await beginLink(system, token),
    );
    await revokeInvitation(ctx, id);
    await expect(finishLink(system, token, code)).rejects.toMatchObject({
      tag: "@error/InvalidToken",
    });
    await expect(resendInvitation(ctx, id)).rejects.toMatchObject({ tag: "@error/NotFound" });
    await expect(revokeInvitation(ctx, id)).rejects.toMatchObject({ tag: "@error/NotFound" });
    expect(await listInvitations(ctx)).toEqual({ invitations: [], next: null });
  });

  test("of another tenancy is not found", async () => {
    const one = await createInviter();
    const other = await createInviter();
    const { id } = await inviteMember(one.ctx, { email: newMailbox(), role: "support" });
    await expect(revokeInvitation(other.ctx, id)).rejects.toMatchObject({ tag: "@error/NotFound" });
    await expect(resendInvitation(other.ctx, id)).rejects.toMatchObject({ tag: "@error/NotFound" });
  });

  test("is refused for members, for invalid addresses and for lesser roles in the installation", async () => {
    const { system, owner, ctx } = await createInviter();
    await expect(inviteMember(ctx, { email: owner.email, role: "support" })).rejects.toMatchObject({
      tag: "@error/BadRequest",
    });
    await expect(
      inviteMember(ctx, { email: "a@example.com, b@example.com", role: "support" }),
    ).rejects.toMatchObject({ tag: "@error/InvalidEmail" });
    await expect(
      inviteMember(system, { email: newMailbox(), role: "admin" }),
    ).rejects.toMatchObject({ tag: "@error/BadRequest", extra: { issues: [{ path: "role" }] } });
  });

  test("is created once in concurrent requests for one address", async () => {
    const { ctx } = await createInviter();
    const email = newMailbox();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => inviteMember(ctx, { email, role: "support" })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
