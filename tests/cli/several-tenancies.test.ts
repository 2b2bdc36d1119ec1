import { beforeAll, expect, test } from "vitest";
import {
  acme,
  type CreatedKey,
  type CreatedTenancy,
  expectRefusal,
  json,
  keystead,
  newInstallation,
} from "./keystead";

let env: Awaited<ReturnType<typeof newInstallation>>;
let shop: CreatedTenancy;

beforeAll(async () => {
  env = await newInstallation();
  await json<CreatedTenancy>(acme, env);
  shop = await json<CreatedTenancy>([...acme, "--name", "Shop"], env);
});

const createKey = () =>
  json<CreatedKey>(["key", "create", "--tenancy", shop.id, "--name", "Backend"], env);

test("a key names its tenancy, by id, by text and by prefix", async () => {
  const { id, key } = await createKey();
  expect(await json(["key", "lock", id], env)).toMatchObject({
    id,
    state: "locked",
    enabled: false,
  });
  expect(await json(["key", "unlock", key], env)).toMatchObject({
    id,
    state: "live",
    enabled: true,
  });
  expect(await json(["key", "rename", key.slice(0, 13), "--name", "Shop"], env)).toMatchObject({
    id,
  });
});

test("an id that no tenancy has, and a command without an id", async () => {
  await expectRefusal(
    keystead(["key", "lock", "ks_0123456789"], env),
    3,
    /None of the 2 tenancies/,
  );
  await expectRefusal(keystead(["user", "disable", "nobody"], env), 3, /None of the 2 tenancies/);
  await expectRefusal(keystead(["passkey", "disable", "none"], env), 3, /None of the 2 tenancies/);
  await expectRefusal(
    keystead(["key", "list"], env),
    2,
    /--tenancy: choose one of the 2 tenancies/,
  );
});

test("deletes a tenancy only with its name", async () => {
  const { id } = await json<CreatedTenancy>([...acme, "--name", "Old shop"], env);
  const of = ["tenancy", "delete", "--tenancy", id];
  await expectRefusal(keystead([...of, "--confirm", "Shop"], env), 2, /Nothing was deleted/);
  expect(await json([...of, "--confirm", "Old shop"], env)).toEqual({
    id,
    name: "Old shop",
    state: "deleted",
    enabled: false,
  });
  await expectRefusal(keystead([...of, "--confirm", "Old shop"], env), 3, /not found/);
  expect((await keystead(["tenancy", "list"], env)).out).not.toContain("Old shop");
});
