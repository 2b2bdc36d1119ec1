import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { suggestEmails } from "./similar-address";

const run = provideService();
let tenancy: TestTenancy;

const add = (email: string) =>
  run.current.db.user.create({
    data: {
      tenancyId: tenancy.id,
      sub: run.current.createId(),
      email,
      emailNormalized: email.toLowerCase(),
      selfService: true,
      createdAt: new Date(run.current.clock.now()),
      updatedAt: new Date(run.current.clock.now()),
    },
  });

beforeAll(async () => {
  tenancy = await createTestTenancy(run.current);
  await add("Augusta.Lovelace@Analytical.example");
  await add("ann@example.org");
  // More newer users than a search reads before it uses the index.
  await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1_500,
    passkeys: 1,
    rareEvery: 10,
  });
});

const suggest = (text: string) => suggestEmails(tenancy.ctx, { text, rows: 3 });

test.each([
  "agusta.lovelace@analytical.example",
  "augusta.lovelcae@analytical.example",
  "augusta.lovelace@analitycal.example",
  "augusta.lovelace@analytical.exmaple",
  "AUGUSTA.LOVELACE@ANALYTICAL.EXAMPEL",
])("suggests the address that %s looks like", async (typed) => {
  expect((await suggest(typed))[0]).toBe("Augusta.Lovelace@Analytical.example");
});

test("suggests a short address with another ending, and the most similar first", async () => {
  expect(await suggest("ann@exampel.org")).toEqual(["ann@example.org"]);
  const [first] = await suggest("person-17@exmaple.com");
  expect(first).toBe("person-17@example.com");
});

test.each(["zoe@nowhere.test", "augusta lovelace", "ann", ""])(
  "suggests nothing for “%s”",
  async (typed) => {
    expect(await suggest(typed)).toEqual([]);
  },
);

test("suggests no user of another tenancy", async () => {
  const other = await createTestTenancy(run.current);
  expect(await suggestEmails(other.ctx, { text: "ann@exampel.org", rows: 3 })).toEqual([]);
});

test("suggests no erased user", async () => {
  const { sub } = await add("grace.hopper@navy.example");
  expect(await suggest("grace.hoper@navy.example")).toEqual(["grace.hopper@navy.example"]);
  await eraseUser(tenancy.ctx, sub);
  expect(await suggest("grace.hoper@navy.example")).toEqual([]);
});
