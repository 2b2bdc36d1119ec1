import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/context";
import { CallerChanged, ServiceError } from "@/lib/errors";
import { type CallerSource, withCaller } from "./with-caller";

const callerOf = (isConfirmed: boolean) => ({
  ctx: { callerVersion: { tenancyVersion: "1", isConfirmed } } as TenancyContext,
});

/** Runs with callers whose rows are confirmed if they come from the database, and lists the sources. */
async function sourcesOf(work: (source: CallerSource) => unknown, isCached = true) {
  const sources: CallerSource[] = [];
  const outcome = await Promise.allSettled([
    withCaller(
      (source) => {
        sources.push(source);
        const caller = { ...callerOf(source === "database"), source };
        return source === "cache" && !isCached ? undefined : Promise.resolve(caller);
      },
      ({ source }) => Promise.resolve().then(() => work(source)),
    ),
  ]);
  return { sources, outcome: outcome[0] };
}

const refuse = (error: unknown) => () => {
  throw error;
};
const forbidden = new ServiceError("@error/Forbidden");

test("uses the cached caller if nothing contradicts it", async () => {
  expect(await sourcesOf((source) => source)).toMatchObject({
    sources: ["cache"],
    outcome: { value: "cache" },
  });
});

test("reads the caller if the cache has none", async () => {
  expect(await sourcesOf((source) => source, false)).toMatchObject({
    sources: ["cache", "database"],
    outcome: { value: "database" },
  });
});

test("repeats a refusal that rests on the cache with fresh rows", async () => {
  expect(await sourcesOf(refuse(forbidden))).toMatchObject({
    sources: ["cache", "database"],
    outcome: { reason: forbidden },
  });
});

test("never repeats work after another error, which may have been executed", async () => {
  const lost = new Error("connection lost");
  expect(await sourcesOf(refuse(lost))).toMatchObject({
    sources: ["cache"],
    outcome: { reason: lost },
  });
});

test("never repeats a refusal by a confirmed caller", async () => {
  let tries = 0;
  const confirmed = withCaller(
    () => Promise.resolve(callerOf(true)),
    () => {
      tries++;
      throw forbidden;
    },
  );
  await expect(confirmed).rejects.toBe(forbidden);
  expect(tries).toBe(1);
});

test("gives up with a 503 when the caller changes each time", async () => {
  expect(await sourcesOf(refuse(new CallerChanged()))).toMatchObject({
    sources: ["cache", "database", "database"],
    outcome: { reason: { tag: "@error/Unavailable" } },
  });
});
