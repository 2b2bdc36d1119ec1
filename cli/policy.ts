import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { parseRules } from "@/lib/domain/passkey/policy/check-rules";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import type { Policy } from "@/lib/domain/passkey/policy/judge";
import { type Rehearsal, savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { simulatePolicy } from "@/lib/domain/passkey/policy/simulate-policy";
import { badRequest, isServiceError } from "@/lib/errors";
import { declareOnInstallation, jsonWithTimes } from "./command";
import { decodeFile } from "./decode-file";
import { showTime, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { terminal } from "./terminal";

/** Whose policy a command is about. */
interface PolicyOwner {
  tenancy?: string;
  system?: true;
}

const ownerOptions = (command: Command) =>
  command
    .option(...tenancyOption)
    .option(
      "--system",
      "the policy for the operators of this installation, instead of a tenancy's",
    );

/** Creates the context of the system tenancy, or of the one that `--tenancy` names. */
async function contextOf(
  service: Service,
  { tenancy, system }: PolicyOwner,
): Promise<TenancyContext> {
  if (system !== true) return selectTenancy(service, tenancy);
  const request = { requestId: service.createId(), client: {} };
  return { ...(await systemContext(service, request)), actor: { kind: "system" } };
}

const rulesOption = [
  "--rules <file>",
  "a JSON file with the rules, as policy get --json prints them in `rules`",
] as const;

/** Reads rules from a JSON file. @throws BadRequest that names the file and the invalid field */
async function readRules(file: string): Promise<Policy["rules"]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw badRequest("--rules", `${file} can't be read (${error.code}).`);
  });
  const text = decodeFile("--rules", bytes, `${file} `);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badRequest("--rules", `${file} is not JSON.`);
  }
  try {
    return parseRules(json);
  } catch (error) {
    throw isServiceError(error) ? badRequest("--rules", `${file}: ${error.message}.`) : error;
  }
}

const onOff = (isOn: boolean) => (isOn ? "on" : "off");
const list = (entries: readonly (string | number)[]) => entries.join(" ") || "any";

function describePolicy(policy: Awaited<ReturnType<typeof getPolicy>>): string {
  const { version, rules, reason, createdAt } = policy;
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

function declareGet(parent: Command): void {
  declareOnInstallation<PolicyOwner>(parent, {
    name: "get",
    description: "show the passkey policy",
    options: ownerOptions,
    json: jsonWithTimes,
    examples: ["policy get", "policy get --system --json"],
    async run(service, owner) {
      const policy = await getPolicy(await contextOf(service, owner));
      return { json: policy, text: describePolicy(policy) };
    },
  });
}

interface SetOptions extends PolicyOwner {
  rules?: string;
  mode?: Policy["rules"]["mode"];
  reason?: string;
}

function declareSet(parent: Command): void {
  declareOnInstallation<SetOptions, Omit<SetOptions, "rules"> & { rules?: Policy["rules"] }>(
    parent,
    {
      name: "set",
      description: "save a new version of the passkey policy",
      options: (command) =>
        ownerOptions(command)
          .option(...rulesOption)
          .addOption(
            new Option("--mode <mode>", "what the rules do; without --rules, they stay").choices([
              "off",
              "monitor",
              "enforce",
            ]),
          )
          .option("--reason <text>", "why you save it, for the audit log"),
      json: jsonWithTimes,
      examples: ["policy set --rules policy.json --mode monitor", "policy set --mode enforce"],
      async read({ rules: file, ...others }) {
        if (file === undefined && others.mode === undefined)
          throw badRequest("policy set", "choose what to change, with --rules or --mode.");
        return file === undefined ? others : { ...others, rules: await readRules(file) };
      },
      async run(service, { rules: read, mode, reason, ...owner }) {
        const ctx = await contextOf(service, owner);
        const current = await getPolicy(ctx);
        const rules = { ...(read ?? current.rules), ...(mode === undefined ? {} : { mode }) };
        const saved = await savePolicy(ctx, { version: current.version, rules, reason });
        return {
          json: saved,
          text:
            `Saved version ${saved.version} of the passkey policy, mode ${saved.rules.mode}. ` +
            "Changes take effect immediately.",
        };
      },
    },
  );
}

const of = (part: number, all: number) => `${part} of ${all}`;

function describeTotals(totals: Rehearsal["totals"]): string {
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

interface SimulateInput extends PolicyOwner {
  lines?: true;
  rules?: Policy["rules"];
}

function declareSimulate(parent: Command): void {
  declareOnInstallation<PolicyOwner & { rules?: string; lines?: true }, SimulateInput>(parent, {
    name: "simulate",
    description: "show which passkeys the policy, or rules in a file, would refuse at a sign-in",
    options: (command) =>
      ownerOptions(command)
        .option(...rulesOption)
        .option("--lines", "print each refused passkey as one JSON document per line, totals last"),
    json: "print the totals as one JSON document; times in milliseconds",
    examples: ["policy simulate --rules policy.json", "policy simulate --lines > refused.ndjson"],
    read: async ({ rules: file, ...others }) =>
      file === undefined ? others : { ...others, rules: await readRules(file) },
    async run(service, { rules, lines, ...owner }) {
      const ctx = await contextOf(service, owner);
      for await (const line of simulatePolicy(ctx, rules)) {
        if (lines === true) terminal().stdout.write(`${JSON.stringify(line)}\n`);
        else if (line._tag === "PasskeyPolicySimulation")
          return { json: line, text: describeTotals(line) };
      }
      return undefined;
    },
  });
}

/** `keystead policy …` */
export function declarePolicies(program: Command): void {
  const policy = program.command("policy").description("choose which passkeys a tenancy accepts");
  declareGet(policy);
  declareSet(policy);
  declareSimulate(policy);
}
