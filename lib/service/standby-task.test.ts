import { afterAll, beforeAll, expect, test } from "vitest";
import { getConfig, setConfig } from "@/lib/config";
import { withLostDatabase, withOtherInstallation } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { readMetric } from "@/testing/read-metric";
import {
  type ReplicatedDatabase,
  standbyName,
  startReplicatedDatabase,
} from "@/testing/replicated-database";
import type { TestService } from "@/testing/test-service";
import { getService } from "./service";
import { checkStandby, startStandbyCheck } from "./standby-task";

provideService();
let database: ReplicatedDatabase;
beforeAll(async () => {
  database = await startReplicatedDatabase();
});
afterAll(() => database.remove());

const eventsOf = ({ logged }: TestService) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>);
const missingOf = async ({ metrics }: TestService) =>
  readMetric(await metrics.render(), "keystead_database_standby_missing");

test("logs and counts a required standby until commits wait for it", async () => {
  await withOtherInstallation(database.url, async (service) => {
    expect(await missingOf(service)).toBe(0);
    setConfig({ ...getConfig(), requiresStandby: true });
    const stop = startStandbyCheck();
    await stop();
    expect(eventsOf(service)).toMatchObject([
      { level: 40, event: "database.standby_missing", standby: "not-configured" },
    ]);
    expect(await missingOf(service)).toBe(1);

    await database.startStandby();
    await database.set("synchronous_standby_names", standbyName);
    await expect
      .poll(async () => {
        await checkStandby(service);
        return missingOf(service);
      })
      .toBe(0);
    const logged = service.logged.length;
    await checkStandby(service);
    expect(service.logged).toHaveLength(logged);
  });
});

test("reads nothing if no standby is required", async () => {
  await withOtherInstallation(database.url, async (service) => {
    await startStandbyCheck()();
    expect(service.pool.totalCount).toBe(0);
  });
});

test("a failed check is logged, and the metric has no value", async () => {
  await withLostDatabase(async () => {
    const service = getService() as TestService;
    await checkStandby(service);
    expect(eventsOf(service)).toMatchObject([{ event: "database.standby_check_failed" }]);
    expect(await missingOf(service)).toBeUndefined();
  });
});
