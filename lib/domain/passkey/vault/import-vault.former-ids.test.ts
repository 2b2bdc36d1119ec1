import { expect, test } from "vitest";
import { sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto } from "@/testing/vault-files";

const run = provideService();

const rowsOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.passkey.findMany({
    where: { tenancyId },
    orderBy: { id: "asc" },
    select: { id: true, formerId: true },
  });

const taken = { conflicting: 1, problems: [{ reason: "passkey-id-taken", line: 1 }] };

test("an id in Keystead's own form stays the key, and another form is kept beside a new one", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ownId = run.current.createId();
  const lines = [ownId, ownId.toUpperCase(), "42", "~~"];
  await importInto(
    tenancy,
    lines.map((id) => sampleLine({ id })),
  );
  const rows = await rowsOf(tenancy);
  expect(rows.map(({ formerId }) => formerId).toSorted()).toEqual(
    [null, ownId.toUpperCase(), "42", "~~"].toSorted(),
  );
  expect(rows.find(({ formerId }) => formerId === null)?.id).toBe(ownId);
  expect((await exportOf(tenancy)).map(({ id }) => id).toSorted()).toEqual(lines.toSorted());
});

test("a former id is unique in the tenancy, in one import and over several, in a dry run too", async () => {
  const tenancy = await createTestTenancy(run.current);
  const both = [sampleLine({ id: "42" }), sampleLine({ id: "42" })];
  for (const dryRun of [true, false])
    expect(await importInto(tenancy, both, { dryRun })).toMatchObject({
      created: 1,
      conflicting: 1,
      problems: [{ reason: "passkey-id-taken", line: 2 }],
    });
  for (const dryRun of [true, false])
    expect(await importInto(tenancy, [sampleLine({ id: "42" })], { dryRun })).toMatchObject(taken);
  const [row] = await rowsOf(tenancy);
  expect(await importInto(tenancy, [sampleLine({ id: row?.id })])).toMatchObject(taken);
  const other = await createTestTenancy(run.current);
  expect(await importInto(other, [sampleLine({ id: "42" })])).toMatchObject({ created: 1 });
});

test("importing a line again changes nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const line = sampleLine({ id: "42" });
  expect(await importInto(tenancy, [line])).toMatchObject({ created: 1 });
  const before = await rowsOf(tenancy);
  expect(await importInto(tenancy, [line])).toMatchObject({ created: 0, existing: 1 });
  expect(await rowsOf(tenancy)).toEqual(before);
});

test("of concurrent imports with one former id, one gets it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const reports = await Promise.all(
    Array.from({ length: 5 }, () => importInto(tenancy, [sampleLine({ id: "42" })])),
  );
  expect(reports.map(({ created }) => created).toSorted()).toEqual([0, 0, 0, 0, 1]);
});

test("the database refuses a former id in the form of an own id, or a second equal one", async () => {
  const tenancy = await createTestTenancy(run.current);
  await importInto(tenancy, [sampleLine({ id: "42" }), sampleLine({ id: "43" })]);
  const rename = (formerId: string) =>
    run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id, formerId: "43" },
      data: { formerId },
    });
  for (const formerId of ["42", run.current.createId(), "", "a/b", "a".repeat(65)])
    await expect(rename(formerId)).rejects.toThrow();
});
