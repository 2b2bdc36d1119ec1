import { afterAll, beforeAll, expect, test } from "vitest";
import { removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { runCustomer } from "./customer";

let server: ServerProcess;
beforeAll(async () => {
  server = await startLocalServer();
});
afterAll(() => removeServer(server));

test.each(["/v2", ""] as const)(
  "a customer that uses plain fetch registers, signs in and exchanges codes on the mount '%s'",
  async (mount) => {
    const { extended, principal } = await runCustomer(await server.demo(), mount);
    expect(extended).toMatchObject({
      _tag: "ExtendedPrincipal",
      operation: "registration",
      userId: `ada${mount}`,
      metadata: { ipAddress: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) as string },
    });
    expect(principal).toMatchObject({
      sub: extended["sub"],
      authType: "passkey",
      authId: extended["authenticatorId"],
      userVerified: true,
    });
  },
);
