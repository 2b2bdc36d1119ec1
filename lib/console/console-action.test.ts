import { describe, expect, test } from "vitest";
import { z } from "zod";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { accountAction, consoleAction, consoleSystemAction, openAction } from "./console-action";

const run = provideService();

/** Origins of pages that are near the console's own, which is `baseUrl`. */
function neighboursOf(baseUrl: string): (string | undefined)[] {
  const { protocol, hostname, port, host } = new URL(baseUrl);
  return [
    `${protocol}//app.${host}`,
    `${protocol}//console.${host}`,
    `${protocol}//${hostname}.:${port}`,
    `${protocol}//${hostname}:${Number(port) + 1}`,
    `${protocol}//${hostname}`,
    `${protocol}//${host}.evil.example`,
    `${protocol}//evil.example@${host}`,
    `${protocol}//${host.toUpperCase()}`,
    `${baseUrl}/`,
    `https://${host}`,
    "null",
    "",
    undefined,
  ];
}

describe("an action", () => {
  let ran = 0;
  const work = async () => void ran++;
  const anything = z.unknown();
  const open = openAction("request.refused", anything, work);
  const own = accountAction("account.sign-out", anything, work);
  const ofTenancy = consoleAction("user.read", anything, work);
  const ofInstallation = consoleSystemAction("tenancy.create", anything, work);

  test.each([
    ["that anybody may call", () => open({})],
    ["on the operator's own account", () => own({})],
    ["on a tenancy", (id: string) => ofTenancy(id, {})],
    ["of the installation", () => ofInstallation({})],
  ])(
    "%s is refused from a sub-domain's, a neighbour's and an opaque origin",
    async (_name, call) => {
      const { id } = await createTestTenancy(run.current);
      const owner = await createTestOperator(run.current);
      ran = 0;
      for (const origin of neighboursOf(run.current.baseUrl))
        expect([
          origin,
          await owner.as(() => call(id), {
            client: { address: "192.0.2.7", ...(origin === undefined ? {} : { origin }) },
          }),
        ]).toMatchObject([origin, { ok: false, error: { tag: "@error/Forbidden" } }]);
      expect(ran).toBe(0);
      expect(await owner.as(() => call(id))).toMatchObject({ ok: true });
      expect(ran).toBe(1);
    },
  );
});
