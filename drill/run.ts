// `npm run drill` and `npm run drill -- soak`; see drill/README.md.
import { parseArgs } from "node:util";
import { z } from "zod";
import { runDrill } from "./drill";
import { runSoak } from "./soak/soak";

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    events: { type: "string", default: "10000" },
  },
  allowPositionals: true,
});
const [kind] = z
  .tuple([z.literal("soak")])
  .or(z.tuple([]))
  .parse(positionals);
const minutes = z.coerce.number().min(1).parse(values.minutes);

const events = z.coerce.number().int().min(1).parse(values.events);

const hasPassed = kind === "soak" ? await runSoak(minutes) : await runDrill(events);
process.exit(hasPassed ? 0 : 1);
