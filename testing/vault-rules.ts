import { expect, test } from "vitest";
import { lockApiKey, revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import type { ApiReply } from "./api-client";
import { register, type SignedIn } from "./ceremonies";
import type { TestService } from "./test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "./test-tenancy";

type Service = { readonly current: TestService };

export interface Owned {
  device: SoftwareAuthenticator;
  passkeyId: string;
  credentialId: string;
  sub: string;
}

/** Registers passkeys of one user, each on a new device. Returns them oldest first. */
export async function own(
  tenancy: TestTenancy,
  count: number,
  fields: object = { userId: "ada" },
): Promise<Owned[]> {
  const owned: Owned[] = [];
  for (let index = 0; index < count; index++) {
    const device = createSoftwareAuthenticator({ origin: testOrigin });
    const { principal }: SignedIn = await register(tenancy, device, fields);
    owned.push({
      device,
      passkeyId: principal.authenticatorId,
      credentialId: device.credentials[0]?.id ?? "",
      sub: principal.sub,
    });
  }
  return owned;
}

const lifetimeMs = 600_000;

interface Prepared {
  /** `update`, `delete` or `prune`. */
  step: string;
  tokenName: string;
  /** The body that the backend sends to prepare the token, for user "ada". */
  body: object;
}

/** Tests what contract §6 promises of every prepared token and its exchange. */
export function testPreparedToken(run: Service, { step, tokenName, body }: Prepared): void {
  const prepare = async (tenancy: TestTenancy): Promise<string> => {
    const reply = await tenancy.backend("POST", `passkeys/${step}`, body);
    expect(reply.status).toBe(202);
    return reply.body[tokenName] as string;
  };
  const exchange = (tenancy: TestTenancy, token: unknown, path = step): Promise<ApiReply> => {
    const nameOf: Record<string, string> = {
      update: "updatePasskeysToken",
      delete: "deletePasskeysToken",
      prune: "prunePasskeysToken",
    };
    return tenancy.browser("POST", `passkeys/${path}/exchange`, { [nameOf[path] ?? ""]: token });
  };
  const invalid = { status: 400, body: { _tag: "@error/InvalidToken" } };
  const prepared = async (): Promise<[TestTenancy, string]> => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 1);
    return [tenancy, await prepare(tenancy)];
  };

  test("can be exchanged repeatedly and in parallel, always with the same result", async () => {
    const [tenancy, token] = await prepared();
    const first = await exchange(tenancy, token);
    expect(first.status).toBe(200);
    expect(first.body["instructions"]).toHaveLength(1);
    const more = await Promise.all(Array.from({ length: 20 }, () => exchange(tenancy, token)));
    for (const { status, body: again } of more) expect([status, again]).toEqual([200, first.body]);
  });

  test("expires after ten minutes", async () => {
    const [tenancy, token] = await prepared();
    const { body: prepareReply } = await tenancy.backend("POST", `passkeys/${step}`, body);
    expect(prepareReply["expiresAt"]).toBe(run.current.clock.now() + lifetimeMs);
    run.current.clock.advance(lifetimeMs - 1);
    expect((await exchange(tenancy, token)).status).toBe(200);
    run.current.clock.advance(1);
    expect(await exchange(tenancy, token)).toMatchObject(invalid);
  });

  test("is rejected by another tenancy, and by the other exchanges", async () => {
    const [tenancy, token] = await prepared();
    expect(await exchange(await createTestTenancy(run.current), token)).toMatchObject(invalid);
    for (const other of ["update", "delete", "prune"].filter((name) => name !== step))
      expect(await exchange(tenancy, token, other)).toMatchObject(invalid);
    for (const [path, name] of [
      ["registration/options", "registrationToken"],
      ["authentication/options", "authenticationToken"],
    ] as const)
      expect(await tenancy.browser("POST", `passkey/${path}`, { [name]: token })).toMatchObject(
        invalid,
      );
    expect((await tenancy.backend("GET", `principal/${token}`)).body._tag).toBe(
      "@error/InvalidCode",
    );
    expect((await exchange(tenancy, token)).status).toBe(200);
  });

  test("rejects a ceremony token, a made-up one and an empty one", async () => {
    const [tenancy] = await prepared();
    const { registrationToken } = (
      await tenancy.backend("POST", "passkey/registration/authorize", { username: "ada" })
    ).body;
    for (const token of [registrationToken, "A".repeat(43), "x"])
      expect(await exchange(tenancy, token)).toMatchObject(invalid);
    expect(await exchange(tenancy, "")).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest" },
    });
    expect(
      (await tenancy.browser("POST", "passkey/registration/options", { registrationToken })).status,
    ).toBe(200);
  });

  test.each([
    ["locked", lockApiKey],
    ["revoked", revokeApiKey],
  ])("is rejected once the key that prepared it is %s", async (_name, disableKey) => {
    const [tenancy, token] = await prepared();
    await disableKey(tenancy.ctx, tenancy.apiKeyId);
    expect(await exchange(tenancy, token)).toMatchObject(invalid);
  });

  test("is stored only as a hash and never logged", async () => {
    const [tenancy, token] = await prepared();
    await exchange(tenancy, token);
    const rows = await run.current.db.oneTimeToken.findMany({ where: { tenancyId: tenancy.id } });
    const stored = JSON.stringify(
      rows.map(({ hash, ...row }) => ({ ...row, hash: Buffer.from(hash).toString("base64url") })),
    );
    expect(rows).not.toHaveLength(0);
    expect(stored).not.toContain(token);
    expect(run.current.logged.join("\n")).not.toContain(token);
  });
}
