import { describe, expect, test } from "vitest";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { beginAuthentication, beginRegistration } from "@/testing/ceremonies";
import { device, exchange, invalid, newEmail, signIn, signUp } from "@/testing/hosted-sign-up";
import {
  codeOf,
  createHostedTenancy,
  type CreationOptions,
  type RequestOptions,
  visit,
} from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";

const run = provideService();

describe("a passkey", () => {
  test("is created after the mailbox is verified and then signs in", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, phone, email, done } = await signUp(run.current, tenancy);
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
      assurance: "aal2",
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

  test("works only on the service's own origin", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { phone } = await signUp(run.current, tenancy);
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

  test("rejects a ceremony from the API or from another request, and the API rejects one from a page", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { phone } = await signUp(run.current, tenancy);
    const visitor = visit(run.current, tenancy);
    const other = visit(run.current, tenancy);
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

  test("is rejected when it or its user is disabled", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { visitor, phone, done, email } = await signUp(run.current, tenancy);
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
    const { phone } = await signUp(run.current, tenancy);
    expect((await signIn(visit(run.current, tenancy), phone)).status).toBe(200);
  });
});
