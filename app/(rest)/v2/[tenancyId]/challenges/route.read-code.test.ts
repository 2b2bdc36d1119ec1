import { describe, expect, test } from "vitest";
import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { type CreatedChallenge, newMailbox, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

describe("a key without challenges:read-code", () => {
  const codeScopes = ["challenges", "challenges:read-code"] as const;
  async function callerOf(tenancy: TestTenancy, scopes: ApiKeyScope[]) {
    const { key } = await tenancy.createKey({ scopes });
    return (body: object = {}) =>
      tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox(), ...body },
        { authorization: `Bearer ${key}` },
      );
  }

  test("gets neither code nor message, and the code of the email verifies", async () => {
    const tenancy = await createTestTenancy(run.current);
    const withIt = await callerOf(tenancy, [...codeScopes]);
    const without = await callerOf(tenancy, ["challenges"]);
    const full = (await withIt()).body["challenge"] as object;
    const reply = await without();
    const challenge = reply.body["challenge"] as CreatedChallenge;
    expect(reply.status).toBe(201);
    expect(new Set(Object.keys(full))).toEqual(
      new Set([...Object.keys(challenge), "code", "message"]),
    );
    const { sealed } = await run.current.db.outboxEmail.findFirstOrThrow({
      where: { challengeId: challenge.challengeId },
    });
    const emailed = await openEmail(run.current, sealed ?? "");
    if (emailed.kind !== "challenge") throw new Error("the email has no code");
    const code = emailed.longCode.slice(0, tenancy.ctx.tenancy.codeDigits);
    expect(reply.text).not.toContain(code);
    expect((await verify(tenancy, { ...challenge, code })).status).toBe(200);
  });

  test.each(["in the request", "by the tenancy's default"])(
    "can't send the code itself: no email %s",
    async (where) => {
      const isDefault = where !== "in the request";
      const tenancy = await createTestTenancy(run.current, {}, { sendEmailByDefault: !isDefault });
      const body = isDefault ? {} : { sendEmail: false };
      const withIt = await callerOf(tenancy, [...codeScopes]);
      const without = await callerOf(tenancy, ["challenges"]);
      expect(await without(body)).toMatchObject({
        status: 403,
        body: {
          _tag: "@error/Forbidden",
          message: expect.stringContaining("challenges:read-code") as string,
        },
      });
      expect(await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } })).toBe(0);
      expect(await withIt(body)).toMatchObject({
        status: 201,
        body: { challenge: { code: expect.stringMatching(/^\d{6}$/) as string } },
      });
      expect((await without({ sendEmail: true })).status).toBe(201);
    },
  );

  test("* includes it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { body } = await (await callerOf(tenancy, ["*"]))({ sendEmail: false });
    expect(body).toMatchObject({ challenge: { code: expect.stringMatching(/^\d{6}$/) as string } });
  });
});
