import type { Command } from "commander";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { examples } from "./examples";
import { print, showTime, table } from "./print";
import { type PolicyTenancy, selectPolicyTenancy, systemOption } from "./select-policy-tenancy";
import { tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

const onOff = (isOn: boolean) => (isOn ? "on" : "off");
const list = (entries: readonly (string | number)[]) => entries.join(" ") || "any";

function describe({
  version,
  rules,
  reason,
  createdAt,
}: Awaited<ReturnType<typeof getPolicy>>): string {
  return table([
    ["Version", String(version)],
    ["Saved", createdAt === undefined ? "never" : showTime(createdAt)],
    ["Reason", reason ?? "none"],
    ["Mode", rules.mode],
    ["Applies to sign-ins", rules.enforceOnSignIn ? "yes" : "no"],
    ["Roots", String(rules.roots.length)],
    ["FIDO Metadata", onOff(rules.metadata)],
    ["Allowed models", list(rules.allowedAaguids)],
    ["Denied models", rules.deniedAaguids.join(" ") || "none"],
    ["Certification", rules.minimumCertification ?? "any"],
    ["Storage", rules.storage],
    ["User verification", rules.requireUserVerification ? "required" : "as the tenancy asks"],
    ["Top origins", list(rules.topOrigins)],
    ["Algorithms", list(rules.algorithms)],
  ]);
}

async function get(options: PolicyTenancy & { json?: true }): Promise<void> {
  await withService(async (service) => {
    const policy = await getPolicy(await selectPolicyTenancy(service, options));
    print({ json: policy, text: describe(policy) }, options);
  });
}

/** `keystead policy get` */
export function declarePolicyGet(parent: Command): void {
  parent
    .command("get")
    .description("show the passkey policy")
    .option(...tenancyOption)
    .option(...systemOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("policy get", "policy get --system --json"))
    .action(get);
}
