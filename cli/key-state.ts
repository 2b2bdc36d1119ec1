import type { Command } from "commander";
import type { ApiKeyState } from "@/lib/domain/access/api-key/list-api-keys";
import {
  lockApiKey,
  revokeApiKey,
  unlockApiKey,
} from "@/lib/domain/access/api-key/set-api-key-state";
import type { TenancyContext } from "@/lib/domain/base/context";
import { examples } from "./examples";
import { findKey, keyArgument, namedKey } from "./find-key";
import { print } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  json?: true;
}

interface Change {
  name: "lock" | "unlock" | "revoke";
  description: string;
  change(ctx: TenancyContext, id: string): Promise<{ key: { state: ApiKeyState } }>;
  done: string;
}

const changes: Change[] = [
  {
    name: "lock",
    description: "reject a key until you unlock it, and cancel the ceremonies it authorized",
    change: lockApiKey,
    done: "is locked",
  },
  {
    name: "unlock",
    description: "accept a locked key again",
    change: unlockApiKey,
    done: "is unlocked",
  },
  {
    name: "revoke",
    description: "reject a key permanently, and cancel the ceremonies it authorized",
    change: revokeApiKey,
    done: "is revoked permanently",
  },
];

async function apply(
  { change, done }: Change,
  wanted: string,
  { tenancy, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, namedKey(wanted));
    const { id, name, start } = await findKey(ctx, wanted);
    const { state } = (await change(ctx, id)).key;
    const text = `The API key ${id} (${start}_…) ${done}${state === "expired" ? ", but has expired" : ""}.`;
    print({ json: { id, name, start, state, enabled: state === "live" }, text }, options);
  });
}

/** `keystead key lock`, `unlock` and `revoke` */
export function declareKeyStates(parent: Command): void {
  for (const change of changes)
    parent
      .command(change.name)
      .description(change.description)
      .argument(...keyArgument)
      .option(...tenancyOfIdOption)
      .option("--json", "print one JSON document")
      .addHelpText("after", examples(`key ${change.name} ks_0123456789`))
      .action((wanted: string, options: Options) => apply(change, wanted, options));
}
