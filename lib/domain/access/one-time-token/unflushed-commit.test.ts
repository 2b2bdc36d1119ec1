import { expect, test } from "vitest";
import { Prisma } from "@/prisma/generated/client";
import { provideService } from "@/testing/provide-service";
import { unflushedCommit } from "./unflushed-commit";

const run = provideService();

test("turns the flush off for its own transaction only", async () => {
  const client = await run.current.pool.connect();
  const setting = async () =>
    (await client.query<{ synchronous_commit: string }>("SHOW synchronous_commit")).rows[0]
      ?.synchronous_commit;
  try {
    const { text } = Prisma.sql`SELECT ${unflushedCommit}`;
    await client.query("SET synchronous_commit = on");
    await client.query("BEGIN");
    await client.query(text);
    expect(await setting()).toBe("off");
    await client.query("COMMIT");
    expect(await setting()).toBe("on");
    await client.query(text);
    expect(await setting()).toBe("on");
  } finally {
    client.release(true);
  }
});
