import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, finishAuthentication, register } from "@/testing/ceremonies";
import { challengeOf, guess, newMailbox, verify, wrongCode } from "@/testing/challenge-rules";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();

test("events hold no code, token, secret or full address", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const signedUp = await register(tenancy, phone, { userId: "application-id-of-ada" });
  const begun = await beginAuthentication(tenancy);
  const signedIn = await finishAuthentication(tenancy, phone, begun);
  await finishAuthentication(tenancy, phone, begun);
  const email = newMailbox();
  const challenge = await challengeOf(tenancy, { email, name: "Ada Lovelace" });
  await guess(tenancy, challenge);
  await verify(tenancy, challenge);
  await tenancy.backend("GET", `principal/${signedUp.code}x`);
  const events = await eventsOf(run.current, tenancy);
  expect(new Set(events.map(({ kind }) => kind)).size).toBe(7);
  const text = JSON.stringify(events);
  const [credential] = phone.credentials;
  for (const hidden of [
    signedUp.code,
    String(signedIn.body["code"]),
    signedUp.id_token,
    begun.sessionToken,
    challenge.code,
    wrongCode(challenge),
    challenge.secret,
    "Ada Lovelace",
    tenancy.apiKey,
    "203.0.113.7",
    credential?.id,
    credential?.userHandle,
    "application-id-of-ada",
  ])
    expect(text).not.toContain(hidden);
});

test("whom an error concerns reaches neither the caller nor the log", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  await register(tenancy, phone, { email: "ada@example.com" });
  const { sub } = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  const reply = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
    signature: "other-key",
  });
  const taken = await tenancy.browser("POST", "passkey/registration/options", {
    email: "ada@example.com",
  });
  const events = await eventsOf(run.current, tenancy);
  expect(events.filter((event) => event.sub === sub)).toHaveLength(3);
  expect(Object.keys(reply.body).sort()).toEqual(["_tag", "message", "reason"]);
  expect(Object.keys(taken.body).sort()).toEqual(["_tag", "message"]);
  for (const text of [reply.text, taken.text, run.current.logged.join("")])
    expect(text).not.toContain(sub);
});

test("no serializer of an error finds whom it concerns", () => {
  const error = new ServiceError("@error/InvalidToken").about({ sub: "hidden-sub" });
  const copies = [JSON.stringify(error), JSON.stringify({ ...error }), inspect(error, false, 9)];
  expect(error.subject).toEqual({ sub: "hidden-sub" });
  for (const text of [...copies, JSON.stringify(structuredClone(error))])
    expect(text).not.toContain("hidden-sub");
});

test("2,000 refused requests leave a bounded number of rows that count them all", async () => {
  const tenancy = await createTestTenancy(run.current);
  const flood = 2_000;
  const batchSize = 100;
  const refuse = (index: number) =>
    callApi("POST", `/v2/${tenancy.id}/challenges/verify`, {
      body: { challengeId: `typed-${index}`, secret: "x", code: "123456" },
      headers: { authorization: `Bearer ${tenancy.apiKey}` },
      address: `10.${index % 200}.0.1`,
    });
  for (let sent = 0; sent < flood; sent += batchSize) {
    const replies = await Promise.all(
      Array.from({ length: batchSize }, (_, index) => refuse(sent + index)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
  }
  const events = await eventsOf(run.current, tenancy);
  expect(events).toHaveLength(limits.timelineRefusalsPerTenancy + 1);
  expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(flood);
});
