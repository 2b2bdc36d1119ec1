import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/**
 * Phases as they are recorded with an applied migration. An older release, which lacks the migration's
 * file, decides by its phase whether it runs on the schema.
 */
const Phases = z.record(
  z.string(),
  z.union([
    z.literal("expand"),
    z
      .object({ contracts: z.string() })
      .transform(({ contracts }) => `contracts ${contracts}` as const),
  ]),
);
const Releases = z.object({
  unreleased: Phases,
  releases: z.array(z.object({ migrations: Phases })),
});

/** Reads the phases of a folder's migrations. Without `releases.json`, none has one. */
export async function readPhases(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, "releases.json"), "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return new Map();
  const { unreleased, releases } = Releases.parse(JSON.parse(text));
  const all = [unreleased, ...releases.map(({ migrations }) => migrations)];
  return new Map(all.flatMap((phases) => Object.entries(phases)));
}

/**
 * Whether a release runs on a schema with a migration of a newer one. An expand takes nothing away,
 * and a contract takes away what its expand has replaced.
 * @param known the release's own migrations
 */
export const runsOn = (phase: string | null, known: { has(name: string): boolean }): boolean =>
  phase === "expand" ||
  (phase?.startsWith("contracts ") === true && known.has(phase.slice("contracts ".length)));
