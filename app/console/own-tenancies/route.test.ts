import { expect, test } from "vitest";
import { withRequestFacts } from "@/lib/console/request-facts";
import { endSession, findSession } from "@/lib/domain/admin/operator/session/find-session";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { GET } from "./route";

const run = provideService();

const getWith = (headers: Record<string, string>) =>
  GET(new Request("http://localhost:3000/console/own-tenancies", { headers }));
const get = () => getWith({ "sec-fetch-site": "same-origin" });

async function createOwner() {
  const tenancy = await createTestTenancy(run.current);
  const operator = await createTestOperator(run.current, { tenancyId: tenancy.id });
  return { tenancy, operator };
}

test("returns the public ids of the operator's tenancies only, and no key", async () => {
  const { tenancy, operator } = await createOwner();
  const other = await createTestTenancy(run.current);
  const reply = await operator.as(() => get());
  const text = await reply.text();
  const { clientId, name } = await run.current.db.tenancy.findUniqueOrThrow({
    where: { id: tenancy.id },
  });
  expect(JSON.parse(text)).toEqual({ tenancies: [{ tenancyId: tenancy.id, clientId, name }] });
  expect(text).not.toContain(other.id);
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(reply.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(reply.headers.get("access-control-allow-origin")).toBeNull();
});

test.each(["cross-site", "same-site", "none", undefined])(
  "refuses a request of another origin, a link or a program: %s",
  async (site) => {
    const { operator } = await createOwner();
    const reply = await operator.as(() =>
      getWith(site === undefined ? {} : { "sec-fetch-site": site }),
    );
    expect([reply.status, await reply.json()]).toEqual([404, { tenancies: [] }]);
    expect(reply.headers.get("cache-control")).toBe("no-store");
  },
);

test("returns no ids without a session, with an ended one, and of a suspended tenancy", async () => {
  const { tenancy, operator } = await createOwner();
  const visitor = await withRequestFacts(requestFacts(run.current, undefined), () => get());
  expect([visitor.status, await visitor.json()]).toEqual([200, { tenancies: [] }]);

  await run.current.db.tenancy.update({
    where: { id: tenancy.id },
    data: { suspendedAt: new Date(run.current.clock.now()) },
  });
  expect(await (await operator.as(() => get())).json()).toEqual({ tenancies: [] });
  await run.current.db.tenancy.update({ where: { id: tenancy.id }, data: { suspendedAt: null } });
  expect(await (await operator.as(() => get())).json()).not.toEqual({ tenancies: [] });

  const session = await findSession(run.current, operator.cookie);
  if (session === null) throw new Error("there is no session");
  await endSession(operator.system, session, session.id);
  expect(await (await operator.as(() => get())).json()).toEqual({ tenancies: [] });
});
