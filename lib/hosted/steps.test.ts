import { describe, expect, test } from "vitest";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { oneBitOff } from "@/lib/testing/authenticator/distorted-base64url";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  register,
  registerSelf,
} from "@/lib/testing/ceremonies";
import {
  codeOf,
  createHostedTenancy,
  readCode,
  returnTo,
  visit,
  type CreationOptions,
  type RequestOptions,
  type StepName,
  type Visit,
} from "@/lib/testing/hosted-visitor";
import type { TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();
const device = (origin = "http://localhost:3000") => createSoftwareAuthenticator({ origin });
const invalid = { status: 400, body: { _tag: "@error/InvalidToken" } };

let count = 0;
/** A compact JWE whose tag does not fit. */
const withTagOff = (sealed: string) => sealed.replace(/[^.]+$/, (tag) => oneBitOff(tag));
const newEmail = () => `grace-${count++}@example.com`;

/** Registers somebody on the register page; their device and what came back. */
async function signUp(
  tenancy: TestTenancy,
  email = newEmail(),
  more: object = { givenName: "Grace", familyName: "Hopper" },
) {
  const visitor = visit(run.current, tenancy);
  const phone = device();
  const { body } = await visitor.prove(email, { page: "register", ...more });
  const { proof } = body as { proof?: string };
  const options = (await visitor.step("new-passkey-options", { proof }))
    .body as unknown as CreationOptions;
  const done = await visitor.step("new-passkey", {
    proof,
    sessionToken: options.sessionToken,
    response: phone.register(options.optionsJSON),
  });
  return { visitor, phone, email, proof, done };
}

async function signIn(visitor: Visit, phone: ReturnType<typeof device>) {
  const options = (await visitor.step("passkey-options", { mediation: "required" }))
    .body as unknown as RequestOptions;
  return visitor.step("passkey-sign-in", {
    sessionToken: options.sessionToken,
    response: phone.authenticate(options.optionsJSON),
  });
}

const exchange = (tenancy: TestTenancy, code: string, { verifier }: Visit, more: object = {}) =>
  tenancy.backend("POST", `principal/${code}`, { code_verifier: verifier, ...more });
const userOf = (tenancy: TestTenancy, email: string) =>
  run.current.db.user.findFirst({ where: { tenancyId: tenancy.id, emailNormalized: email } });

describe("a passkey", () => {
  test("is made behind a proved mailbox, and signs in from then on", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, phone, email, done } = await signUp(tenancy);
    expect(done.status).toBe(200);
    expect(Object.keys(done.body)).toEqual(["returnTo"]);
    const back = new URL(done.body["returnTo"] as string);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: "keystead",
      code: codeOf(done),
      state: visitor.state,
    });
    const registered = (await exchange(tenancy, codeOf(done), visitor)).body;
    expect(registered).toMatchObject({
      operation: "registration",
      authenticatorType: "passkey",
      passkey: { verified: true, userVerified: true },
      user: { email, givenName: "Grace", familyName: "Hopper", emailVerified: true },
    });
    const again = visit(run.current, tenancy);
    const signedIn = await signIn(again, phone);
    expect((await exchange(tenancy, codeOf(signedIn), again)).body).toMatchObject({
      operation: "authentication",
      sub: registered["sub"],
      authenticatorId: registered["authenticatorId"],
    });
  });

  test("is used on the service's own origin alone", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { phone } = await signUp(tenancy);
    const visitor = visit(run.current, tenancy);
    const options = (await visitor.step("passkey-options", { mediation: "required" }))
      .body as unknown as RequestOptions;
    // One that the tenancy's own pages may have, in development.
    const response = phone.authenticate(options.optionsJSON, { origin: "http://localhost:4000" });
    const reply = await visitor.step("passkey-sign-in", {
      sessionToken: options.sessionToken,
      response,
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { _tag: "@error/VerificationFailed", reason: "origin" },
    });
  });

  test("a ceremony ends where it began: not at the API, not for another request, and not the other way round", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { phone } = await signUp(tenancy);
    const [visitor, other] = [visit(run.current, tenancy), visit(run.current, tenancy)];
    const begin = async () =>
      (await visitor.step("passkey-options", { mediation: "required" }))
        .body as unknown as RequestOptions;
    const answer = ({ sessionToken, optionsJSON }: RequestOptions) => ({
      sessionToken,
      response: phone.authenticate(optionsJSON),
    });
    const page = { origin: "http://localhost:4000" };
    expect(
      await tenancy.browser(
        "POST",
        "passkey/authentication/verification",
        answer(await begin()),
        page,
      ),
    ).toMatchObject(invalid);
    expect(await other.step("passkey-sign-in", answer(await begin()))).toMatchObject(invalid);
    expect(
      await visitor.step(
        "passkey-sign-in",
        answer(
          await beginAuthentication({
            ...tenancy,
            browser: (method, path, body) => tenancy.browser(method, path, body, page),
          }),
        ),
      ),
    ).toMatchObject(invalid);

    const { body } = await visitor.prove(newEmail());
    const options = (await visitor.step("new-passkey-options", { proof: body["proof"] }))
      .body as unknown as CreationOptions;
    expect(
      await tenancy.browser(
        "POST",
        "passkey/registration/verification",
        { sessionToken: options.sessionToken, response: device().register(options.optionsJSON) },
        page,
      ),
    ).toMatchObject(invalid);
    const atApi = await beginRegistration({
      ...tenancy,
      browser: (method, path, sent) => tenancy.browser(method, path, sent, page),
    });
    expect(
      await visitor.step("new-passkey", {
        proof: body["proof"],
        sessionToken: atApi.sessionToken,
        response: device().register(atApi.optionsJSON),
      }),
    ).toMatchObject(invalid);
    expect(
      await run.current.db.oneTimeToken.count({
        where: { tenancyId: tenancy.id, kind: "code", codeChallenge: null },
      }),
    ).toBe(0);
  });

  test("that was disabled opens nothing, nor does its user", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, phone, done, email } = await signUp(tenancy);
    const { authenticatorId, sub } = (await exchange(tenancy, codeOf(done), visitor)).body as {
      authenticatorId: string;
      sub: string;
    };
    await updatePasskey(tenancy.ctx, authenticatorId, { enabled: false });
    expect(await signIn(visit(run.current, tenancy), phone)).toMatchObject({
      status: 403,
      body: { _tag: "@error/PasskeyDisabled" },
    });
    await setUserDisabled(tenancy.ctx, sub, true);
    expect((await visit(run.current, tenancy).prove(email)).body).toEqual({
      account: "disabled",
      email,
    });
  });

  test("needs no self-service at the API", async () => {
    const tenancy = await createHostedTenancy(run.current, { selfServiceAuthentication: false });
    const { phone } = await signUp(tenancy);
    expect((await signIn(visit(run.current, tenancy), phone)).status).toBe(200);
  });
});

describe("a mailed code", () => {
  test("signs in without a passkey, and says so", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(tenancy);
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

  test("is sent to a mailbox that has an account and to one that has none alike", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(tenancy);
    const visitor = visit(run.current, tenancy);
    const before = await run.current.db.outboxMail.count({ where: { tenancyId: tenancy.id } });
    const replies = [
      await visitor.step("send-code", { page: "sign-in", email }),
      await visitor.step("send-code", { page: "sign-in", email: newEmail() }),
    ];
    for (const { status, body } of replies)
      expect([status, Object.keys(body)]).toEqual([
        200,
        ["pending", "email", "digits", "lifetimeSeconds"],
      ]);
    expect(await run.current.db.outboxMail.count({ where: { tenancyId: tenancy.id } })).toBe(
      before + 2,
    );
    expect(replies.map(({ body }) => [body["digits"], body["lifetimeSeconds"]])).toEqual([
      [6, 600],
      [6, 600],
    ]);
  });

  test("of nobody's mailbox makes an account where registration is open, and none where it is not", async () => {
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

  test("registration that is switched off in between makes nobody", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const [visitor, email] = [visit(run.current, tenancy), newEmail()];
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

  test("takes an email from a stranger who had claimed it, and gives nobody the stranger's account", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newEmail();
    const page = { origin: "http://localhost:3000" };
    const stranger = await registerSelf(
      { ...tenancy, browser: (method, path, body) => tenancy.browser(method, path, body, page) },
      device(),
      { email },
    );
    const { visitor, done } = await signUp(tenancy, email);
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

  test("verifies an email that a backend had vouched for", async () => {
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

  test("that is asked for again ends the page's last one, and no other page's", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const [visitor, other, email] = [
      visit(run.current, tenancy),
      visit(run.current, tenancy),
      newEmail(),
    ];
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

  test("is good for the request that asked for it alone, and its secret stays with the service", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const [visitor, other] = [visit(run.current, tenancy), visit(run.current, tenancy)];
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

  test("keeps the limits of mailboxes", async () => {
    const tenancy = await createHostedTenancy(run.current, { challengesPerTenMinutes: 2 });
    const [visitor, email] = [visit(run.current, tenancy), newEmail()];
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

describe("a mailbox proof", () => {
  test("opens one sign-in, however many ask at once", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(newEmail());
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        visitor.step("without-passkey", { proof: body["proof"], later: false }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body: { _tag } }) => _tag === "@error/InvalidToken")).toHaveLength(19);
    expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  });

  test("is spent with the passkey that it opened, and not by a prompt that was closed or a bad answer", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(newEmail());
    const { proof } = body as { proof?: string };
    const begin = async () =>
      (await visitor.step("new-passkey-options", { proof })).body as unknown as CreationOptions;
    await begin();
    const bad = await begin();
    expect(
      await visitor.step("new-passkey", {
        proof,
        sessionToken: bad.sessionToken,
        response: device("http://localhost:4000").register(bad.optionsJSON),
      }),
    ).toMatchObject({ body: { reason: "origin" } });
    const good = await begin();
    expect(
      (
        await visitor.step("new-passkey", {
          proof,
          sessionToken: good.sessionToken,
          response: device().register(good.optionsJSON),
        })
      ).status,
    ).toBe(200);
    expect(await visitor.step("without-passkey", { proof, later: false })).toMatchObject(invalid);
    expect(await visitor.step("new-passkey-options", { proof })).toMatchObject(invalid);
  });

  test("is good for its own request, for ten minutes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const [visitor, other] = [visit(run.current, tenancy), visit(run.current, tenancy)];
    const { body } = await visitor.prove(newEmail());
    expect(
      await other.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject(invalid);
    run.current.clock.advance(600_000);
    expect(
      await visitor.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject(invalid);
  });

  test("a sign-in of somebody who was disabled since goes nowhere", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(tenancy);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    await setUserDisabled(tenancy.ctx, (await userOf(tenancy, email))?.sub ?? "", true);
    expect(
      await visitor.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject({ status: 403 });
  });
});

describe('"not now"', () => {
  test("is remembered for 30 days, for one user of one tenancy, without saying who", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const [{ email }, { email: other }] = [await signUp(tenancy), await signUp(tenancy)];
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    const [cookie = ""] = (
      await visitor.step("without-passkey", { proof: body["proof"], later: true })
    ).headers.getSetCookie();
    expect(cookie).toMatch(
      new RegExp(
        `^keystead-later-[\\w-]{22}=1; Path=/auth/${tenancy.id}; Max-Age=2592000; HttpOnly; SameSite=Lax$`,
      ),
    );
    const withCookie = async (address: string) => {
      const again = visit(run.current, tenancy);
      const sent = await again.step("send-code", { page: "sign-in", email: address });
      return again.step(
        "check-code",
        { pending: sent.body["pending"], code: await readCode(run.current, tenancy) },
        { cookie: `a=b; ${cookie.split(";")[0]}` },
      );
    };
    expect(Object.keys((await withCookie(email)).body)).toEqual(["returnTo"]);
    expect((await withCookie(other)).body).toMatchObject({ account: "known" });
  });

  test("is not asked of somebody who has no room for another passkey", async () => {
    const tenancy = await createHostedTenancy(run.current, { passkeysPerUser: 1 });
    const { email } = await signUp(tenancy);
    expect(Object.keys((await visit(run.current, tenancy).prove(email)).body)).toEqual([
      "returnTo",
    ]);
  });
});

describe("what another site sends", () => {
  const bodies: Record<StepName, object> = {
    "passkey-options": { mediation: "required" },
    "passkey-sign-in": { sessionToken: "x", response: {} },
    "send-code": { page: "sign-in", email: "victim@example.com" },
    "check-code": { pending: "x", code: "123456" },
    "new-passkey-options": { proof: "x" },
    "new-passkey": { proof: "x", sessionToken: "x", response: {} },
    "without-passkey": { proof: "x", later: false },
  };
  test.each(Object.entries(bodies))("%s: refused, before anything is done", async (step, body) => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "" },
      { origin: "http://localhost:4000" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ])
      expect(await visitor.step(step as StepName, body, headers)).toMatchObject({
        status: 403,
        body: { _tag: "@error/Forbidden" },
      });
    expect(
      await visitor.step(step as StepName, body, { "content-type": "text/plain" }),
    ).toMatchObject({ status: 415 });
    expect(await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  });
});

describe("the request that a ticket seals", () => {
  test("cannot be made, changed, kept for long or taken to another tenancy", async () => {
    const [tenancy, other] = [
      await createHostedTenancy(run.current),
      await createHostedTenancy(run.current),
    ];
    const visitor = visit(run.current, tenancy);
    const ticket = await visitor.ticket();
    const ask = (sent: unknown, as = visitor) =>
      as.step("passkey-options", { mediation: "required", ticket: sent });
    expect((await ask(ticket)).status).toBe(200);
    for (const forged of [
      "",
      "x",
      withTagOff(ticket),
      Buffer.from(JSON.stringify({ redirectUri: "https://evil.example" })).toString("base64url"),
    ])
      expect(await ask(forged)).toMatchObject(invalid);
    expect(await ask(ticket, visit(run.current, other))).toMatchObject(invalid);
    expect(await ask({ redirectUri: returnTo })).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest" },
    });
    run.current.clock.advance(3_600_000);
    expect(await ask(ticket)).toMatchObject(invalid);
  });

  test("leads nowhere once its address was taken back", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { phone } = await signUp(tenancy);
    const visitor = visit(run.current, tenancy);
    const options = (await visitor.step("passkey-options", { mediation: "required" }))
      .body as unknown as RequestOptions;
    await tenancy.set({ redirectUris: ["https://app.example.com/other"] });
    expect(
      await visitor.step("passkey-sign-in", {
        sessionToken: options.sessionToken,
        response: phone.authenticate(options.optionsJSON),
      }),
    ).toMatchObject(invalid);
  });
});

test("acts are counted by the limits of the tenancy's own pages", async () => {
  const tenancy = await createHostedTenancy(run.current, {
    optionsPerMinutePerAddress: 2,
    verificationsPerMinutePerAddress: 1,
  });
  const visitor = visit(run.current, tenancy, { address: "203.0.113.99" });
  const ask = () => visitor.step("passkey-options", { mediation: "required" });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  expect(await ask()).toMatchObject({ status: 429, body: { _tag: "@error/RateLimited" } });
  expect((await visitor.step("send-code", { page: "sign-in", email: newEmail() })).status).toBe(
    429,
  );
  const check = () => visitor.step("check-code", { pending: "x", code: "123456" });
  expect([(await check()).status, (await check()).status]).toEqual([400, 429]);
});

test("nothing secret is logged, audited or kept in the clear", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const { visitor, email, proof, done } = await signUp(tenancy);
  const where = { tenancyId: tenancy.id };
  const { db, logged } = run.current;
  const kept = [
    ...logged,
    JSON.stringify([
      await db.auditEvent.findMany({ where }),
      await db.oneTimeToken.findMany({ where: { ...where, kind: "code" } }),
    ]),
  ].join("\n");
  for (const secret of [
    codeOf(done),
    proof ?? "",
    await visitor.ticket(),
    visitor.verifier,
    visitor.state,
  ])
    expect(kept).not.toContain(secret);
  expect(logged.join("\n")).not.toContain(email);
});
