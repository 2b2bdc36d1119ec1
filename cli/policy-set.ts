import { type Command, Option } from "commander";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import type { Policy } from "@/lib/domain/passkey/policy/judge";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { readRules, rulesOption } from "./policy-rules";
import { print } from "./print";
import { type PolicyTenancy, selectPolicyTenancy, systemOption } from "./select-policy-tenancy";
import { tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options extends PolicyTenancy {
  rules?: string;
  mode?: Policy["rules"]["mode"];
  reason?: string;
  json?: true;
}

async function set({ rules: file, mode, reason, ...options }: Options): Promise<void> {
  if (file === undefined && mode === undefined)
    throw badRequest("policy set", "choose what to change, with --rules or --mode.");
  const read = file === undefined ? undefined : await readRules(file);
  await withService(async (service) => {
    const ctx = await selectPolicyTenancy(service, options);
    const current = await getPolicy(ctx);
    const rules = { ...(read ?? current.rules), ...(mode === undefined ? {} : { mode }) };
    const saved = await savePolicy(ctx, { version: current.version, rules, reason });
    const text =
      `Saved version ${saved.version} of the passkey policy, mode ${saved.rules.mode}. ` +
      "Changes take effect immediately.";
    print({ json: saved, text }, options);
  });
}

/** `keystead policy set` */
export function declarePolicySet(parent: Command): void {
  parent
    .command("set")
    .description("save a new version of the passkey policy")
    .option(...tenancyOption)
    .option(...systemOption)
    .option(...rulesOption)
    .addOption(
      new Option("--mode <mode>", "what the rules do; without --rules, they stay").choices([
        "off",
        "monitor",
        "enforce",
      ]),
    )
    .option("--reason <text>", "why you save it, for the audit log")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples("policy set --rules policy.json --mode monitor", "policy set --mode enforce"),
    )
    .action(set);
}
