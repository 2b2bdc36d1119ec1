import { execFile, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import type { SoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate } from "@/testing/ceremonies";
import { movePasskeyIn } from "@/testing/moved-passkey";
import { provideService } from "@/testing/provide-service";
import { environmentOf } from "@/testing/server-process";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { importInto } from "@/testing/vault-files";

const run = provideService();
const execute = promisify(execFile);

/** The former service: the same API on a port of its own. */
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    void callApi("GET", request.url ?? "/", { headers: { authorization } }).then(
      ({ status, text }) => {
        response.writeHead(status, { "Content-Type": "application/json" }).end(text);
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const programs: [name: string, command: string, file: string][] = [
  ["TypeScript", "node_modules/.bin/tsx", "docs/snippets/export-former.ts"],
  ["Python", "python3", "docs/snippets/export_former.py"],
];

const exportOf = async ({ id, apiKey }: TestTenancy, command: string, file: string) => {
  const { stdout } = await execute(command, [file], {
    env: environmentOf({
      KEYSTEAD_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      KEYSTEAD_TENANCY_ID: id,
      KEYSTEAD_API_KEY: apiKey,
    }) as NodeJS.ProcessEnv,
  });
  return stdout;
};

/** A vault whose ids have another form than ours, with more passkeys than one page. */
async function createSampleVault() {
  const former = await createTestTenancy(run.current);
  const devices = new Map<string, SoftwareAuthenticator>();
  for (const id of ["V1StGXR8_Z5jdHi6B-myT", "3", "01JD3S0M6KZ8F4W2V9B7C5X1TA"]) {
    const { device } = await movePasskeyIn(run.current, former, { id, userId: `user ${id}` });
    devices.set(id, device);
  }
  await authenticate(former, devices.get("3") as SoftwareAuthenticator);
  await former.backend("PATCH", "passkeys/3", { username: "ada@example.com" });
  const template = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: former.id, formerId: "3" },
    omit: { attestationChain: true },
  });
  await run.current.db.passkey.createMany({
    data: Array.from({ length: 99 }, (_, index) => ({
      ...template,
      id: run.current.createId(),
      formerId: `copy-${index}`,
      credentialId: Buffer.from(`copy ${index}`).toString("base64url"),
    })),
  });
  return { former, devices };
}

test.each(programs)(
  "the guide's %s program moves a vault, and its users sign in by the ids that were stored",
  async (_name, command, file) => {
    if (spawnSync(command, ["--version"]).status !== 0) return;
    const { former, devices } = await createSampleVault();
    const lines = await exportOf(former, command, file);
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 100 });
    expect(await importInto(tenancy, lines)).toMatchObject({
      lines: 102,
      created: 102,
      usersCreated: 3,
      problems: [],
    });
    const { body: before } = await former.backend("GET", "passkeys/3");
    const { body: after } = await tenancy.backend("GET", "passkeys/3");
    expect(before["lastUsed"]).toBeDefined();
    expect({ ...after, updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
    for (const [id, device] of devices) {
      const { code } = await authenticate(tenancy, device, { allowCredentials: [id] });
      const { body } = await tenancy.backend("GET", `principal/${code}`);
      expect(body).toMatchObject({ authenticatorId: id, userId: `user ${id}` });
    }
  },
  120_000,
);
