import { describe, expect, test } from "vitest";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginSelfRegistration, finishRegistration } from "@/testing/ceremonies";
import { newMailbox } from "@/testing/challenge-rules";
import {
  createHostedTenancy,
  type CreationOptions,
  readCode,
  type RequestOptions,
  visit,
} from "@/testing/hosted-visitor";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";
import { findVisitor } from "./known-browser";

const run = provideService();
const day = 24 * 3_600_000;
const hosted = (settings = {}) =>
  createHostedTenancy(run.current, { challengesPerTenMinutes: 2, ...settings });
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().find((each) => each.startsWith("keystead-browser="));
const pairOf = (cookie: string | undefined) => cookie?.split(";")[0] ?? "";

const requestCode = (
  tenancy: TestTenancy,
  email: string,
  { cookie = "", address = "203.0.113.7" } = {},
) =>
  visit(run.current, tenancy, { address }).step(
    "send-code",
    { page: "sign-in", email },
    { cookie },
  );
const statuses = async (count: number, make: (index: number) => ReturnType<typeof requestCode>) => {
  const all: number[] = [];
  for (let index = 0; index < count; index++) all.push((await make(index)).status);
  return all;
};

/** Signs a user in by code and returns the browser's cookie. */
async function signInByCode(tenancy: TestTenancy, email: string, cookie = ""): Promise<string> {
  const visitor = visit(run.current, tenancy, { address: `198.51.${email.length}.1` });
  const sent = await visitor.step("send-code", { page: "sign-in", email }, { cookie });
  const { proof } = (
    await visitor.step("check-code", {
      pending: sent.body["pending"],
      code: await readCode(run.current, tenancy),
    })
  ).body as { proof?: string };
  const done = await visitor.step("without-passkey", { proof, later: false }, { cookie });
  return cookieOf(done) ?? "";
}

describe("the owner's browser", () => {
  test("gets codes within its own limits after strangers have used up the mailbox's", async () => {
    const tenancy = await hosted();
    const email = newMailbox();
    const cookie = pairOf(await signInByCode(tenancy, email));
    for (let prefix = 0; prefix < 3; prefix++)
      await requestCode(tenancy, email, { address: `192.0.${prefix}.1` });
    expect((await requestCode(tenancy, email, { address: "192.0.77.1" })).status).toBe(429);
    expect(await statuses(3, () => requestCode(tenancy, email.toUpperCase(), { cookie }))).toEqual([
      200, 200, 429,
    ]);
    run.current.clock.advance(600_000);
    expect((await requestCode(tenancy, email, { cookie })).status).toBe(200);
  });

  test("does not count toward the visitors' half of the tenancy's ceiling", async () => {
    const tenancy = await hosted({ challengesPerHourCeiling: 6 });
    const email = newMailbox();
    const cookie = pairOf(await signInByCode(tenancy, email));
    for (let prefix = 0; prefix < 4; prefix++)
      await requestCode(tenancy, newMailbox(), { address: `192.0.${prefix}.1` });
    expect((await requestCode(tenancy, newMailbox(), { address: "192.0.77.1" })).status).toBe(429);
    expect((await requestCode(tenancy, email, { cookie })).status).toBe(200);
  });

  test("begins sign-ins within one address's limit after strangers have used up the tenancy's options", async () => {
    const tenancy = await hosted({ challengesPerTenMinutes: 100 });
    const email = newMailbox();
    const cookie = pairOf(await signInByCode(tenancy, email));
    run.current.clock.advance(60_000);
    // Times ten, because the tenancy is one for development.
    await tenancy.set({ optionsPerMinute: 20, optionsPerMinutePerAddress: 1 });
    const begin = (address: string, sent = "") =>
      visit(run.current, tenancy, { address }).step(
        "passkey-options",
        { mediation: "required" },
        { cookie: sent },
      );
    for (let prefix = 0; prefix < 20; prefix++)
      expect((await begin(`192.0.${prefix}.1`)).status).toBe(200);
    expect((await begin("192.0.77.1")).status).toBe(429);
    expect((await begin("192.0.78.1", "keystead-browser=x")).status).toBe(429);
    expect((await requestCode(tenancy, email, { cookie, address: "192.0.79.1" })).status).toBe(200);
    for (let prefix = 80; prefix < 89; prefix++)
      expect((await begin(`192.0.${prefix}.1`, cookie)).status).toBe(200);
    expect((await begin("192.0.89.1", cookie)).status).toBe(429);
  });

  test("shares one budget with all copies of its cookie", async () => {
    const tenancy = await hosted();
    const email = newMailbox();
    const cookie = pairOf(await signInByCode(tenancy, email));
    const replies = await withInstances(8, () =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          requestCode(tenancy, email, { cookie, address: `192.0.${index}.1` }),
        ),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test("shares twice the limits with all browsers of the mailbox, so new sign-ins add no codes", async () => {
    const tenancy = await hosted({ challengesPerTenMinutes: 2 });
    const email = newMailbox();
    const visitor = visit(run.current, tenancy);
    const { proof } = (await visitor.prove(email, { page: "register" })).body as { proof?: string };
    const phone = createSoftwareAuthenticator({ origin: "http://localhost:3000" });
    const options = (await visitor.step("new-passkey-options", { proof }))
      .body as unknown as CreationOptions;
    await visitor.step("new-passkey", {
      proof,
      sessionToken: options.sessionToken,
      response: phone.register(options.optionsJSON),
    });
    const browsers: string[] = [];
    while (browsers.length < 4) {
      const request = (await visitor.step("passkey-options", { mediation: "required" }))
        .body as unknown as RequestOptions;
      browsers.push(
        pairOf(
          cookieOf(
            await visitor.step("passkey-sign-in", {
              sessionToken: request.sessionToken,
              response: phone.authenticate(request.optionsJSON),
            }),
          ),
        ),
      );
    }
    const replies = await withInstances(8, () =>
      Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          requestCode(tenancy, email, {
            cookie: browsers[index % 4] as string,
            address: `192.0.${index}.1`,
          }),
        ),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await requestCode(tenancy, email, { cookie: browsers[0] as string })).toMatchObject({
      status: 429,
      body: { retryAfterSeconds: 600 },
    });
    run.current.clock.advance(600_000);
    expect(
      await statuses(3, () => requestCode(tenancy, email, { cookie: browsers[0] as string })),
    ).toEqual([200, 200, 429]);
  });

  test("is known for the latest five mailboxes that signed in, for 180 days each", async () => {
    const tenancy = await hosted({ challengesPerTenMinutes: 100 });
    const mailboxes = Array.from({ length: 6 }, newMailbox);
    let cookie = "";
    for (const email of mailboxes) cookie = pairOf(await signInByCode(tenancy, email, cookie));
    const value = cookie.slice("keystead-browser=".length);
    const known = async () =>
      Promise.all(
        mailboxes.map(async (email) => (await findVisitor(tenancy.ctx, email, value)).browserId),
      );
    const [first, ...others] = await known();
    expect(first).toBeUndefined();
    expect(new Set(others)).toEqual(new Set([expect.any(String)]));
    expect(value.length).toBeLessThan(2_000);
    run.current.clock.advance(180 * day);
    expect(await known()).toEqual(mailboxes.map(() => undefined));
  });
});

describe("the cookie", () => {
  test("is sealed, limited to the hosted pages and contains no email", async () => {
    const tenancy = await hosted();
    const email = newMailbox();
    const cookie = await signInByCode(tenancy, email);
    expect(cookie).toMatch(
      new RegExp(
        `^keystead-browser=[\\w.-]+; Max-Age=15552000; Path=/auth/${tenancy.id}; HttpOnly; SameSite=Lax$`,
      ),
    );
    const opened = await run.current.secrets.open(
      "known-browser",
      pairOf(cookie).slice("keystead-browser=".length),
    );
    expect(opened).not.toContain(email);
  });

  test("grants nothing in another tenancy, for another mailbox, forged or truncated", async () => {
    const tenancy = await hosted({ challengesPerTenMinutes: 1 });
    const other = await hosted({ challengesPerTenMinutes: 1 });
    const email = newMailbox();
    const cookie = pairOf(await signInByCode(tenancy, email));
    for (const [at, whose, sent] of [
      [other, email, cookie],
      [tenancy, newMailbox(), cookie],
      [tenancy, newMailbox(), "keystead-browser=x"],
      [tenancy, newMailbox(), cookie.slice(0, -3)],
      [tenancy, newMailbox(), "keystead-browser="],
    ] as const) {
      expect((await requestCode(at, whose, { cookie: sent, address: "192.0.2.1" })).status).toBe(
        200,
      );
      expect((await requestCode(at, whose, { cookie: sent, address: "192.0.2.2" })).status).toBe(
        429,
      );
    }
  });

  test("is set by every sign-in on the hosted pages, and never for a claimed email", async () => {
    const tenancy = await hosted();
    const email = newMailbox();
    const phone = createSoftwareAuthenticator({ origin: "http://localhost:3000" });
    const visitor = visit(run.current, tenancy);
    const { proof } = (await visitor.prove(email, { page: "register" })).body as { proof?: string };
    const options = (await visitor.step("new-passkey-options", { proof }))
      .body as unknown as CreationOptions;
    const made = await visitor.step("new-passkey", {
      proof,
      sessionToken: options.sessionToken,
      response: phone.register(options.optionsJSON),
    });
    expect([made.status, cookieOf(made) !== undefined]).toEqual([200, true]);
    const signIn = async (device: typeof phone) => {
      const request = (await visitor.step("passkey-options", { mediation: "required" }))
        .body as unknown as RequestOptions;
      return visitor.step("passkey-sign-in", {
        sessionToken: request.sessionToken,
        response: device.authenticate(request.optionsJSON),
      });
    };
    expect(cookieOf(await signIn(phone))).toBeDefined();

    const page = {
      ...tenancy,
      browser: ((method, path, body) =>
        tenancy.browser(method, path, body, {
          origin: "http://localhost:3000",
        })) as TestTenancy["browser"],
    };
    const stranger = createSoftwareAuthenticator({ origin: "http://localhost:3000" });
    await finishRegistration(
      page,
      stranger,
      await beginSelfRegistration(page, { email: newMailbox() }),
    );
    const claimed = await signIn(stranger);
    expect([claimed.status, cookieOf(claimed)]).toEqual([200, undefined]);
  });
});

test("sends codes to the owner's stored spelling, and shows the email as typed", async () => {
  const tenancy = await hosted();
  const email = newMailbox();
  await signInByCode(tenancy, email);
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id },
    data: { email: `Box${email.slice(3)}` },
  });
  const sent = await requestCode(tenancy, email.toUpperCase());
  expect(sent.body["email"]).toBe(email.toUpperCase());
  const mail = await run.current.db.outboxEmail.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
    orderBy: { id: "desc" },
  });
  expect(await openEmail(run.current, mail.sealed ?? "")).toMatchObject({
    to: `Box${email.slice(3)}`,
  });
});
