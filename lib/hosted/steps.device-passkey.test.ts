import { describe, expect, test } from "vitest";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import { deletePasskeys } from "@/lib/domain/passkey/delete-passkeys";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import type { Lies } from "@/testing/authenticator/lies";
import { eventsOf } from "@/testing/events-of";
import {
  device,
  exchange,
  invalid,
  newEmail,
  signIn,
  signUp,
  userOf,
} from "@/testing/hosted-sign-up";
import {
  codeOf,
  createHostedTenancy,
  type CreationOptions,
  type RequestOptions,
  type Visit,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";

const run = provideService();

/** Signs a new user in on another device's page, with the phone that has the passkey. */
async function signInElsewhere(
  tenancy: TestTenancy,
  { attachment = "cross-platform", lies = {} }: { attachment?: string; lies?: Lies } = {},
  headers: Record<string, string> = {},
) {
  const { phone, email } = await signUp(run.current, tenancy);
  const visitor = visit(run.current, tenancy);
  const signedIn = await signInWith(visitor, phone, { attachment, lies }, headers);
  const user = await userOf(tenancy, email);
  return { visitor, phone, email, signedIn, sub: user?.sub ?? "" };
}

async function signInWith(
  visitor: Visit,
  phone: ReturnType<typeof device>,
  { attachment = "cross-platform", lies = {} }: { attachment?: string; lies?: Lies } = {},
  headers: Record<string, string> = {},
) {
  const { sessionToken, optionsJSON } = (
    await visitor.step("passkey-options", { mediation: "required" })
  ).body as unknown as RequestOptions;
  const response = {
    ...phone.authenticate(optionsJSON, lies),
    authenticatorAttachment: attachment,
  };
  return visitor.step("passkey-sign-in", { sessionToken, response }, headers);
}

const begin = async (visitor: Visit, deviceProof: unknown) =>
  (await visitor.step("new-passkey-options", { deviceProof })).body as unknown as CreationOptions;

async function createHere(visitor: Visit, deviceProof: unknown, laptop = device()) {
  const { sessionToken, optionsJSON } = await begin(visitor, deviceProof);
  const response = laptop.register(optionsJSON);
  return visitor.step("new-passkey", { deviceProof, sessionToken, response });
}

const passkeysOf = ({ id }: TestTenancy) =>
  run.current.db.passkey.findMany({ where: { tenancyId: id }, orderBy: { id: "asc" } });

describe("after a sign-in with a phone or a security key", () => {
  test("this device gets a passkey, and the application the code of the sign-in", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, signedIn, sub, email } = await signInElsewhere(tenancy);
    const { deviceProof } = signedIn.body;
    const options = await begin(visitor, deviceProof);
    expect(options.optionsJSON).toMatchObject({
      hints: ["client-device"],
      user: { name: email },
      authenticatorSelection: { userVerification: "required" },
    });
    const laptop = device();
    // So that the second passkey has a later id.
    run.current.clock.advance(1_000);
    const done = await createHere(visitor, deviceProof, laptop);
    expect(done).toMatchObject({ status: 200, body: {} });
    expect(Object.keys(done.body)).toEqual([]);
    const [first, second] = await passkeysOf(tenancy);
    expect(second).toMatchObject({ sub, username: first?.username });
    expect((await exchange(tenancy, codeOf(signedIn), visitor)).body).toMatchObject({
      operation: "authentication",
      authenticatorAttachment: "cross-platform",
      authenticatorId: first?.id,
      sub,
    });
    expect((await signIn(visit(run.current, tenancy), laptop)).status).toBe(200);
    const events = await eventsOf(run.current, tenancy);
    const stored = events.map((event) => `${event.kind} ${event.authenticatorAttachment}`);
    expect(stored.filter((each) => each.startsWith("sign-in.")).sort()).toEqual([
      "sign-in.succeeded cross-platform",
      "sign-in.succeeded platform",
    ]);
  });

  test.each<[string, Parameters<typeof signInElsewhere>[1], object]>([
    ["with this device", { attachment: "platform" }, {}],
    ["with an attachment that no standard names", { attachment: "smart-card" }, {}],
    ["without user verification", { lies: { flags: { uv: false } } }, {}],
    ["where another passkey needs an emailed code", {}, { requireProofToAddPasskey: true }],
    ["of a user without room for a passkey", {}, { passkeysPerUser: 1 }],
  ])("nothing is offered %s", async (_case, how, settings) => {
    const tenancy = await createHostedTenancy(run.current, settings);
    const { signedIn } = await signInElsewhere(tenancy, how);
    expect(Object.keys(signedIn.body)).toEqual(["returnTo"]);
  });

  test("a user who declines isn't asked again in this browser for 30 days", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, phone, signedIn } = await signInElsewhere(tenancy);
    const { deviceProof } = signedIn.body;
    const declined = await visitor.step("decline-device-passkey", { deviceProof });
    const [cookie = ""] = declined.headers.getSetCookie();
    expect(cookie).toMatch(/^keystead-later-[\w-]{22}=1; Max-Age=2592000; .*HttpOnly/);
    expect(await visitor.step("decline-device-passkey", { deviceProof })).toMatchObject(invalid);
    expect(await visitor.step("new-passkey-options", { deviceProof })).toMatchObject(invalid);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const again = await signInWith(visit(run.current, tenancy), phone, {}, headers);
    expect(Object.keys(again.body)).toEqual(["returnTo"]);
    const elsewhere = await signInWith(visit(run.current, tenancy), phone);
    expect(elsewhere.body).toHaveProperty("deviceProof");
  });
});

describe("the proof of the sign-in", () => {
  test("signs in nowhere, and is no proof of a mailbox", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, signedIn } = await signInElsewhere(tenancy);
    const { deviceProof: proof } = signedIn.body;
    expect(await visitor.step("without-passkey", { proof, later: false })).toMatchObject(invalid);
    expect(await visitor.step("new-passkey-options", { proof })).toMatchObject(invalid);
    const { proof: mailbox } = (await visitor.prove(newEmail())).body;
    expect(await visitor.step("new-passkey-options", { deviceProof: mailbox })).toMatchObject(
      invalid,
    );
  });

  test("adds one passkey, also when several responses arrive at once", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, signedIn } = await signInElsewhere(tenancy);
    const { deviceProof } = signedIn.body;
    const sessions = [];
    for (let count = 0; count < 8; count++) sessions.push(await begin(visitor, deviceProof));
    const replies = await Promise.all(
      sessions.map(({ sessionToken, optionsJSON }) =>
        visitor.step("new-passkey", {
          deviceProof,
          sessionToken,
          response: device().register(optionsJSON),
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await passkeysOf(tenancy)).toHaveLength(2);
  });

  test("works in its own request and session only, for ten minutes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, signedIn } = await signInElsewhere(tenancy);
    const { deviceProof } = signedIn.body;
    const other = await signInElsewhere(tenancy);
    const foreign = other.signedIn.body["deviceProof"];
    expect(await other.visitor.step("new-passkey-options", { deviceProof })).toMatchObject(invalid);
    const { sessionToken, optionsJSON } = await begin(visitor, deviceProof);
    const response = device().register(optionsJSON);
    expect(
      await visitor.step("new-passkey", { deviceProof: foreign, sessionToken, response }),
    ).toMatchObject(invalid);
    const mailbox = await visitor.prove(newEmail());
    const opened = await begin(visitor, deviceProof);
    expect(
      await visitor.step("new-passkey", {
        proof: mailbox.body["proof"],
        sessionToken: opened.sessionToken,
        response: device().register(opened.optionsJSON),
      }),
    ).toMatchObject(invalid);
    run.current.clock.advance(600_000);
    expect(await visitor.step("new-passkey-options", { deviceProof })).toMatchObject(invalid);
    expect(await passkeysOf(tenancy)).toHaveLength(2);
  });

  test.each<[string, (tenancy: TestTenancy, of: { sub: string; passkeyId: string }) => unknown]>([
    [
      "the passkey is disabled",
      ({ ctx }, { passkeyId }) =>
        setPasskeysEnabled(ctx, { passkeyIds: [passkeyId], enabled: false, reason: "lost" }),
    ],
    [
      "the passkey is deleted",
      ({ ctx }, { passkeyId }) => deletePasskeys(ctx, ctx.db, { passkeyIds: [passkeyId] }),
    ],
    ["the user is disabled", ({ ctx }, { sub }) => setUserDisabled(ctx, sub, true)],
    ["the user is erased", ({ ctx }, { sub }) => eraseUser(ctx, sub)],
  ])("ends when %s, also while the prompt is open", async (_case, change) => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, signedIn, sub } = await signInElsewhere(tenancy);
    const { deviceProof } = signedIn.body;
    const { sessionToken, optionsJSON } = await begin(visitor, deviceProof);
    const [passkey] = await passkeysOf(tenancy);
    await change(tenancy, { sub, passkeyId: passkey?.id ?? "" });
    const before = await passkeysOf(tenancy);
    const response = device().register(optionsJSON);
    expect(
      await visitor.step("new-passkey", { deviceProof, sessionToken, response }),
    ).toMatchObject(invalid);
    expect(await visitor.step("new-passkey-options", { deviceProof })).toMatchObject(invalid);
    expect(await passkeysOf(tenancy)).toEqual(before);
  });

  test("adds nothing once the tenancy requires an emailed code", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, signedIn } = await signInElsewhere(tenancy);
    const { deviceProof } = signedIn.body;
    const { sessionToken, optionsJSON } = await begin(visitor, deviceProof);
    await updateSettings(tenancy.ctx, { changes: { requireProofToAddPasskey: true } });
    const required = { status: 403, body: { _tag: "@error/ProofRequired" } };
    const response = device().register(optionsJSON);
    expect(
      await visitor.step("new-passkey", { deviceProof, sessionToken, response }),
    ).toMatchObject(required);
    expect(await visitor.step("new-passkey-options", { deviceProof })).toMatchObject(required);
  });
});
