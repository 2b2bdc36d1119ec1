import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { importMetadata } from "@/lib/domain/metadata/import-metadata";
import { getSystemTenancy } from "@/lib/domain/operator/get-system-tenancy";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { createMetadataSigner, type MetadataSigner } from "@/testing/metadata-blob";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { filterPasskeys } from "./filter-passkeys";
import { findPasskeyRecord, listPasskeyRecordsOf } from "./find-passkey-record";

const run = provideService();
/** In no built-in list. */
const model = "0db01cd6-5618-455b-bb46-1ec203d3213e";
const stranger = "d3f1aaaa-8113-47ea-b116-bb5a8db9202a";

let signer: MetadataSigner;
let tenancy: TestTenancy;
beforeAll(async () => {
  signer = await createMetadataSigner(run.current.clock.now());
});
// The installation's row, which all tests of this worker share.
const clear = () => run.current.db.metadataBlob.deleteMany();
beforeEach(async () => {
  await clear();
  tenancy = await createTestTenancy(run.current);
});
afterEach(clear);

async function addPasskey(aaguid: string) {
  const { db, clock } = run.current;
  const { subs, passkeyIds } = await populate(db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: clock.now(),
    rareEvery: 10,
    users: 1,
    passkeys: 1,
  });
  const [sub = "", id = ""] = [subs[0], passkeyIds[0]];
  await db.passkey.updateMany({ where: { id }, data: { aaguid } });
  return { sub, id };
}

const publish = async () => {
  const { certificate } = createAuthority("CN=Maker, O=Example, C=SE");
  await importMetadata(
    run.current,
    await signer.sign({
      no: 1,
      models: [{ aaguid: model, description: "Maker Key 7", roots: [certificate], statuses: [] }],
    }),
    { system: await getSystemTenancy(run.current), root: signer.root },
  );
};

const modelsOf = async ({ sub, id }: { sub: string; id: string }) => [
  (await filterPasskeys(tenancy.ctx, { filter: {}, rows: 10 })).entries[0]?.model,
  (await findPasskeyRecord(tenancy.ctx, id))?.model,
  (await listPasskeyRecordsOf(tenancy.ctx, sub))[0]?.model,
];

test("a model that only the FIDO Metadata knows has the name of its maker", async () => {
  const added = await addPasskey(model);
  expect(await modelsOf(added)).toEqual([undefined, undefined, undefined]);
  await publish();
  expect(await modelsOf(added)).toEqual(["Maker Key 7", "Maker Key 7", "Maker Key 7"]);
});

test("a model that the FIDO Metadata doesn't know has no name", async () => {
  await publish();
  expect(await modelsOf(await addPasskey(stranger))).toEqual([undefined, undefined, undefined]);
});
