// `npm run drill`, `npm run drill -- email` and `npm run drill -- soak`; see drill/README.md.
import { parseArgs } from "node:util";
import { z } from "zod";
import { runDrill } from "./drill";
import { runEmailDrill } from "./email/run-email-drill";
import { runSoak } from "./soak/soak";

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    events: { type: "string", default: "10000" },
  },
  allowPositionals: true,
});
const [kind] = z
  .tuple([z.enum(["soak", "email"])])
  .or(z.tuple([]))
  .parse(positionals);
const minutes = z.coerce.number().min(1).parse(values.minutes);

const events = z.coerce.number().int().min(1).parse(values.events);

function run(): Promise<boolean> {
  switch (kind) {
    case "soak":
      return runSoak(minutes);
    case "email":
      return runEmailDrill();
    case undefined:
      return runDrill(events);
  }
}

process.exit((await run()) ? 0 : 1);
