// `npm run drill`, alone or with `-- backup`, `-- email`, `-- failover`, `-- soak` or
// `-- upgrade`; see drill/README.md.
import { parseArgs } from "node:util";
import { z } from "zod";
import { runBackupDrill } from "./backup/backup-drill";
import { runDrill } from "./drill";
import { runEmailDrill } from "./email/run-email-drill";
import { runFailover } from "./failover/failover";
import { runSoak } from "./soak/soak";
import { runUpgrade } from "./upgrade/upgrade";

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    events: { type: "string", default: "10000" },
    from: { type: "string" },
    seconds: { type: "string", default: "20" },
    rounds: { type: "string", default: "5" },
    asynchronous: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [kind] = z
  .tuple([z.enum(["backup", "email", "failover", "soak", "upgrade"])])
  .or(z.tuple([]))
  .parse(positionals);
const minutes = z.coerce.number().min(1).parse(values.minutes);
const events = z.coerce.number().int().min(1).parse(values.events);
const seconds = z.coerce.number().min(1).parse(values.seconds);
const rounds = z.coerce.number().int().min(1).parse(values.rounds);

const drills = {
  backup: () => runBackupDrill(),
  soak: () => runSoak(minutes),
  failover: () => runFailover(rounds, values.asynchronous),
  email: () => runEmailDrill(),
  upgrade: () => runUpgrade({ from: values.from, phaseMs: seconds * 1_000 }),
};
const hasPassed = await (kind === undefined ? runDrill(events) : drills[kind]());
process.exit(hasPassed ? 0 : 1);
