import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { findAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { lifetimes } from "@/lib/limits";
import { createMetadataSigner, type MetadataSigner } from "@/testing/metadata-blob";
import { provideService } from "@/testing/provide-service";
import { findMetadata } from "./find-metadata";
import { importMetadata } from "./import-metadata";

const run = provideService();
const aaguid = "2fc0579f-8113-47ea-b116-bb5a8db9202a";
let signer: MetadataSigner;
beforeAll(async () => {
  signer = await createMetadataSigner(run.current.clock.now());
});
// The installation's row, which all tests of this worker share.
const clear = () => run.current.db.metadataBlob.deleteMany();
beforeEach(clear);
afterEach(clear);

type Blob = Parameters<MetadataSigner["sign"]>[0];
const load = async (blob: Blob) =>
  importMetadata(run.current, await signer.sign(blob), {
    system: await getSystemTenancy(run.current),
    root: signer.root,
  });
const countImports = (number?: number) =>
  run.current.db.auditEvent.count({
    where: {
      action: "metadata.imported",
      ...(number === undefined ? {} : { targetId: String(number) }),
    },
  });

test("finds models with readable roots, statuses and level, and forgets the rest", async () => {
  const root = new Uint8Array(signer.rootCertificate.rawData);
  const result = await load({
    no: 3,
    nextUpdate: "2026-12-01",
    models: [
      {
        aaguid,
        description: "Key",
        roots: [root, Buffer.from("unreadable")],
        statuses: [["FIDO_CERTIFIED_L2", "2024-05-06"], ["UPDATE_AVAILABLE"]],
      },
    ],
  });
  expect(result).toEqual({ number: 3, nextUpdate: new Date("2026-12-01"), models: 1 });
  const metadata = await findMetadata(run.current);
  expect(metadata).toMatchObject({ number: 3, nextUpdate: new Date("2026-12-01"), models: 1 });
  expect(metadata?.find(aaguid)).toEqual({
    description: "Key",
    roots: [Buffer.from(root)],
    statuses: [
      { status: "FIDO_CERTIFIED_L2", effectiveDate: new Date("2024-05-06") },
      { status: "UPDATE_AVAILABLE", effectiveDate: null },
    ],
    certification: "L2",
  });
  expect(metadata?.find("00000000-0000-0000-0000-000000000000")).toBeUndefined();
  const stored = await run.current.db.metadataBlob.findFirstOrThrow();
  expect(JSON.stringify(stored.entries)).not.toContain("image/png");
  expect(await countImports(3)).toBeGreaterThan(0);
});

test("there is none before the first import, and a newer one replaces the cached one", async () => {
  expect(await findMetadata(run.current)).toBeNull();
  await load({ no: 1, models: [{ aaguid, description: "First" }] });
  expect((await findMetadata(run.current))?.find(aaguid)?.description).toBe("First");
  await load({ no: 2, models: [{ aaguid, description: "Second" }] });
  const cached = await findMetadata(run.current);
  expect(cached?.find(aaguid)?.description).toBe("Second");
  expect(await findMetadata(run.current)).toBe(cached);
});

test("the same or an older number is refused", async () => {
  await load({ no: 5 });
  const imports = await countImports();
  for (const no of [5, 4])
    await expect(load({ no })).rejects.toMatchObject({
      message: `FIDO Metadata no. ${no} or a newer one is already imported. Nothing was changed.`,
    });
  expect((await findMetadata(run.current))?.number).toBe(5);
  expect(await countImports()).toBe(imports);
});

test("of concurrent imports, each accepted one is newer than the one before", async () => {
  const imports = await countImports();
  const numbers = [4, 9, 2, 9, 7, 1, 9, 3];
  const results = await Promise.allSettled(numbers.map((no) => load({ no })));
  const accepted = results.flatMap((result) =>
    result.status === "fulfilled" ? [result.value.number] : [],
  );
  expect((await findMetadata(run.current))?.number).toBe(9);
  expect(accepted.filter((no) => no === 9)).toHaveLength(1);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(await countImports()).toBe(imports + accepted.length);
});

test("an alarm is raised in the system tenancy once the day of the next update is over", async () => {
  const { clock } = run.current;
  const tenancy = await getSystemTenancy(run.current);
  const ctx = {
    ...run.current,
    tenancy,
    actor: { kind: "system" as const },
    requestId: "",
    client: {},
  };
  const isRaised = async () =>
    (await findAlarms(ctx)).alarms.some(({ kind }) => kind === "metadata-outdated");
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  await load({ no: 1, nextUpdate: day });
  expect(await isRaised()).toBe(false);
  clock.advance(Date.parse(day) + lifetimes.dayMs - clock.now());
  expect(await isRaised()).toBe(true);
  await load({ no: 2, nextUpdate: "2100-01-01" });
  expect(await isRaised()).toBe(false);
});
