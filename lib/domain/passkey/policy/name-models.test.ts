import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import { importMetadata } from "@/lib/domain/passkey/metadata/import-metadata";
import { createAuthority } from "@/testing/authenticator/issue-certificate";
import { interceptQueries } from "@/testing/intercept-queries";
import { createMetadataSigner, type MetadataSigner } from "@/testing/metadata-blob";
import { populate, rare } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { nameModels } from "./list-models";

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
  return sub;
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

const modelOf = async (sub: string) => {
  const [named] = await nameModels(tenancy.ctx, await listPasskeyRecordsOf(tenancy.ctx, sub));
  return named?.model;
};

test("a model that only the FIDO Metadata knows has the name of its maker", async () => {
  const sub = await addPasskey(model);
  expect(await modelOf(sub)).toBeUndefined();
  await publish();
  expect(await modelOf(sub)).toBe("Maker Key 7");
});

test("a model that the FIDO Metadata doesn't know has no name", async () => {
  await publish();
  expect(await modelOf(await addPasskey(stranger))).toBeUndefined();
});

test("a product that the built-in list knows keeps its name, without a statement", async () => {
  const sub = await addPasskey(rare.aaguid);
  const records = await listPasskeyRecordsOf(tenancy.ctx, sub);
  const statements: unknown[] = [];
  const db = interceptQueries(
    tenancy.ctx.db,
    (statement, send) => (statements.push(statement), send()),
  );
  expect(await nameModels({ ...tenancy.ctx, db }, records)).toBe(records);
  expect(statements).toEqual([]);
});
