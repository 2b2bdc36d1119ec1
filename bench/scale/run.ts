// `npm run bench:scale`: a large vault and its backup, many tenancies and much data; see bench/README.md.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { withPostgres } from "@/bench/bench-postgres";
import { createPeople } from "@/bench/population";
import { systemClock } from "@/lib/platform/clock";
import { createId } from "@/lib/platform/id";
import { measureBackup } from "./backup";
import { compareData } from "./data";
import { createFilled } from "./filled-installation";
import { compareTenancies } from "./tenancies";
import { measureVault } from "./vault";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
const { quick: isQuick, only } = z
  .object({
    quick: z.boolean().default(false),
    only: z.enum(["vault", "tenancies", "data", "backup"]).optional(),
  })
  .parse(values);
type Part = NonNullable<typeof only>;
const wants = (...parts: Part[]) => only === undefined || parts.includes(only);
const share = isQuick ? 10 : 1;

const passkeysPerTenancy = 200;
// The last page has 20.
const vaultPasskeys = 1_000_000 / share + 20;
const tenancies = Math.floor(vaultPasskeys / passkeysPerTenancy);
const sizeOf = (tenancies: number, passkeys: number) => ({
  tenancies,
  passkeys,
  users: passkeys,
  events: passkeys,
  timelineEvents: passkeys,
  rareEvery: 20,
});
/**
 * Twenty rare passkeys in each, so that filters find the same number. Enough challenges and timeline
 * events in the small one that a search without an index reads the same number in both.
 */
const dataSizes = {
  small: {
    tenancies: 1,
    users: 1_000,
    passkeys: 1_000,
    events: 1_000,
    rareEvery: 50,
    timelineEvents: 6_000,
    challenges: 6_000,
  },
  full: {
    tenancies: 1,
    users: 1_000_000 / share,
    passkeys: 3_000_000 / share,
    events: 10_000_000 / share,
    timelineEvents: 3_000_000 / share,
    challenges: 100_000 / share,
    rareEvery: 150_000 / share,
  },
  backlog: isQuick ? 20_000 : 100_000,
};

await withPostgres(async (postgres) => {
  const startedAt = performance.now();
  const people = createPeople(500, () => createId(systemClock.now()));
  const missed: string[] = [];
  if (wants("backup", "vault", "tenancies")) {
    const size = sizeOf(1, vaultPasskeys);
    const one = await createFilled(root, postgres, "one", size, people);
    if (wants("backup")) missed.push(...(await measureBackup(postgres, one)));
    if (wants("vault")) missed.push(...(await measureVault(root, one, size)));
    if (wants("tenancies")) {
      const size = sizeOf(tenancies, passkeysPerTenancy);
      const many = await createFilled(root, postgres, "many", size, people);
      const rounds = isQuick ? 50 : 500;
      missed.push(...(await compareTenancies(root, postgres, [one, many], rounds)));
    }
  }
  if (wants("data"))
    missed.push(...(await compareData(root, postgres, people, dataSizes, isQuick)));
  const minutes = (performance.now() - startedAt) / 60_000;
  process.stdout.write(
    `\n${missed.length === 0 ? "All pass" : `Missed: ${missed.join(", ")}`}. ` +
      `Took ${minutes.toFixed(1)} minutes.\n`,
  );
  if (missed.length > 0) process.exitCode = 1;
});
