import { expect, test } from "vitest";
import { createChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";
import { eraseUser } from "./erase-user";
import { exportUser } from "./export-user";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const ada = {
  username: "ada@example.com",
  userId: "customer-4711",
  email: "Ada@Example.com",
  givenName: "Adelheid",
  familyName: "Lovelacius",
  displayName: "Adelheid L.",
};
const personal = [
  "ada@example.com",
  "Ada@Example.com",
  "ADA@Example.com",
  "customer-4711",
  "Adelheid",
  "Lovelacius",
];

/** Reads all rows of a tenancy as text. */
async function everything({ id: tenancyId }: TestTenancy): Promise<string> {
  const tables = await run.current.db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'tenancyId'`;
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      (
        await run.current.pool.query<{ text: string }>(
          `SELECT to_jsonb(t)::text AS text FROM "${name}" t WHERE t."tenancyId" = $1`,
          [tenancyId],
        )
      ).rows.map(({ text }) => text),
    ),
  );
  return texts.flat().join("\n");
}

const challengeFor = (tenancy: TestTenancy, fields: object = {}) =>
  createChallenge(tenancy.ctx, {
    purpose: "login",
    email: ada.email,
    invalidateOthers: false,
    skipRateLimit: false,
    sendEmail: true,
    ...fields,
  });

/** Adds an email to the local inbox. */
async function receive({ id: tenancyId }: TestTenancy, recipient: string) {
  const receivedAt = new Date(run.current.clock.now());
  const email = { sender: "a", recipient, subject: "s", html: "Adelheid", text: "Adelheid" };
  await run.current.db.inboxEmail.create({
    data: { tenancyId, id: run.current.createId(), ...email, receivedAt },
  });
}

const textOf = async (texts: AsyncIterable<string>) => {
  let text = "";
  for await (const part of texts) text += part;
  return text;
};

test("leaves no personal data anywhere in the database, and keeps ids in the audit log", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const { principal } = await register(tenancy, phone, ada);
  await authenticate(tenancy, phone);
  await challengeFor(tenancy);
  await challengeFor(tenancy, {
    email: "other@example.com",
    userId: ada.userId,
    metadata: { note: "Lovelacius" },
  });
  await beginRegistration(tenancy, ada);
  // A visitor without an id, who types the address in another case.
  await beginRegistration(tenancy, { username: "ADA@Example.com", givenName: "Adelheid" });
  await receive(tenancy, "ada@EXAMPLE.com");
  const before = await everything(tenancy);
  for (const word of personal) expect(before).toContain(word);

  expect(await eraseUser(tenancy.ctx, principal.sub, "closed their account")).toMatchObject({
    passkeys: 1,
    challenges: 2,
  });
  const after = await everything(tenancy);
  for (const word of [...personal, phone.credentials[0]?.id ?? ""])
    expect(after).not.toContain(word);
  expect(after).toContain(principal.sub);
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: { in: ["user.erased", "passkey.deleted"] } },
      orderBy: { action: "desc" },
    }),
  ).toMatchObject([
    { action: "user.erased", targetId: principal.sub, reason: "closed their account" },
    { action: "passkey.deleted", reason: "closed their account" },
  ]);
});

test("does not affect other users or other tenancies", async () => {
  const here = await createTestTenancy(run.current);
  const there = await createTestTenancy(run.current);
  const phone = device();
  const other = device();
  const { principal } = await register(here, phone, ada);
  const grace = await register(here, other, { username: "grace@example.com", userId: "grace" });
  await register(there, device(), ada);
  await challengeFor(here, { email: "grace@example.com" });
  await expect(eraseUser(there.ctx, principal.sub)).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
  const untouched = await everything(there);
  await eraseUser(here.ctx, principal.sub);
  expect(await everything(there)).toBe(untouched);
  expect((await authenticate(here, other)).principal.sub).toBe(grace.principal.sub);
  expect(await run.current.db.challenge.count({ where: { tenancyId: here.id } })).toBe(1);
  expect((await finishAuthentication(here, phone, await beginAuthentication(here))).body._tag).toBe(
    "@error/PasskeyNotFound",
  );
});

/** A stranger registers with an address that someone else reads, who is getting a code. */
async function createClaimant() {
  const tenancy = await createTestTenancy(run.current);
  const claim = { email: "reader@example.com", givenName: "Mallory" };
  const { principal } = await registerSelf(tenancy, device(), claim);
  const { challenge } = await challengeFor(tenancy, { email: claim.email });
  const { challengeId, secret, code = "" } = challenge;
  const submit = (typed: string) =>
    tenancy.backend("POST", "challenges/verify", { challengeId, secret, code: typed });
  await submit(code === "000000" ? "000001" : "000000");
  const begun = await beginRegistration(tenancy, { username: claim.email, userId: "reader" });
  await receive(tenancy, claim.email);
  await run.current.timeline.flush();
  return { tenancy, sub: principal.sub, begun, submit: () => submit(code), challengeId };
}

test("erasing a user who only claims an address changes nothing of who reads it", async () => {
  const { tenancy, sub, begun, submit } = await createClaimant();
  const where = { tenancyId: tenancy.id };
  const readersRows = async () => [
    await run.current.db.mailbox.findMany({ where }),
    await run.current.db.inboxEmail.findMany({ where }),
    await run.current.db.outboxEmail.findMany({ where }),
    await run.current.db.timelineEvent.findMany({ where: { ...where, sub: null } }),
  ];
  const before = await readersRows();
  expect(await eraseUser(tenancy.ctx, sub)).toEqual({ passkeys: 1, challenges: 0, mails: 0 });
  expect(await readersRows()).toEqual(before);
  expect(await everything(tenancy)).not.toContain("Mallory");
  expect((await finishRegistration(tenancy, device(), begun)).status).toBe(200);
  expect((await submit()).status).toBe(200);
});

test("the export of a user who only claims an address has nothing of who reads it", async () => {
  const { tenancy, sub, challengeId } = await createClaimant();
  const text = await textOf(await exportUser(tenancy.ctx, sub));
  expect(JSON.parse(text)).toMatchObject({
    user: { email: "reader@example.com", emailVerified: false },
    challenges: [],
    mails: [],
    localInbox: [],
    mailboxLimits: null,
  });
  expect(text).not.toContain(challengeId);
});

test("an export and an erasure take the local emails of exactly the owned address", async () => {
  const tenancy = await createTestTenancy(run.current);
  const user = await register(tenancy, device(), { username: "a_b@example.com" });
  const other = await register(tenancy, device(), { username: "acb@example.com" });
  for (const email of ["A_B@example.com", "acb@example.com"]) await receive(tenancy, email);
  const inboxOf = async ({ principal }: typeof user) => {
    const text = await textOf(await exportUser(tenancy.ctx, principal.sub));
    const { localInbox } = JSON.parse(text) as { localInbox: { recipient: string }[] };
    return localInbox.map(({ recipient }) => recipient);
  };
  expect(await inboxOf(user)).toEqual(["A_B@example.com"]);
  expect(await eraseUser(tenancy.ctx, user.principal.sub)).toMatchObject({ mails: 1 });
  expect(await inboxOf(other)).toEqual(["acb@example.com"]);
});

test("a concurrent sign-in leaves no code behind", async () => {
  for (let round = 0; round < 8; round++) {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone, ada);
    const begun = await Promise.all(Array.from({ length: 4 }, () => beginAuthentication(tenancy)));
    const [, ...replies] = await Promise.all([
      eraseUser(tenancy.ctx, principal.sub),
      ...begun.map((each) => finishAuthentication(tenancy, phone, each)),
    ]);
    for (const { status, body } of replies) {
      expect([200, 403, 404]).toContain(status);
      if (status === 200)
        expect((await tenancy.backend("GET", `principal/${body["code"] as string}`)).status).toBe(
          404,
        );
    }
    expect(
      await run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id, kind: "code" } }),
    ).toBe(0);
    expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  }
});

test("a concurrent registration joins the user before the erasure, creates a new one, or fails", async () => {
  for (let round = 0; round < 5; round++) {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), ada);
    const begun = await beginRegistration(tenancy, ada);
    const [, reply] = await Promise.all([
      eraseUser(tenancy.ctx, principal.sub),
      finishRegistration(tenancy, device(), begun),
    ]);
    expect([200, 400]).toContain(reply.status);
    expect(
      await run.current.db.user.count({ where: { tenancyId: tenancy.id, sub: principal.sub } }),
    ).toBe(0);
  }
});

test("the second of two concurrent erasures gets NotFound", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device(), ada);
  const results = await Promise.allSettled([
    eraseUser(tenancy.ctx, principal.sub),
    eraseUser(tenancy.ctx, principal.sub),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an export is JSON of all stored data without secrets or hashes, and is audited", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const { principal } = await register(tenancy, phone, ada);
  await authenticate(tenancy, phone);
  const { challenge } = await challengeFor(tenancy);
  await run.current.timeline.flush();
  const text = await textOf(await exportUser(tenancy.ctx, principal.sub));
  const exported = JSON.parse(text) as Record<string, never[]>;
  expect(exported).toMatchObject({
    user: { sub: principal.sub, userId: ada.userId, email: ada.email, givenName: "Adelheid" },
    passkeys: [
      {
        id: principal.authenticatorId,
        username: ada.username,
        credentialId: phone.credentials[0]?.id,
      },
    ],
    challenges: [{ id: challenge.challengeId, purpose: "login" }],
    mails: [{ challengeId: challenge.challengeId }],
  });
  expect(exported["timeline"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "registration.succeeded" }),
      expect.objectContaining({ kind: "code.requested" }),
    ]),
  );
  expect(exported["activity"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "user.created" }),
      expect.objectContaining({ action: "passkey.authenticated" }),
    ]),
  );
  for (const secret of [challenge.secret, "secretHash", "codeMac", "sealed"])
    expect(text).not.toContain(secret);
  expect(
    await run.current.db.auditEvent.count({
      where: { tenancyId: tenancy.id, targetId: principal.sub, action: "user.exported" },
    }),
  ).toBe(1);
  const other = await createTestTenancy(run.current);
  await expect(exportUser(other.ctx, principal.sub)).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
});

test("removes the stored replies that describe the user, and no others", async () => {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  const send = async (path: string, body: object, key: string) => {
    const caller = path === "users" ? call : tenancy.backend;
    const {
      status,
      headers,
      body: reply,
    } = await caller("POST", path, body, {
      "idempotency-key": key,
    });
    return [status, reply["_tag"], headers.get("idempotency-replayed")];
  };
  const of = (name: string, userId: string) =>
    [
      ["users", { userId, email: `${name}@Example.com` }, `${name} user`],
      ["challenges", { purpose: "login", email: `${name}@example.com` }, `${name} email`],
      ["challenges", { purpose: "login", email: "x@y.example", userId }, `${name} id`],
      ["passkey/registration/authorize", { username: name, userId }, `${name} passkey`],
    ] as const;
  const requests = { ada: of("ada", "customer-4711"), bob: of("bob", "customer-4712") };
  for (const [path, body, key] of [...requests.ada, ...requests.bob])
    expect((await send(path, body, key))[0], key).toBeLessThan(300);
  await call("DELETE", "users/customer-4711");
  for (const [path, body, key] of requests.ada)
    expect(await send(path, body, key), key).toEqual([409, "@error/IdempotencyConflict", null]);
  for (const [path, body, key] of requests.bob)
    expect((await send(path, body, key))[2], key).toBe("true");
});
