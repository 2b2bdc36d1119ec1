import { expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import type { Lies } from "@/testing/authenticator/lies";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();

async function createOwner(options: object = {}) {
  const tenancy = await createTestTenancy(run.current);
  const phone = createSoftwareAuthenticator({ origin: testOrigin, ...options });
  const { principal } = await register(tenancy, phone, { email: "ada@example.com" });
  const passkeyId = principal.authenticatorId;
  const { sub } = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, id: passkeyId },
  });
  await run.current.timeline.flush();
  await run.current.db.timelineEvent.deleteMany({ where: { tenancyId: tenancy.id } });
  return { tenancy, phone, passkeyId, sub };
}
type Owner = Awaited<ReturnType<typeof createOwner>>;

const browser = {
  addressPrefix: "203.0.113.0/24",
  count: 1,
  email: null,
  requestId: expect.any(String),
};

test("a registration and a sign-in are on the user's timeline", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const { principal } = await register(tenancy, phone);
  run.current.clock.advance(1);
  await authenticate(tenancy, phone);
  const { sub } = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  const subject = { sub, passkeyId: principal.authenticatorId, reason: null, ...browser };
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { kind: "registration.succeeded", ...subject },
    { kind: "sign-in.succeeded", ...subject },
  ]);
});

interface Refusal {
  reason: string;
  phone?: object;
  request?: object;
  /** After the options, before the verification. */
  meanwhile?: (owner: Owner) => unknown;
  lies?: Lies;
}

const disable = { disabledAt: new Date(0) };
const refusals: Record<string, Refusal> = {
  "with a wrong signature": {
    reason: "VerificationFailed.signature",
    lies: { signature: "other-key" },
  },
  "without user verification": {
    reason: "VerificationFailed.user-verification",
    phone: { userVerified: false },
    request: { userVerification: "required" },
  },
  "with a disabled passkey": {
    reason: "PasskeyDisabled",
    meanwhile: ({ tenancy }) =>
      run.current.db.passkey.updateMany({ where: { tenancyId: tenancy.id }, data: disable }),
  },
  "of a disabled user": {
    reason: "PasskeyDisabled.user-disabled",
    meanwhile: ({ tenancy }) =>
      run.current.db.user.updateMany({ where: { tenancyId: tenancy.id }, data: disable }),
  },
  "with an expired session": {
    reason: "InvalidToken",
    meanwhile: () =>
      run.current.clock.advance(lifetimes.ceremonyTimeoutMs + lifetimes.sessionGraceMs),
  },
};

test.each(Object.entries(refusals))(
  "a sign-in %s is on the user's timeline",
  async (_name, { reason, phone: options, request, meanwhile, lies }) => {
    const owner = await createOwner(options);
    const { tenancy, phone, sub, passkeyId } = owner;
    const begun = await beginAuthentication(tenancy, request);
    await meanwhile?.(owner);
    await finishAuthentication(tenancy, phone, begun, lies);
    expect(await eventsOf(run.current, tenancy)).toMatchObject([
      { kind: "sign-in.refused", reason, sub, passkeyId, ...browser },
    ]);
  },
);

test("a passkey of another account is on the timeline of the user whom the sign-in names", async () => {
  const { tenancy, sub, passkeyId } = await createOwner();
  const other = createSoftwareAuthenticator({ origin: testOrigin });
  const { principal } = await register(tenancy, other, { email: "grace@example.com" });
  await run.current.timeline.flush();
  await run.current.db.timelineEvent.deleteMany({ where: { tenancyId: tenancy.id } });
  const begun = await beginAuthentication(tenancy, { allowCredentials: [passkeyId] });
  const { allowCredentials: _allowed, ...anyPasskey } = begun.optionsJSON;
  await finishAuthentication(tenancy, other, { ...begun, optionsJSON: anyPasskey });
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    {
      kind: "sign-in.refused",
      reason: "VerificationFailed.credential-not-allowed",
      sub,
      passkeyId: principal.authenticatorId,
      ...browser,
    },
  ]);
});

test("a passkey outside a list of decoys is on its own user's timeline", async () => {
  const { tenancy, phone, sub, passkeyId } = await createOwner();
  const begun = await beginAuthentication(tenancy, { email: "nobody@example.com" });
  const { allowCredentials: _decoys, ...anyPasskey } = begun.optionsJSON;
  await finishAuthentication(tenancy, phone, { ...begun, optionsJSON: anyPasskey });
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { reason: "VerificationFailed.credential-not-allowed", sub, passkeyId },
  ]);
});

test("a passkey that is unknown here leads to the user of its user handle", async () => {
  const { tenancy, phone, sub } = await createOwner();
  await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id } });
  await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy));
  await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
    userHandle: "AAAA",
  });
  const refused = { kind: "sign-in.refused", reason: "PasskeyNotFound", passkeyId: null };
  const events = await eventsOf(run.current, tenancy);
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...refused, sub }),
      expect.objectContaining({ ...refused, sub: null }),
    ]),
  );
});

test("a refused registration leads to the user, or to the email of a new one", async () => {
  const { tenancy, sub } = await createOwner();
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const lies = { origin: "https://evil.test" };
  for (const fields of [{ email: "ada@example.com" }, { email: "New@Example.com" }]) {
    await finishRegistration(tenancy, phone, await beginRegistration(tenancy, fields), lies);
    run.current.clock.advance(1);
  }
  const refused = { kind: "registration.refused", reason: "VerificationFailed.origin" };
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { ...refused, sub, email: null },
    { ...refused, sub: null, email: "new@example.com" },
  ]);
});

test("a registration with a taken email is on the owner's timeline", async () => {
  const { tenancy, sub } = await createOwner();
  await tenancy.browser("POST", "passkey/registration/options", { email: "ada@example.com" });
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { kind: "registration.refused", reason: "DuplicateEmail", sub, ...browser },
  ]);
});

test("a backend's refused request has neither browser nor address", async () => {
  const { tenancy, sub } = await createOwner();
  await run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id } });
  await tenancy.backend(
    "POST",
    "passkey/authentication/authorize",
    { userId: sub },
    { "user-agent": "Backend/1" },
  );
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    { kind: "sign-in.refused", reason: "BadRequest", sub, addressPrefix: null, userAgent: null },
  ]);
});
