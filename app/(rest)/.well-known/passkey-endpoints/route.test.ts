import { expect, test } from "vitest";
import {
  confirmRelatedOriginsHost,
  takeBackRelatedOriginsHost,
} from "@/lib/domain/admin/tenancy/related-origins";
import type { TenancyContext } from "@/lib/domain/base/context";
import { callApi } from "@/testing/api-client";
import { createHostedTenancy } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

// A host of its own, because the tests of related origins confirm others.
const host = "devices.localhost";
const get = () =>
  callApi("GET", "/.well-known/passkey-endpoints", { headers: { host: `${host}:3000` } });
const notFound = { status: 404, body: { _tag: "@error/NotFound" } };
const operatorOf = ({ ctx }: { ctx: TenancyContext }) =>
  ctx as TenancyContext & { actor: { kind: "operator"; id: string } };

test("serves a confirmed host whose tenancy has the page, and no other", async () => {
  expect(await get()).toMatchObject(notFound);
  const tenancy = await createHostedTenancy(run.current, { accountPage: true });
  const other = await createTestTenancy(run.current);
  expect(await get()).toMatchObject(notFound);
  await confirmRelatedOriginsHost(operatorOf(tenancy), host);
  const page = `http://localhost:3000/auth/${tenancy.id}/account`;
  const reply = await get();
  expect(reply.body).toEqual({ enroll: page, manage: page });
  expect(reply.headers.get("cache-control")).toBe("public, max-age=300");
  expect(reply.headers.get("content-type")).toBe("application/json");
  await confirmRelatedOriginsHost(operatorOf(other), "devices.example.com");
  await tenancy.set({ hostedPages: false });
  expect(await get()).toMatchObject(notFound);
  await tenancy.set({ hostedPages: true, accountPage: false });
  expect(await get()).toMatchObject(notFound);
  await tenancy.set({ accountPage: true, suspendedAt: new Date(run.current.clock.now()) });
  expect(await get()).toMatchObject(notFound);
  await tenancy.set({ suspendedAt: null });
  expect((await get()).status).toBe(200);
  await takeBackRelatedOriginsHost(operatorOf(tenancy), host);
  expect(await get()).toMatchObject(notFound);
});
