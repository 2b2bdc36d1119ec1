import { expect, test } from "vitest";
import type { UserTimeline } from "@/lib/contract/user-timeline";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { callerWith } from "@/testing/user-manager";

const run = provideService();

testKeyRoute(run, {
  method: "GET",
  path: "users/x/timeline",
  allow: "GET, HEAD",
  scope: "users:list",
  lacking: "users:read",
});

async function open() {
  const tenancy = await createTestTenancy(run.current);
  const call = await callerWith(tenancy);
  const { principal } = await register(
    tenancy,
    createSoftwareAuthenticator({ origin: testOrigin }),
    { userId: "ada" },
  );
  run.current.clock.advance(1);
  await setUserDisabled(tenancy.ctx, principal.sub, true, "a secret reason");
  await run.current.timeline.flush();
  const ask = (query = "", id = "ada") => call("GET", `users/${id}/timeline?${query}`);
  const page = async (query = "") => (await ask(query)).body as unknown as UserTimeline;
  return { tenancy, call, principal, ask, page };
}

test("lists changes without what operators wrote", async () => {
  const { tenancy, principal, ask, page } = await open();
  const { _tag, cursor, records } = await page("show=changes");
  expect([_tag, cursor]).toEqual(["UserTimeline", null]);
  const disabled = records.find(({ kind }) => kind === "user.disabled");
  expect(disabled).toEqual({
    id: expect.any(String) as string,
    kind: "user.disabled",
    createdAt: run.current.clock.now(),
    count: 1,
    requestId: "test",
    actor: tenancy.ctx.actor,
  });
  expect((await ask()).text).not.toContain("secret reason");
  expect((await ask("", principal.sub)).body).toEqual((await ask()).body);
});

test("pages by cursor, which belongs to one user and filter", async () => {
  const { call, ask, page } = await open();
  await call("POST", "users", { userId: "bob" });
  await call("POST", "users/ada/enable");
  const whole = (await page("show=changes")).records;
  expect(whole.length).toBeGreaterThan(1);
  const first = await page("show=changes&limit=1");
  expect(first.records).toEqual(whole.slice(0, 1));
  expect((await page(`cursor=${first.cursor}&limit=100`)).records).toEqual(whole.slice(1));
  for (const [query, path, id] of [
    [`cursor=${first.cursor}`, "cursor", "bob"],
    [`cursor=${first.cursor}&show=codes`, "show", "ada"],
    ["cursor=x", "cursor", "ada"],
    ["show=everything", "show", "ada"],
    ["limit=101", "limit", "ada"],
  ] as const)
    expect(await ask(query, id)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});

test("returns NotFound for an unknown user", async () => {
  const { ask } = await open();
  expect(await ask("", "bob")).toMatchObject({ status: 404, body: { _tag: "@error/NotFound" } });
});
