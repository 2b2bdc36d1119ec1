import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { limits } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { exportOf, openExport } from "@/testing/vault-files";
import { own } from "@/testing/vault-rules";

const run = provideService();

/** An endpoint whose work ends when the test says so. */
function createProbe() {
  const running = new Map<string, ((reply: Record<string, never>) => void)[]>();
  let started: () => void = () => undefined;
  const route = endpoint({
    operation: "probe",
    summary: "Probe",
    auth: "browser",
    limit: "verification",
    params: z.object({ tenancyId: z.string() }),
    success: [200, z.object({})],
    errors: [],
    handle: ({ params: { tenancyId } }) =>
      new Promise<Record<string, never>>((resolve) => {
        running.set(tenancyId, [...(running.get(tenancyId) ?? []), resolve]);
        started();
      }),
  });
  const send = ({ id: tenancyId }: { id: string }) =>
    route(new Request("http://localhost/probe", { headers: { origin: testOrigin } }), {
      params: Promise.resolve({ tenancyId }),
    }).then(({ status }) => status);
  const endOne = (id: string) => running.get(id)?.shift()?.({});
  const nextStart = () => new Promise<void>((resolve) => (started = resolve));
  const isRunning = (id: string) => running.get(id)?.length ?? 0;
  return { send, endOne, nextStart, isRunning };
}

describe("requests", () => {
  test("of one tenancy run a few at a time, in order, while another tenancy's start immediately", async () => {
    const probe = createProbe();
    const flooding = await createTestTenancy(run.current);
    const neighbour = await createTestTenancy(run.current);
    const { requests: most } = limits.requestTurns;
    const flood = Array.from({ length: 3 * most }, () => probe.send(flooding));
    while (probe.isRunning(flooding.id) < most) await probe.nextStart();
    const calm = probe.send(neighbour);
    while (probe.isRunning(neighbour.id) < 1) await probe.nextStart();
    expect(probe.isRunning(flooding.id)).toBe(most);
    probe.endOne(neighbour.id);
    expect(await calm).toBe(200);
    for (let ended = 0; ended < flood.length; ended++) {
      while (probe.isRunning(flooding.id) === 0) await probe.nextStart();
      expect(probe.isRunning(flooding.id)).toBeLessThanOrEqual(most);
      probe.endOne(flooding.id);
    }
    expect([...new Set(await Promise.all(flood))]).toEqual([200]);
  });
});

describe("exports", () => {
  test("whose readers stop do not block another export of the tenancy", async () => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 2);
    const stopped = await Promise.all(Array.from({ length: 5 }, () => openExport(tenancy)));
    expect(await exportOf(tenancy)).toHaveLength(2);
    for (const { body } of stopped) await body?.cancel();
  });
});
