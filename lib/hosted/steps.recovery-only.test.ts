import { describe, expect, test } from "vitest";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { HostedStep } from "@/lib/hosted/take-hosted-step";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { device, exchange, newEmail, signIn, signUp, userOf } from "@/testing/hosted-sign-up";
import {
  codeOf,
  createHostedTenancy,
  type CreationOptions,
  readCode,
  type Visit,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";

const run = provideService();

const strict = (settings: object = {}) =>
  createHostedTenancy(run.current, { emailCodes: "recovery-only", ...settings });
const forbidden = { status: 403, body: { _tag: "@error/Forbidden" } };
const codesOf = ({ id }: TestTenancy) =>
  run.current.db.oneTimeToken.count({ where: { tenancyId: id, kind: "code" } });
const choose = ({ ctx }: TestTenancy, emailCodes: "sign-in" | "recovery-only") =>
  updateSettings(ctx, { changes: { emailCodes } });

async function createPasskey(visitor: Visit, proof: unknown) {
  const { sessionToken, optionsJSON } = (await visitor.step("new-passkey-options", { proof }))
    .body as unknown as CreationOptions;
  return visitor.step("new-passkey", {
    proof,
    sessionToken,
    response: device().register(optionsJSON),
  });
}

describe("where a code only recovers", () => {
  test("no step returns a principal code for a proof until the passkey exists", async () => {
    const tenancy = await strict();
    const { email } = await signUp(run.current, tenancy);
    const before = await codesOf(tenancy);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    expect(body).toEqual({ account: "known", email, proof: expect.any(String) });
    const { proof } = body;
    const begin = async () =>
      (await visitor.step("new-passkey-options", { proof })).body as unknown as CreationOptions;
    const { sessionToken, optionsJSON } = await begin();
    const other = (await visitor.step("passkey-options", { mediation: "required" })).body;
    const elsewhere = device("http://localhost:4000").register(optionsJSON);
    const unknown = device();
    unknown.register(optionsJSON);
    const attempts: [HostedStep, object][] = [
      ["without-passkey", { proof, later: false }],
      ["without-passkey", { proof, later: true }],
      ["check-code", { pending: proof, code: "000000" }],
      ["passkey-sign-in", { sessionToken: proof, response: elsewhere }],
      ["passkey-sign-in", { sessionToken, response: elsewhere }],
      ["new-passkey", { proof, sessionToken: proof, response: elsewhere }],
      ["new-passkey", { proof, sessionToken: other["sessionToken"], response: elsewhere }],
      ["new-passkey", { proof, sessionToken, response: elsewhere }],
      ["new-passkey-options", { proof }],
      ["passkey-options", { mediation: "required" }],
      ["send-code", { page: "register", email }],
    ];
    for (const [step, sent] of attempts) {
      const reply = await visitor.step(step, sent);
      expect(reply.body, step).not.toHaveProperty("returnTo");
      expect(reply.status, step).toBeLessThan(500);
    }
    expect(await codesOf(tenancy)).toBe(before);
    const done = await createPasskey(visitor, proof);
    expect((await exchange(tenancy, codeOf(done), visitor)).body).toMatchObject({
      operation: "registration",
      authenticatorType: "passkey",
      assurance: "aal2",
      user: { email },
    });
  });

  test("a new user gets an account with a passkey, and none without", async () => {
    const tenancy = await strict();
    const email = newEmail();
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    expect(body).toMatchObject({ account: "new" });
    expect(
      await visitor.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject(forbidden);
    expect(await userOf(tenancy, email)).toBeNull();
    expect((await createPasskey(visitor, body["proof"])).status).toBe(200);
    expect(await userOf(tenancy, email)).toMatchObject({ emailVerified: true });
  });

  test('an earlier "not now" no longer skips the passkey', async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(run.current, tenancy);
    const first = visit(run.current, tenancy);
    const { body } = await first.prove(email);
    const [cookie = ""] = (
      await first.step("without-passkey", { proof: body["proof"], later: true })
    ).headers.getSetCookie();
    await choose(tenancy, "recovery-only");
    const visitor = visit(run.current, tenancy);
    const sent = await visitor.step("send-code", { page: "sign-in", email });
    const reply = await visitor.step(
      "check-code",
      { pending: sent.body["pending"], code: await readCode(run.current, tenancy) },
      { cookie: cookie.split(";")[0] ?? "" },
    );
    expect(reply.body).toMatchObject({ account: "known" });
  });

  test("a user without room for a passkey is told so and doesn't sign in", async () => {
    const tenancy = await strict({ passkeysPerUser: 1 });
    const { email, phone } = await signUp(run.current, tenancy);
    const before = await codesOf(tenancy);
    const { body } = await visit(run.current, tenancy).prove(email);
    expect(body).toEqual({ account: "full", email });
    expect(await codesOf(tenancy)).toBe(before);
    expect((await signIn(visit(run.current, tenancy), phone)).status).toBe(200);
  });

  test("the page offers no way without a passkey", async () => {
    const html = async (tenancy: TestTenancy) =>
      (await visit(run.current, tenancy).page("sign-in")).text();
    for (const act of ['data-act="later"', 'data-act="without-passkey"']) {
      expect(await html(await createHostedTenancy(run.current))).toContain(act);
      expect(await html(await strict())).not.toContain(act);
    }
  });

  test("mailbox challenges of a backend stay as they are", async () => {
    const tenancy = await strict();
    expect((await verify(tenancy, await challengeOf(tenancy))).status).toBe(200);
  });
});

describe("while a proof is under way", () => {
  test("the setting stops the sign-in, and the proof still opens a passkey", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(newEmail());
    await choose(tenancy, "recovery-only");
    const before = await codesOf(tenancy);
    expect(
      await visitor.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject(forbidden);
    expect(await codesOf(tenancy)).toBe(before);
    expect((await createPasskey(visitor, body["proof"])).status).toBe(200);
  });

  test("a change that commits during the sign-in stops it, too", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(newEmail());
    await visitor.ticket();
    let reply: ReturnType<Visit["step"]> | undefined;
    await run.current.db.$transaction(async (tx) => {
      await tx.$executeRaw`
        UPDATE "Tenancy" SET "emailCodes" = 'recovery-only' WHERE "id" = ${tenancy.id}`;
      reply = visitor.step("without-passkey", { proof: body["proof"], later: false });
      await until("the sign-in to wait for the row", async () => {
        const waiting = await run.current.db.$executeRaw`
          SELECT 1 FROM pg_stat_activity
          WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`;
        return waiting > 0 ? waiting : null;
      });
    });
    expect(await reply).toMatchObject(forbidden);
    expect(await codesOf(tenancy)).toBe(0);
  });

  test("the setting, switched back, signs in again", async () => {
    const tenancy = await strict();
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(newEmail());
    await choose(tenancy, "sign-in");
    const done = await visitor.step("without-passkey", { proof: body["proof"], later: false });
    expect((await exchange(tenancy, codeOf(done), visitor)).body).toMatchObject({
      authenticatorType: "email",
      assurance: "none",
    });
  });
});
