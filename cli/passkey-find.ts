import type { Command } from "commander";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { filterPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { PasskeyFilter } from "@/lib/domain/passkey/search/passkey-filter";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { note, print, showTime, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  user?: string;
  json?: true;
}

const rows = 50;
const head = ["ID", "USERNAME", "PROVIDER", "RP ID", "STATE", "LAST USED", "USER"];

const stateOf = ({ enabled, quarantinedUntil }: PasskeyRecord["passkey"]) => {
  if (!enabled) return "disabled";
  if (quarantinedUntil === undefined) return "enabled";
  return `quarantined until ${showTime(quarantinedUntil)}`;
};

async function find(
  text: string | undefined,
  { tenancy, user, ...options }: Options,
): Promise<void> {
  if (text === undefined && user === undefined)
    throw badRequest("passkey find", "name a passkey, or a user with --user.");
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const filter = PasskeyFilter.parse({ q: text, user });
    const { entries: records, next, isPartial } = await filterPasskeys(ctx, { filter, rows });
    const found = records.map(({ passkey, sub }) => [
      passkey.id,
      passkey.credential.username,
      passkey.platform?.name ?? "unknown",
      passkey.credential.rpId,
      stateOf(passkey),
      showTime(passkey.lastUsed ?? null),
      sub,
    ]);
    print(
      {
        json: records.map((record) => ({
          ...record,
          state: stateOf(record.passkey),
          enabled: record.passkey.enabled,
        })),
        text: found.length === 0 ? "No passkeys match." : table([head, ...found]),
      },
      options,
    );
    if (next !== null || isPartial)
      note(`More passkeys match than the first ${rows}. Choose a user with --user.`);
  });
}

/** `keystead passkey find` */
export function declarePasskeyFind(parent: Command): void {
  parent
    .command("find")
    .description("find passkeys by id, credential id, email or name")
    .argument("[text]", "a passkey id, a credential id, or part of an email or name")
    .option(...tenancyOption)
    .option("--user <id>", "only passkeys of this user: your own user id, or a sub")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("passkey find ada@", "passkey find --user user-42"))
    .action(find);
}
