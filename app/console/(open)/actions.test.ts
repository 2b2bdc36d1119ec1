import { describe, expect, test } from "vitest";
import { type RequestFacts, withRequestFacts } from "@/lib/console/request-facts";
import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import { createLink } from "@/lib/domain/admin/operator/session/operator-link";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { newMailbox } from "@/testing/challenge-rules";
import { createOperatorDevice, openSystem, runCeremony } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import {
  beginSignInByCode,
  beginWithLink,
  finishSignInByCode,
  finishWithLink,
  showInvitation,
  signInWithPasskey,
} from "./actions";

const run = provideService();

/** A browser with its own cookies. */
function openBrowser(change: Partial<RequestFacts> = {}) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    as: <T>(work: () => T) =>
      withRequestFacts({ ...requestFacts(run.current, undefined, cookies), ...change }, work),
  };
}

/** Returns the code of the only email sent to this address. */
async function mailedCode(email: string): Promise<string> {
  const rows = await run.current.db.outboxEmail.findMany({
    where: { challengeId: { not: null }, sealed: { not: null } },
  });
  const mails = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
  const mail = mails.find(({ to }) => to === email);
  return mail?.kind === "challenge" ? mail.longCode.slice(0, 6) : "";
}

describe("a sign-in by code", () => {
  test("keeps the secret in a cookie, tells the page nothing of it, and ends in a session", async () => {
    await openSystem(run.current);
    const { email, sub } = await createTestOperator(run.current, { email: newMailbox() });
    const browser = openBrowser();
    const begun = await browser.as(() => beginSignInByCode({ email }));
    expect(begun).toEqual({ ok: true, value: { digits: 6, lifetimeSeconds: 600 } });
    expect([...browser.cookies.keys()]).toEqual(["keystead-operator-code"]);
    const code = await mailedCode(email);
    expect(await openBrowser().as(() => finishSignInByCode({ code }))).toMatchObject({
      ok: false,
      error: { tag: "@error/ChallengeExpired" },
    });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect(await browser.as(() => finishSignInByCode({ code: wrong }))).toMatchObject({
      ok: false,
      error: { tag: "@error/InvalidChallengeCode", attemptsRemaining: 4 },
    });
    expect(await browser.as(() => finishSignInByCode({ code }))).toMatchObject({ ok: true });
    expect([...browser.cookies.keys()].sort()).toEqual(["keystead-browser", "keystead-operator"]);
    expect(
      await findSession(run.current, browser.cookies.get("keystead-operator") ?? ""),
    ).toMatchObject({ sub, signIn: "code" });
  });

  test("answers the same for an unknown address, down to the last refusal", async () => {
    await openSystem(run.current);
    const { email } = await createTestOperator(run.current, { email: newMailbox() });
    const known = openBrowser();
    const unknown = openBrowser();
    for (let asked = 0; asked < 6; asked++)
      expect(await unknown.as(() => beginSignInByCode({ email: `nobody-${email}` }))).toEqual(
        await known.as(() => beginSignInByCode({ email })),
      );
    expect(await unknown.as(() => beginSignInByCode({ email: `nobody-${email}` }))).toMatchObject({
      error: { tag: "@error/ChallengeRateLimited", retryAfterSeconds: 600 },
    });
    for (const guess of ["000000", "111111", "222222"]) {
      const one = await known.as(() => finishSignInByCode({ code: guess }));
      const other = await unknown.as(() => finishSignInByCode({ code: guess }));
      if (!one.ok) expect(other).toEqual(one);
    }
  });
});

test("counts visitors by address over all these actions, without affecting other addresses", async () => {
  const system = await openSystem(run.current);
  await run.current.db.tenancy.update({
    where: { id: system.tenancy.id },
    data: { verificationsPerMinutePerAddress: 60 },
  });
  run.current.clock.advance(60_000);
  const crowd = openBrowser({
    client: { address: "198.51.100.9", userAgent: "tests", origin: run.current.baseUrl },
  });
  const acts = [
    () => signInWithPasskey({ code: "x" }),
    () => beginWithLink({ token: "x" }),
    () => finishWithLink({ token: "x", code: "y" }),
    () => showInvitation({ token: "x" }),
    () => finishSignInByCode({ code: "000000" }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      crowd.as(() => (acts[index % acts.length] ?? (() => signInWithPasskey({ code: "x" })))()),
    ),
  );
  const refused = answers.filter(
    (answer) => !answer.ok && answer.error.tag === "@error/RateLimited",
  );
  expect(refused).toHaveLength(40);
  expect(refused[0]).toMatchObject({ error: { retryAfterSeconds: 60 } });
  expect(await openBrowser().as(() => showInvitation({ token: "x" }))).toMatchObject({
    error: { tag: "@error/InvalidToken" },
  });
  await openSystem(run.current);
});

test("a link tells what it is for only to an invitation's page, and its failures name no account", async () => {
  const system = await openSystem(run.current);
  const { sub } = await createTestOperator(run.current);
  const token = new URL((await createLink(system, { purpose: "recovery", sub })).link).hash.slice(
    1,
  );
  const browser = openBrowser();
  expect(await browser.as(() => showInvitation({ token }))).toMatchObject({
    ok: false,
    error: { tag: "@error/InvalidToken" },
  });
  const begun = await browser.as(() => beginWithLink({ token }));
  if (!begun.ok) throw new Error(begun.error.message);
  const code = await runCeremony(system, createOperatorDevice(run.current), begun.value);
  expect(await browser.as(() => finishWithLink({ token: `${token}x`, code }))).toMatchObject({
    ok: false,
    error: { tag: "@error/InvalidToken" },
  });
  expect(await browser.as(() => finishWithLink({ token, code }))).toMatchObject({ ok: true });
  expect(
    await findSession(run.current, browser.cookies.get("keystead-operator") ?? ""),
  ).toMatchObject({ sub });
});
