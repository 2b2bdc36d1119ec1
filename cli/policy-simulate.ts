import type { Command } from "commander";
import type { Rehearsal } from "@/lib/domain/passkey/policy/save-policy";
import { simulatePolicy } from "@/lib/domain/passkey/policy/simulate-policy";
import { examples } from "./examples";
import { readRules, rulesOption } from "./policy-rules";
import { print, table } from "./print";
import { type PolicyTenancy, selectPolicyTenancy, systemOption } from "./select-policy-tenancy";
import { tenancyOption } from "./select-tenancy";
import { terminal } from "./terminal";
import { withService } from "./with-service";

interface Options extends PolicyTenancy {
  rules?: string;
  lines?: true;
  json?: true;
}

const of = (part: number, all: number) => `${part} of ${all}`;

function describe(totals: Rehearsal["totals"]): string {
  return table([
    ["Refused passkeys", of(totals.refusedPasskeys, totals.passkeys)],
    ["Users without another passkey", of(totals.refusedUsers, totals.users)],
    ["Users with a refused passkey", of(totals.affectedUsers, totals.users)],
    ...Object.entries(totals.reasons).map(([reason, count]) => [`  ${reason}`, String(count)]),
    ...totals.providers.map(({ provider, refused, passkeys }) => [
      `  ${provider ?? "Unknown model"}`,
      of(refused, passkeys),
    ]),
    ...totals.lastUses.map(({ lastUse, refused, passkeys }) => [
      `  Last used: ${lastUse}`,
      of(refused, passkeys),
    ]),
    ...(totals.notYetRead === 0
      ? []
      : [["Not yet read; try again later", String(totals.notYetRead)] as const]),
    ["Not predictable", totals.notPredictable.join(" ") || "nothing"],
  ]);
}

async function simulate({ rules: file, lines, ...options }: Options): Promise<void> {
  const rules = file === undefined ? undefined : await readRules(file);
  await withService(async (service) => {
    const ctx = await selectPolicyTenancy(service, options);
    for await (const line of simulatePolicy(ctx, rules)) {
      if (lines === true) terminal().stdout.write(`${JSON.stringify(line)}\n`);
      else if (line._tag === "PasskeyPolicySimulation")
        print({ json: line, text: describe(line) }, options);
    }
  });
}

/** `keystead policy simulate` */
export function declarePolicySimulate(parent: Command): void {
  parent
    .command("simulate")
    .description("show which passkeys the policy, or rules in a file, would refuse at a sign-in")
    .option(...tenancyOption)
    .option(...systemOption)
    .option(...rulesOption)
    .option("--lines", "print each refused passkey as one JSON document per line, totals last")
    .option("--json", "print the totals as one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples("policy simulate --rules policy.json", "policy simulate --lines > refused.ndjson"),
    )
    .action(simulate);
}
