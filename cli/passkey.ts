import type { Command } from "commander";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { filterPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { PasskeyFilter } from "@/lib/domain/passkey/search/passkey-filter";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { badRequest } from "@/lib/errors";
import { declareOnTenancy, jsonWithTimes } from "./command";
import { notFound } from "./exit-code";
import { showTime, stateOf, table } from "./print";

const foundRows = 50;
const head = ["ID", "USERNAME", "PROVIDER", "RP ID", "STATE", "LAST USED", "USER"];

function shownState({ enabled, quarantinedUntil }: PasskeyRecord["passkey"]): string {
  if (!enabled) return "disabled";
  if (quarantinedUntil === undefined) return "enabled";
  return `quarantined until ${showTime(quarantinedUntil)}`;
}

function declareFind(parent: Command): void {
  declareOnTenancy<{ user?: string }, PasskeyFilter>(parent, {
    name: "find",
    description: "find passkeys by id, credential id, email or name",
    argument: ["[text]", "a passkey id, a credential id, or part of an email or name"],
    options: (command) =>
      command.option("--user <id>", "only passkeys of this user: your own user id, or a sub"),
    json: jsonWithTimes,
    examples: ["passkey find ada@", "passkey find --user user-42"],
    read({ user }, text: string | undefined) {
      if (text === undefined && user === undefined)
        throw badRequest("passkey find", "name a passkey, or a user with --user.");
      return PasskeyFilter.parse({ q: text, user });
    },
    async run(ctx, filter) {
      const found = await filterPasskeys(ctx, { filter, rows: foundRows });
      const rows = found.entries.map(({ passkey, sub }) => [
        passkey.id,
        passkey.credential.username,
        passkey.platform?.name ?? "unknown",
        passkey.credential.rpId,
        shownState(passkey),
        showTime(passkey.lastUsed ?? null),
        sub,
      ]);
      return {
        json: found.entries.map((record) => ({
          ...record,
          state: shownState(record.passkey),
          enabled: record.passkey.enabled,
        })),
        text: rows.length === 0 ? "No passkeys match." : table([head, ...rows]),
        warnings:
          found.next === null && !found.isPartial
            ? []
            : [`More passkeys match than the first ${foundRows}. Choose a user with --user.`],
      };
    },
  });
}

const changes = [
  {
    name: "disable",
    description: "disable a passkey until you enable it",
    effect: "Sign-ins with it fail, and its outstanding codes are invalid.",
    reason: "lost phone",
  },
  {
    name: "enable",
    description: "enable a disabled passkey",
    effect: "Its user can sign in with it.",
    reason: "phone found",
  },
] as const;

function declareStates(parent: Command): void {
  for (const { name, description, effect, reason: example } of changes)
    declareOnTenancy<{ reason?: string }>(parent, {
      name,
      description,
      argument: ["<id>", "the passkey's id"],
      named: (passkeyId) => ({ passkeyId }),
      options: (command) => command.option("--reason <text>", "why, for the other operators"),
      examples: [`passkey ${name} 01k9x5m2v8q4w7n3b6c1d0f9gh --reason "${example}"`],
      async run(ctx, { reason }, id) {
        const enabled = name === "enable";
        const { changed, missing } = await setPasskeysEnabled(ctx, {
          passkeyIds: [id],
          enabled,
          reason,
        });
        if (missing.length > 0)
          throw notFound(
            `The tenancy ${ctx.tenancy.id} has no passkey ${id}. Find it with: keystead passkey find`,
          );
        return {
          json: { id, ...stateOf(enabled), changed: changed.length > 0 },
          text:
            changed.length === 0
              ? `The passkey ${id} is already ${name}d.`
              : `The passkey ${id} is ${name}d. ${effect}`,
        };
      },
    });
}

/** `keystead passkey …` */
export function declarePasskeys(program: Command): void {
  const passkey = program.command("passkey").description("find and disable passkeys");
  declareFind(passkey);
  declareStates(passkey);
}
