import { expect, test } from "vitest";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { setTenancySuspended } from "@/lib/domain/admin/tenancy/delete-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { prepareCode } from "@/lib/domain/sign-in/principal/prepare-code";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginAuthentication, register, type SignedIn } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { checkAssertion } from "./check-assertion";
import { consumeAuthenticationSession } from "./consume-authentication-session";
import { writeAuthentication } from "./write-authentication";

const run = provideService();

type Off = (tenancy: TestTenancy, signedIn: SignedIn) => Promise<unknown>;

const cases: [name: string, off: Off, tag: string][] = [
  [
    "disabled passkey",
    ({ ctx }, { principal }) => updatePasskey(ctx, principal.authenticatorId, { enabled: false }),
    "@error/PasskeyDisabled",
  ],
  [
    "disabled user",
    ({ ctx }, { principal }) => setUserDisabled(ctx, principal.sub, true),
    "@error/PasskeyDisabled",
  ],
  ["suspended tenancy", ({ ctx }) => setTenancySuspended(ctx, true), "@error/InvalidTenancy"],
  ["revoked key", ({ ctx, apiKeyId }) => revokeApiKey(ctx, apiKeyId), "@error/InvalidToken"],
  [
    "deleted passkey",
    ({ ctx, id }) => ctx.db.passkey.deleteMany({ where: { tenancyId: id } }),
    "@error/PasskeyDisabled",
  ],
];

test.each(cases)(
  "writes nothing for a %s between the two statements of a verification",
  async (_name, off, tag) => {
    const tenancy = await createTestTenancy(run.current);
    const phone = createSoftwareAuthenticator({ origin: testOrigin });
    const signedIn = await register(tenancy, phone);
    const begun = await beginAuthentication(tenancy);
    const response = phone.authenticate(begun.optionsJSON);
    const ctx: TenancyContext = { ...tenancy.ctx, actor: { kind: "browser" } };

    const consumed = await consumeAuthenticationSession(
      ctx,
      { rule: "verification" },
      {
        sessionToken: begun.sessionToken,
        response: response,
      },
    );
    const assertion = await checkAssertion(ctx, consumed, response);
    await off(tenancy, signedIn);
    const code = prepareCode(ctx, {
      operation: "authentication",
      userVerified: true,
      apiKeyId: tenancy.apiKeyId,
    });
    await expect(writeAuthentication(ctx, { assertion, code })).rejects.toMatchObject({ tag });

    expect(
      await run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id, kind: "code" } }),
    ).toBe(1);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "passkey.authenticated" },
      }),
    ).toBe(0);
    expect(
      await run.current.db.passkey.count({
        where: { tenancyId: tenancy.id, lastUsedAt: { not: null } },
      }),
    ).toBe(0);
  },
);
