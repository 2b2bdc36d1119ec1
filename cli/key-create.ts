import { type Command, Option } from "commander";
import { type ApiKeyScope, apiKeyScopes, sensitiveScopes } from "@/lib/contract/api-key-scope";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { backendVariables } from "@/lib/domain/access/api-key/scope";
import { examples } from "./examples";
import { durationUpTo, parseName } from "./option-values";
import { note, print, showTime, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  name: string;
  scope: ApiKeyScope[];
  /** In ms. */
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
    const details = table([
      ["API key", name],
      ["  Id", id],
      ["  Tenancy", `${ctx.tenancy.id} (${ctx.tenancy.name})`],
      ["  Scopes", scopes.join(" ")],
      ["  Expires", showTime(expiresAt)],
    ]);
    const variables = backendVariables({
      endpoint: service.baseUrl,
      tenancyId: ctx.tenancy.id,
      clientId: ctx.tenancy.clientId,
      apiKey: key,
    });
    const text = `${details}\n\n${variables}`;
    print({ json: { id, key, tenancyId: ctx.tenancy.id, name, scopes, expiresAt }, text }, options);
    if (!options.json)
      note("The key is shown only once. Copy the four variables to your backend's .env.");
    if (!options.json && expiresAt === null)
      note("The key never expires. Use --expires-in 90d to limit what a leaked key can do.");
    if (ctx.tenancy.suspendedAt !== null)
      note("The tenancy is suspended. Requests with its keys fail until you resume it.");
  });
}

/** `keystead key create` */
export function declareKeyCreate(parent: Command): void {
  parent
    .command("create")
    .description("create an API key and print it once")
    .option(...tenancyOption)
    .requiredOption("--name <name>", "display name", parseName)
    .addOption(
      new Option("--scope <scope...>", "scope of the key; repeatable")
        .choices(apiKeyScopes)
        .default(["*"], `all scopes except ${sensitiveScopes.join(", ")}`),
    )
    .option(
      "--expires-in <duration>",
      "lifetime such as 30m, 12h or 90d; default: never expires",
      durationUpTo(),
    )
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples(
        "key create --name backend",
        "key create --name export --scope vault:export --expires-in 12h",
      ),
    )
    .action(create);
}
