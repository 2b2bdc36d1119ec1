import { expect, test } from "vitest";
import { z } from "zod";
import { provideService } from "@/testing/provide-service";
import { backupTables, omittedTables, sequences } from "./backup-tables";

const run = provideService();
const Name = z.object({ name: z.string() });

const relationsOf = async (kind: "r" | "S"): Promise<string[]> =>
  (
    await run.current.db.query(Name)`
      SELECT c.relname AS "name" FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = ${kind}::"char"`
  )
    .map(({ name }) => name)
    .sort();

test("every table is in the backup, or left out for a reason, and none is in both lists", async () => {
  const listed = [...backupTables.map(({ name }) => name), ...Object.keys(omittedTables)];
  expect(listed.sort()).toEqual(await relationsOf("r"));
});

test("every sequence is set by a restore", async () => {
  expect(sequences.map(({ name }) => name)).toEqual(await relationsOf("S"));
});

test("every table comes after those that it references", async () => {
  const References = z.object({ child: z.string(), parent: z.string() });
  const references = await run.current.db.query(References)`
    SELECT child.relname AS "child", parent.relname AS "parent" FROM pg_constraint f
    JOIN pg_class child ON child.oid = f.conrelid JOIN pg_class parent ON parent.oid = f.confrelid
    WHERE f.contype = 'f'`;
  const places = new Map(backupTables.map(({ name }, place) => [name, place]));
  const wrong = references.filter(({ child, parent }) => {
    const place = places.get(child);
    return place !== undefined && !((places.get(parent) ?? Infinity) < place);
  });
  expect(references.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test("the conditions are valid, and leave out what would be sent again", async () => {
  const conditions = backupTables.filter(({ where }) => where !== undefined);
  expect(conditions).toEqual([{ name: "OutboxMail", where: `"state" <> 'queued'` }]);
});
