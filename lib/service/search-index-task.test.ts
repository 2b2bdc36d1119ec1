import { expect, test } from "vitest";
import { userSearchIndex } from "@/lib/domain/user/search/search-index";
import { provideService } from "@/testing/provide-service";
import { until } from "@/testing/until";
import { startSearchIndex } from "./search-index-task";

const run = provideService();
const linesWith = (event: string) => run.current.logged.filter((line) => line.includes(event));

test("logs one sentence at start if the database lacks an extension", async () => {
  const stop = startSearchIndex({
    ...userSearchIndex,
    name: "User_unavailable_idx",
    extensions: ["keystead_unknown"],
  });
  const [line = ""] = await until("the log line", () => {
    const lines = linesWith("search.prefixes_only");
    return lines.length > 0 ? lines : null;
  });
  stop();
  expect(JSON.parse(line)).toMatchObject({
    event: "search.prefixes_only",
    msg: "PostgreSQL lacks pg_trgm or btree_gin, so searches find prefixes and new users only",
  });
  expect(linesWith("search.")).toHaveLength(1);
});

test("creates an index in the background", async () => {
  const name = "User_background_idx";
  const stop = startSearchIndex({ ...userSearchIndex, name });
  await until("the index", () => (linesWith("search.index_created").length > 0 ? true : null));
  stop();
  const { rows } = await run.current.pool.query<{ valid: boolean }>(
    `SELECT indisvalid AS "valid" FROM pg_index WHERE indexrelid = '"User_background_idx"'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
  await run.current.pool.query(`DROP INDEX "User_background_idx"`);
});
