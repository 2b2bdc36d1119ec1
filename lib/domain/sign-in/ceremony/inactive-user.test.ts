import { describe, expect, test } from "vitest";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import type { ApiReply } from "@/testing/api-client";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const ada = { userId: "ada", username: "ada@example.com" };

/** A flow that begins before the user is disabled or erased. `begin` returns its next step. */
interface Flow {
  name: string;
  begin: (tenancy: TestTenancy, phone: SoftwareAuthenticator) => Promise<() => Promise<ApiReply>>;
}

const authorizeSignIn = async (tenancy: TestTenancy, fields: object) =>
  (await tenancy.backend("POST", "passkey/authentication/authorize", fields)).body[
    "authenticationToken"
  ] as string;

const flows: Flow[] = [
  {
    name: "verification of a discoverable sign-in",
    async begin(tenancy, phone) {
      const begun = await beginAuthentication(tenancy);
      return () => finishAuthentication(tenancy, phone, begun);
    },
  },
  {
    name: "verification of a sign-in by email",
    async begin(tenancy, phone) {
      const begun = await beginAuthentication(tenancy, { email: ada.username });
      return () => finishAuthentication(tenancy, phone, begun);
    },
  },
  {
    name: "a sign-in with a token for the user",
    async begin(tenancy, phone) {
      const authenticationToken = await authorizeSignIn(tenancy, { userId: ada.userId });
      return async () => {
        const options = await tenancy.browser("POST", "passkey/authentication/options", {
          authenticationToken,
        });
        if (options.status !== 200) return options;
        return finishAuthentication(tenancy, phone, options.body as never, {
          answerWith: phone.credentials[0]!,
        });
      };
    },
  },
  ...(["GET", "POST"] as const).map((method): Flow => ({
    name: `${method} principal`,
    async begin(tenancy, phone) {
      const { code } = await authenticate(tenancy, phone);
      return () => tenancy.backend(method, `principal/${code}`, method === "POST" ? {} : undefined);
    },
  })),
  {
    name: "GET token",
    async begin(tenancy, phone) {
      const { code } = await authenticate(tenancy, phone);
      return () => tenancy.backend("GET", `/${tenancy.id}/token/${code}`);
    },
  },
  {
    name: "GET token of a registration",
    async begin(tenancy) {
      const { code } = await register(tenancy, device(), ada);
      return () => tenancy.backend("GET", `/${tenancy.id}/token/${code}`);
    },
  },
  {
    name: "POST principal that assigns the passkey to another user",
    async begin(tenancy, phone) {
      const { code } = await authenticate(tenancy, phone);
      return () => tenancy.backend("POST", `principal/${code}`, { userId: "grace" });
    },
  },
  {
    name: "verification of another registration",
    async begin(tenancy) {
      const begun = await beginRegistration(tenancy, ada);
      return () => finishRegistration(tenancy, device(), begun);
    },
  },
];

const ends = [
  ["disabled", (tenancy: TestTenancy, sub: string) => setUserDisabled(tenancy.ctx, sub, true)],
  ["erased", (tenancy: TestTenancy, sub: string) => eraseUser(tenancy.ctx, sub)],
] as const;

describe.each(ends)("a user %s in the meantime", (_end, end) => {
  test.each(flows.map(({ name, begin }) => [name, begin] as const))(
    "gets an error and changes nothing in %s",
    async (_name, begin) => {
      const tenancy = await createTestTenancy(run.current);
      const phone = device();
      const { principal } = await register(tenancy, phone, ada);
      const finish = await begin(tenancy, phone);
      await end(tenancy, principal.sub);
      const { db } = run.current;
      const rows = async () => [
        await db.passkey.count({ where: { tenancyId: tenancy.id } }),
        await db.user.count({ where: { tenancyId: tenancy.id } }),
        await db.oneTimeToken.count({ where: { tenancyId: tenancy.id, kind: "code" } }),
      ];
      const before = await rows();
      const { status, body } = await finish();
      expect([status, body._tag]).toEqual([
        expect.toSatisfy((code: number) => code >= 400 && code < 500),
        expect.stringMatching(/^@error\//),
      ]);
      expect(await rows()).toEqual(before);
    },
  );
});

test("rejects the mailbox code of an erased user", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { principal } = await register(tenancy, device(), ada);
  const challenge = await challengeOf(tenancy, { email: ada.username, userId: ada.userId });
  await eraseUser(tenancy.ctx, principal.sub);
  expect(await verify(tenancy, challenge)).toMatchObject({
    status: 400,
    body: { _tag: "@error/InvalidChallenge" },
  });
});

test("a sign-in says whether the passkey or its user is disabled", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const { principal } = await register(tenancy, phone, ada);
  const refusal = async () => {
    const begun = await beginAuthentication(tenancy);
    return (await finishAuthentication(tenancy, phone, begun)).body;
  };
  await setUserDisabled(tenancy.ctx, principal.sub, true);
  expect(await refusal()).toMatchObject({
    _tag: "@error/PasskeyDisabled",
    reason: "user-disabled",
  });
  await setUserDisabled(tenancy.ctx, principal.sub, false);
  await updatePasskey(tenancy.ctx, principal.authenticatorId, { enabled: false });
  const ofPasskey = await refusal();
  expect(ofPasskey._tag).toBe("@error/PasskeyDisabled");
  expect(ofPasskey).not.toHaveProperty("reason");
});
