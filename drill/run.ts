// `npm run drill` and `npm run drill -- soak`; see drill/README.md.
import { parseArgs } from "node:util";
import { z } from "zod";
import { runDrill } from "./drill";
import { runSoak } from "./soak/soak";

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "30" } },
  allowPositionals: true,
});
const [kind] = z
  .tuple([z.literal("soak")])
  .or(z.tuple([]))
  .parse(positionals);
const minutes = z.coerce.number().min(1).parse(values.minutes);

const hasPassed = kind === "soak" ? await runSoak(minutes) : await runDrill();
process.exit(hasPassed ? 0 : 1);
