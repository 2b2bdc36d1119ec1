import { Option, type Command } from "commander";
import { createApiKey } from "@/lib/domain/api-key/create-api-key";
import { apiKeyScopes, type ApiKeyScope } from "@/lib/domain/api-key/scope";
import { parseDuration, parseName } from "./option-values";
import { note, print, showTime, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  name: string;
  scope: ApiKeyScope[];
  /** Milliseconds. */
  expiresIn?: number;
  json?: true;
}

async function create({ tenancy, name, scope, expiresIn, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const scopes = [...new Set(scope)];
    const expiresAt = expiresIn === undefined ? null : ctx.clock.now() + expiresIn;
    const { id, key } = await createApiKey(ctx, {
      name,
      scopes,
      ...(expiresAt === null ? {} : { expiresAt }),
    });
    const text = table([
      ["API key", name],
      ["  Id", id],
      ["  Key", key],
      ["  Tenancy", `${ctx.tenancy.id} (${ctx.tenancy.name})`],
      ["  Scopes", scopes.join(" ")],
      ["  Expires", showTime(expiresAt)],
    ]);
    print({ json: { id, key, tenancyId: ctx.tenancy.id, name, scopes, expiresAt }, text }, options);
    if (!options.json) note("The key is shown this once; keep it where your backend finds it.");
    if (ctx.tenancy.suspendedAt !== null)
      note("The tenancy is suspended, so its keys are refused until it is resumed.");
  });
}

/** `keystead key create` */
export function declareKeyCreate(parent: Command): void {
  parent
    .command("create")
    .description("make an API key and show it, this once")
    .option(...tenancyOption)
    .requiredOption("--name <name>", "name for people", parseName)
    .addOption(
      new Option("--scope <scope...>", "what it may do; repeatable")
        .choices(apiKeyScopes)
        .default(["*"], "everything but vault:export and challenges:skip-ceiling"),
    )
    .option("--expires-in <duration>", "30m, 12h or 90d; never unless given", parseDuration)
    .option("--json", "print one JSON document; times in milliseconds")
    .action(create);
}
