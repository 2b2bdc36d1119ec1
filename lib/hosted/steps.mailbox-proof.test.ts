import { describe, expect, test } from "vitest";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { device, invalid, newEmail, signUp, userOf } from "@/testing/hosted-sign-up";
import {
  createHostedTenancy,
  type CreationOptions,
  readCode,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";

const run = provideService();

describe("a mailbox proof", () => {
  test("opens exactly one sign-in under concurrency", async () => {
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

  test("is used up by a registered passkey, not by a closed prompt or an invalid response", async () => {
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

  test("adds one passkey, even if the same request has proofs of other mailboxes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const proofOf = async (email: string) => (await visitor.prove(email)).body["proof"];
    const begin = async (proof: unknown) =>
      (await visitor.step("new-passkey-options", { proof })).body as unknown as CreationOptions;
    const finish = (proof: unknown, { sessionToken, optionsJSON }: CreationOptions) =>
      visitor.step("new-passkey", {
        proof,
        sessionToken,
        response: device().register(optionsJSON),
      });
    const email = newEmail();
    const own = newEmail();
    const proof = await proofOf(email);
    const ownProof = await proofOf(own);
    const first = await begin(proof);
    const second = await begin(proof);
    const third = await begin(proof);
    expect(await finish(ownProof, first)).toMatchObject(invalid);
    expect((await finish(proof, second)).status).toBe(200);
    expect(await finish(ownProof, third)).toMatchObject(invalid);
    const ofEmail = { tenancyId: tenancy.id, user: { emailNormalized: email } };
    expect(await run.current.db.passkey.count({ where: ofEmail })).toBe(1);
    expect((await finish(ownProof, await begin(ownProof))).status).toBe(200);
  });

  test("works only for its own request and expires after ten minutes", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const visitor = visit(run.current, tenancy);
    const other = visit(run.current, tenancy);
    const { body } = await visitor.prove(newEmail());
    expect(
      await other.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject(invalid);
    run.current.clock.advance(600_000);
    expect(
      await visitor.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject(invalid);
  });

  test("rejects the sign-in of a user who was disabled in the meantime", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(run.current, tenancy);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    await setUserDisabled(tenancy.ctx, (await userOf(tenancy, email))?.sub ?? "", true);
    expect(
      await visitor.step("without-passkey", { proof: body["proof"], later: false }),
    ).toMatchObject({ status: 403 });
  });
});

describe('"not now"', () => {
  test("is stored for 30 days for one user of one tenancy without revealing either", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { email } = await signUp(run.current, tenancy);
    const { email: other } = await signUp(run.current, tenancy);
    const visitor = visit(run.current, tenancy);
    const { body } = await visitor.prove(email);
    const [cookie = ""] = (
      await visitor.step("without-passkey", { proof: body["proof"], later: true })
    ).headers.getSetCookie();
    expect(cookie).toMatch(
      new RegExp(
        `^keystead-later-[\\w-]{22}=1; Max-Age=2592000; Path=/auth/${tenancy.id}; HttpOnly; SameSite=Lax$`,
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

  test("is not offered to a user with the maximum number of passkeys", async () => {
    const tenancy = await createHostedTenancy(run.current, { passkeysPerUser: 1 });
    const { email } = await signUp(run.current, tenancy);
    expect(Object.keys((await visit(run.current, tenancy).prove(email)).body)).toEqual([
      "returnTo",
    ]);
  });
});
