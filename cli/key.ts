import { type Command, Option } from "commander";
import { type ApiKeyScope, apiKeyScopes, sensitiveScopes } from "@/lib/contract/api-key-scope";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { type ApiKeyState, listApiKeys } from "@/lib/domain/access/api-key/list-api-keys";
import { renameApiKey, rotateApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import { backendVariables } from "@/lib/domain/access/api-key/scope";
import {
  lockApiKey,
  revokeApiKey,
  unlockApiKey,
} from "@/lib/domain/access/api-key/set-api-key-state";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import { declareOnTenancy, jsonWithTimes } from "./command";
import { notFound } from "./exit-code";
import { durationUpTo, parseName } from "./option-values";
import { showTime, table } from "./print";

// You can name a leaked key by its text. The public prefix identifies it.
const publicPrefix = /^ks_[0-9a-z]{10}(?=_|$)/;

const ofKey = {
  argument: ["<key>", "the key's id, its text, or its public prefix ks_…"],
  named: (wanted: string) => {
    const [start] = publicPrefix.exec(wanted) ?? [];
    return start === undefined ? { apiKeyId: wanted } : { apiKeyPrefix: start.slice("ks_".length) };
  },
} as const;

/**
 * Finds a key that is not revoked, by its id, its text or its public prefix.
 * @throws NotFound
 */
async function findKey(ctx: TenancyContext, wanted: string) {
  const [start] = publicPrefix.exec(wanted) ?? [];
  const key = (await listApiKeys(ctx)).find((one) =>
    start === undefined ? one.id === wanted : one.start === start,
  );
  // Never print more of a key's text than its public prefix.
  if (key === undefined)
    throw notFound(
      `The tenancy ${ctx.tenancy.id} has no API key ${start ?? wanted}. List them with: keystead key list`,
    );
  if (key.state === "revoked") throw notFound(`The API key ${key.id} is already revoked.`);
  return key;
}

interface CreateOptions {
  name: string;
  scope: ApiKeyScope[];
  /** In ms. */
  expiresIn?: number;
}

async function create(ctx: TenancyContext, { name, scope, expiresIn }: CreateOptions) {
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
    endpoint: ctx.baseUrl,
    tenancyId: ctx.tenancy.id,
    clientId: ctx.tenancy.clientId,
    apiKey: key,
  });
  return {
    json: { id, key, tenancyId: ctx.tenancy.id, name, scopes, expiresAt },
    text: `${details}\n\n${variables}`,
    notes: [
      "The key is shown only once. Copy the four variables to your backend's .env.",
      ...(expiresAt === null
        ? ["The key never expires. Use --expires-in 90d to limit what a leaked key can do."]
        : []),
    ],
    warnings:
      ctx.tenancy.suspendedAt === null
        ? []
        : ["The tenancy is suspended. Requests with its keys fail until you resume it."],
  };
}

function declareCreate(parent: Command): void {
  declareOnTenancy<CreateOptions>(parent, {
    name: "create",
    description: "create an API key and print it once",
    options: (command) =>
      command
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
        ),
    json: jsonWithTimes,
    examples: [
      "key create --name backend",
      "key create --name export --scope vault:export --expires-in 12h",
    ],
    run: create,
  });
}

const head = ["ID", "NAME", "KEY", "STATE", "SCOPES", "CREATED", "LAST USED", "EXPIRES"];

function declareList(parent: Command): void {
  declareOnTenancy(parent, {
    name: "list",
    description: "list a tenancy's API keys with their public prefix, oldest first",
    json: jsonWithTimes,
    examples: ["key list"],
    async run(ctx) {
      const keys = await listApiKeys(ctx);
      const rows = keys.map((key) => [
        key.id,
        key.name,
        `${key.start}_…`,
        // The word of the console.
        key.state === "live" ? "active" : key.state,
        key.scopes.join(" "),
        showTime(key.createdAt),
        showTime(key.lastUsedAt),
        showTime(key.expiresAt),
      ]);
      return {
        json: keys.map((key) => ({ ...key, enabled: key.state === "live" })),
        text:
          rows.length === 0
            ? "This tenancy has no API keys yet. Create one with: keystead key create"
            : table([head, ...rows]),
      };
    },
  });
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

function declareStates(parent: Command): void {
  for (const { name: command, description, change, done } of changes)
    declareOnTenancy(parent, {
      ...ofKey,
      name: command,
      description,
      examples: [`key ${command} ks_0123456789`],
      async run(ctx, _options, wanted) {
        const { id, name, start } = await findKey(ctx, wanted);
        const { state } = (await change(ctx, id)).key;
        return {
          json: { id, name, start, state, enabled: state === "live" },
          text: `The API key ${id} (${start}_…) ${done}${state === "expired" ? ", but has expired" : ""}.`,
        };
      },
    });
}

function declareRename(parent: Command): void {
  declareOnTenancy<{ name: string }>(parent, {
    ...ofKey,
    name: "rename",
    description: "rename an API key; the key itself stays the same",
    options: (command) => command.requiredOption("--name <name>", "new display name", parseName),
    examples: [`key rename ks_0123456789 --name "Shop, production"`],
    async run(ctx, { name }, wanted) {
      const { id, start } = await findKey(ctx, wanted);
      await renameApiKey(ctx, { id, name });
      return {
        json: { id, name, start },
        text: `The API key ${id} (${start}_…) is named “${name}”.`,
      };
    },
  });
}

const parseOverlap = durationUpTo(lifetimes.keyOverlapMostMs);

function declareRotate(parent: Command): void {
  declareOnTenancy<{ overlap: number }>(parent, {
    ...ofKey,
    name: "rotate",
    description: "replace an API key; the old one works until the overlap ends",
    options: (command) =>
      command.addOption(
        new Option("--overlap <duration>", "how long the old key still works; at most 7d")
          .argParser(parseOverlap)
          .default(parseOverlap("24h"), "24h"),
      ),
    json: jsonWithTimes,
    examples: ["key rotate ks_0123456789", "key rotate ks_0123456789 --overlap 30m"],
    async run(ctx, { overlap: overlapMs }, wanted) {
      const old = await findKey(ctx, wanted);
      const { id, key } = await rotateApiKey(ctx, { id: old.id, overlapMs });
      const oldExpiresAt = Math.min(ctx.clock.now() + overlapMs, old.expiresAt ?? Infinity);
      return {
        json: { id, key, name: old.name, replaces: old.id, oldExpiresAt },
        text: table([
          ["API key", old.name],
          ["  Id", id],
          ["  Key", key],
          ["  Replaces", `${old.id} (${old.start}_…)`],
          ["  Old key expires", showTime(oldExpiresAt)],
        ]),
        notes: ["The key is shown only once. Give it to your backend before the old key expires."],
      };
    },
  });
}

/** `keystead key …` */
export function declareKeys(program: Command): void {
  const key = program.command("key").description("manage a tenancy's API keys");
  declareCreate(key);
  declareList(key);
  declareStates(key);
  declareRename(key);
  declareRotate(key);
}
