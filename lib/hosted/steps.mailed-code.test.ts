import { describe, expect, test } from "vitest";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { register, registerSelf } from "@/testing/ceremonies";
import {
  device,
  exchange,
  invalid,
  newEmail,
  signUp,
  userOf,
  withTagOff,
} from "@/testing/hosted-sign-up";
import {
  codeOf,
  createHostedTenancy,
  type CreationOptions,
  readCode,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";

const run = provideService();

describe("a mailed code", () => {
  test("signs in without a passkey and reports it", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(run.current, tenancy);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email.toUpperCase());
    expect(body).toEqual({ account: "known", email, proof: expect.any(String) });
    const done = await visitor.step("without-passkey", { proof: body["proof"], later: false });
    const challenge = await run.current.db.challenge.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
      orderBy: { id: "desc" },
    });
    const principal = (await exchange(tenancy, codeOf(done), visitor)).body;
    expect(principal).toMatchObject({
      operation: "authentication",
      authenticatorType: "email",
      assurance: "none",
      authenticatorId: challenge.id,
      user: { email, emailVerified: true },
    });
    expect(principal).not.toHaveProperty("passkey");
    expect(challenge.purpose).toBe("sign-in");
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "user.authenticated-by-email" },
      }),
    ).toBe(1);
  });

  test.each(["sign-in", "register"])("of the %s page has no text of its visitor", async (page) => {
    const tenancy = await createHostedTenancy(run.current);
    const text = "Ada, call 0900 123456 now";
    const names = { givenName: text, familyName: text };
    await visit(run.current, tenancy).step("send-code", { page, email: newEmail(), ...names });
    const challenge = await run.current.db.challenge.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
    });
    const { sealed } = await run.current.db.outboxEmail.findFirstOrThrow({
      where: { tenancyId: tenancy.id },
    });
    expect(JSON.stringify(await openEmail(run.current, sealed ?? ""))).not.toContain("0900");
    expect(challenge.name).toBeNull();
  });

  test("of the sign-in page takes no name, also for a new account", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newEmail();
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email, { givenName: "Mallory", familyName: "Mallory" });
    await visitor.step("without-passkey", { proof: body["proof"], later: false });
    expect(await userOf(tenancy, email)).toMatchObject({ givenName: "", familyName: "" });
  });

  test("is sent whether or not the mailbox has an account", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(run.current, tenancy);
    const visitor = visit(run.current, tenancy);
    const before = await run.current.db.outboxEmail.count({ where: { tenancyId: tenancy.id } });
    const replies = [
      await visitor.step("send-code", { page: "sign-in", email }),
      await visitor.step("send-code", { page: "sign-in", email: newEmail() }),
    ];
    for (const { status, body } of replies)
      expect([status, Object.keys(body)]).toEqual([
        200,
        ["pending", "email", "digits", "lifetimeSeconds"],
      ]);
    expect(await run.current.db.outboxEmail.count({ where: { tenancyId: tenancy.id } })).toBe(
      before + 2,
    );
    expect(replies.map(({ body }) => [body["digits"], body["lifetimeSeconds"]])).toEqual([
      [6, 600],
      [6, 600],
    ]);
  });

  test("creates an account for an unknown mailbox only if registration is enabled", async () => {
    const open = await createHostedTenancy(run.current);
    const email = newEmail();
    const visitor = visit(run.current, open);
    const { body } = await visitor.prove(email);
    expect(body).toMatchObject({ account: "new" });
    expect(await userOf(open, email)).toBeNull();
    const done = await visitor.step("without-passkey", { proof: body["proof"], later: false });
    expect((await exchange(open, codeOf(done), visitor)).body).toMatchObject({
      operation: "registration",
      authenticatorType: "email",
      user: { email, emailVerified: true },
    });

    const closed = await createHostedTenancy(run.current, { selfServiceRegistration: false });
    const turned = visit(run.current, closed);
    expect(await turned.step("send-code", { page: "register", email })).toMatchObject({
      status: 403,
    });
    expect((await turned.prove(email)).body).toEqual({ account: "none", email });
  });

  test("creates no account if registration was disabled in the meantime", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const email = newEmail();
    const { body } = await visitor.prove(email, { page: "register" });
    const options = (await visitor.step("new-passkey-options", { proof: body["proof"] }))
      .body as unknown as CreationOptions;
    await tenancy.set({ selfServiceRegistration: false });
    for (const [step, more] of [
      ["new-passkey-options", {}],
      [
        "new-passkey",
        { sessionToken: options.sessionToken, response: device().register(options.optionsJSON) },
      ],
      ["without-passkey", { later: false }],
    ] as const)
      expect(await visitor.step(step, { proof: body["proof"], ...more })).toMatchObject({
        status: 403,
        body: { _tag: "@error/Forbidden" },
      });
    expect(await userOf(tenancy, email)).toBeNull();
  });

  test("moves an email from an account that only claimed it, without access to that account", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newEmail();
    const page = { origin: "http://localhost:3000" };
    const stranger = await registerSelf(
      { ...tenancy, browser: (method, path, body) => tenancy.browser(method, path, body, page) },
      device(),
      { email },
    );
    const { visitor, done } = await signUp(run.current, tenancy, email);
    const owner = (await exchange(tenancy, codeOf(done), visitor)).body;
    expect(owner["sub"]).not.toBe(stranger.principal.sub);
    expect(owner["user"]).toMatchObject({ email, emailVerified: true });
    expect(
      await run.current.db.user.findFirst({
        where: { tenancyId: tenancy.id, sub: stranger.principal.sub },
      }),
    ).toMatchObject({ email: "" });
    expect(
      await run.current.db.auditEvent.count({
        where: {
          tenancyId: tenancy.id,
          action: "user.email-claim-lost",
          targetId: stranger.principal.sub,
        },
      }),
    ).toBe(1);
  });

  test("verifies an email that a backend had set", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newEmail();
    const page = { origin: "http://localhost:3000" };
    const { principal } = await register(
      { ...tenancy, browser: (method, path, body) => tenancy.browser(method, path, body, page) },
      device(),
      { username: email, userId: "ada" },
    );
    expect(await userOf(tenancy, email)).toMatchObject({
      sub: principal.sub,
      emailVerified: false,
    });
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    const done = await visitor.step("without-passkey", { proof: body["proof"], later: false });
    expect((await exchange(tenancy, codeOf(done), visitor)).body).toMatchObject({
      sub: principal.sub,
      userId: "ada",
      user: { emailVerified: true },
    });
  });

  test("replaces only the same page's previous code", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const other = visit(run.current, tenancy);
    const email = newEmail();
    const theirs = await other.step("send-code", { page: "sign-in", email });
    const theirCode = await readCode(run.current, tenancy);
    const first = await visitor.step("send-code", { page: "sign-in", email });
    const firstCode = await readCode(run.current, tenancy);
    await visitor.step("send-code", { page: "sign-in", email, pending: first.body["pending"] });
    expect(
      await visitor.step("check-code", { pending: first.body["pending"], code: firstCode }),
    ).toMatchObject({ status: 400, body: { _tag: "@error/InvalidChallenge" } });
    expect(
      await other.step("check-code", { pending: theirs.body["pending"], code: theirCode }),
    ).toMatchObject({ status: 200 });
  });

  test("works only for its own request, and its secret never leaves the service", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const other = visit(run.current, tenancy);
    const { body } = await visitor.step("send-code", { page: "sign-in", email: newEmail() });
    const code = await readCode(run.current, tenancy);
    expect(await other.step("check-code", { pending: body["pending"], code })).toMatchObject(
      invalid,
    );
    for (const pending of ["x", withTagOff(String(body["pending"])), "e30.e30.e30.e30.e30"])
      expect(await visitor.step("check-code", { pending, code })).toMatchObject(invalid);
    expect(
      Buffer.from(String(body["pending"]).split(".")[3] ?? "", "base64url").toString(),
    ).not.toContain("secret");
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect(
      await visitor.step("check-code", { pending: body["pending"], code: wrong }),
    ).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidChallengeCode", attemptsRemaining: 4 },
    });
    expect((await visitor.step("check-code", { pending: body["pending"], code })).status).toBe(200);
    expect(await visitor.step("check-code", { pending: body["pending"], code })).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidChallenge" },
    });
  });

  test("respects the limits of mailboxes", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerTenMinutes: 2 });
    const visitor = visit(run.current, tenancy);
    const email = newEmail();
    const ask = () => visitor.step("send-code", { page: "sign-in", email });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(await ask()).toMatchObject({
      status: 429,
      body: { _tag: "@error/ChallengeRateLimited", retryAfterSeconds: 600 },
    });
    expect(await visitor.step("send-code", { page: "sign-in", email: "ada" })).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidEmail" },
    });
  });
});
