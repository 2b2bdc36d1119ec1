import { describe, expect, test } from "vitest";
import type { HostedStep } from "@/lib/hosted/take-hosted-step";
import { invalid, newEmail, signUp, withTagOff } from "@/testing/hosted-sign-up";
import {
  codeOf,
  createHostedTenancy,
  type RequestOptions,
  returnTo,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";

const run = provideService();

describe("what another site sends", () => {
  const bodies: Record<HostedStep, object> = {
    "passkey-options": { mediation: "required" },
    "passkey-sign-in": { sessionToken: "x", response: {} },
    outcome: { sessionToken: "x", outcome: "cancelled", afterMs: 1 },
    "send-code": { page: "sign-in", email: "victim@example.com" },
    "check-code": { pending: "x", code: "123456" },
    "new-passkey-options": { proof: "x" },
    "decline-device-passkey": { deviceProof: "x" },
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
      expect(await visitor.step(step as HostedStep, body, headers)).toMatchObject({
        status: 403,
        body: { _tag: "@error/Forbidden" },
      });
    expect(
      await visitor.step(step as HostedStep, body, { "content-type": "text/plain" }),
    ).toMatchObject({ status: 415 });
    expect(await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  });
});

describe("the request that a ticket seals", () => {
  test("cannot be forged, changed, used after it expires or moved to another tenancy", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const other = await createHostedTenancy(run.current);
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

  test("is rejected once its redirect_uri is removed", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { phone } = await signUp(run.current, tenancy);
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

test("counts steps against the limits of the public API", async () => {
  const tenancy = await createHostedTenancy(run.current, {
    // Times ten, because the tenancy is one for development.
    optionsPerMinutePerAddress: 1,
    verificationsPerMinutePerAddress: 1,
  });
  const visitor = visit(run.current, tenancy, { address: "203.0.113.99" });
  const ask = () => visitor.step("passkey-options", { mediation: "required" });
  for (let count = 0; count < 10; count++) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, body: { _tag: "@error/RateLimited" } });
  expect((await visitor.step("send-code", { page: "sign-in", email: newEmail() })).status).toBe(
    429,
  );
  const check = () => visitor.step("check-code", { pending: "x", code: "123456" });
  for (let count = 0; count < 10; count++) expect((await check()).status).toBe(400);
  expect((await check()).status).toBe(429);
});

test("never logs, audits or stores secrets in plain text", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const { visitor, email, proof, done } = await signUp(run.current, tenancy);
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
