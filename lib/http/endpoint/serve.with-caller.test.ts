import { expect, test } from "vitest";
import type { Guess } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { withCaller } from "./serve";

type Source = "cache" | "database";
interface Caller {
  source: Source;
  guess?: Guess | undefined;
}

/** Runs `work` for a caller who is cached, and lists where it was looked for. */
async function sourcesOf(work: (caller: Caller) => unknown) {
  const sources: Source[] = [];
  const [outcome] = await Promise.allSettled([
    withCaller(
      (guess) => {
        const source = guess === undefined ? "database" : "cache";
        sources.push(source);
        return Promise.resolve({ source, guess } satisfies Caller);
      },
      (caller) => Promise.resolve().then(() => work(caller)),
    ),
  ]);
  return { sources, outcome };
}

function confirm({ guess, source }: Caller): Source {
  if (guess !== undefined) guess.isConfirmed = true;
  return source;
}

const refuse = (error: unknown) => () => {
  throw error;
};
const forbidden = new ServiceError("@error/Forbidden");

test("uses the cached caller if a statement confirms it", async () => {
  expect(await sourcesOf(confirm)).toMatchObject({
    sources: ["cache"],
    outcome: { value: "cache" },
  });
});

test("reads the caller if the cache has none", async () => {
  const found = await withCaller(
    (guess) => (guess === undefined ? Promise.resolve("fresh") : Promise.reject(forbidden)),
    (caller) => Promise.resolve(caller),
  );
  expect(found).toBe("fresh");
});

test("repeats a refusal that rests on the cache with fresh rows, once", async () => {
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

test("never repeats a refusal of a confirmed caller", async () => {
  const refused = await sourcesOf((caller) => {
    confirm(caller);
    throw forbidden;
  });
  expect(refused).toMatchObject({ sources: ["cache"], outcome: { reason: forbidden } });
});

test("never returns the result of an unconfirmed caller", async () => {
  expect(await sourcesOf(({ source }) => source)).toMatchObject({
    sources: ["cache"],
    outcome: { status: "rejected" },
  });
});
