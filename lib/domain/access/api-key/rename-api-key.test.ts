import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { listApiKeys } from "./list-api-keys";
import { renameApiKey } from "./rotate-api-key";
import { revokeApiKey } from "./set-api-key-state";

const run = provideService();

const namesOf = async ({ ctx }: TestTenancy) => (await listApiKeys(ctx)).map(({ name }) => name);
const eventsOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.auditEvent.findMany({
    where: { tenancyId, action: "api-key.renamed" },
    select: { targetId: true, detail: true },
    orderBy: { id: "asc" },
  });

test("a renamed key still works, and the audit log has both names", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id, key } = await tenancy.createKey({ name: "Shop" });
  const call = () =>
    callApi("GET", `/v2/${tenancy.id}/user/x`, { headers: { authorization: `Bearer ${key}` } });
  expect(await call()).toMatchObject({ status: 404 });
  await renameApiKey(tenancy.ctx, { id, name: " Shop, production " });
  await renameApiKey(tenancy.ctx, { id, name: "Shop, production" });
  expect(await call()).toMatchObject({ status: 404 });
  expect(await namesOf(tenancy)).toContain("Shop, production");
  expect(await eventsOf(tenancy)).toEqual([{ targetId: id, detail: "Shop → Shop, production" }]);
});

test("concurrent renames record one chain of names", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id } = await tenancy.createKey({ name: "0" });
  const names = Array.from({ length: 8 }, (_, index) => String(index + 1));
  await Promise.all(names.map((name) => renameApiKey(tenancy.ctx, { id, name })));
  const steps = (await eventsOf(tenancy)).map(({ detail }) => detail?.split(" → ") ?? []);
  const befores = steps.map(([before]) => before);
  const afters = steps.map(([, after]) => after);
  expect(afters.toSorted()).toEqual(names);
  expect(new Set(befores).size).toBe(names.length);
  expect(befores).toContain("0");
});

test("an invalid name, a revoked key and another tenancy's key are refused", async () => {
  const tenancy = await createTestTenancy(run.current);
  const stranger = await createTestTenancy(run.current);
  const { id } = await tenancy.createKey({ name: "Shop" });
  await expect(renameApiKey(tenancy.ctx, { id, name: " " })).rejects.toMatchObject({
    tag: "@error/BadRequest",
  });
  await expect(renameApiKey(stranger.ctx, { id, name: "Mine" })).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
  await revokeApiKey(tenancy.ctx, id);
  await expect(renameApiKey(tenancy.ctx, { id, name: "Other" })).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
  expect(await eventsOf(tenancy)).toEqual([]);
});
