import { expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { listTenancies } from "./list-tenancies";

const run = provideService();

test("lists tenancies oldest first, including suspended ones, without the system tenancy", async () => {
  const { clock } = run.current;
  const one = await createTestTenancy(run.current, { name: "One" });
  clock.advance(1);
  const system = await getSystemTenancy(run.current);
  const two = await createTestTenancy(
    run.current,
    { name: "Two", environment: "staging" },
    { suspendedAt: new Date(clock.now()) },
  );
  const listed = await listTenancies(run.current);
  expect(listed.map(({ id }) => id)).not.toContain(system.id);
  expect(listed.filter(({ id }) => id === one.id || id === two.id)).toEqual([
    {
      id: one.id,
      name: "One",
      clientId: one.clientId,
      environment: "production",
      rpId: "example.com",
      allowedOrigins: ["https://app.example.com"],
      suspended: false,
      createdAt: clock.now() - 1,
    },
    {
      id: two.id,
      name: "Two",
      clientId: two.clientId,
      environment: "staging",
      rpId: "example.com",
      allowedOrigins: ["https://app.example.com"],
      suspended: true,
      createdAt: clock.now(),
    },
  ]);
});
