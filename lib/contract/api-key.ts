import { z } from "zod";
import { apiKeyScopes } from "./api-key-scope";
import { Id, Milliseconds } from "./fields";
import { sample } from "./sample";

const scope = z.enum(apiKeyScopes);
const maxReasonCharacters = 200;
const maxOverlapMs = 7 * 24 * 3_600_000;
/** The last second of the year 9999. */
const latestMs = 253_402_300_799_000;

const keyExample = {
  _tag: "ApiKey",
  id: sample.id,
  name: "Deployment",
  start: "ks_0x7m2q9v4t",
  scopes: ["ceremonies", "principals"],
  state: "live",
  createdBy: { kind: "apiKey", id: sample.passkeyId },
  createdAt: sample.createdAt,
  expiresAt: sample.createdAt + 90 * 24 * 3_600_000,
};
const textExample = "ks_0x7m2q9v4t_mEoJ8r0Xr4bqkq2f0f0l8M1cQnq9B3vYy7uU0t3qv2k1a2b3c";

/** An API key, without its text (contract §10). */
export const ApiKey = z
  .object({
    _tag: z.literal("ApiKey"),
    id: Id.meta({ description: "The key's id", example: sample.id }),
    name: z.string().meta({ description: "What the key is for", example: "Deployment" }),
    start: z
      .string()
      .meta({ description: "How the key starts, to recognize it by", example: "ks_0x7m2q9v4t" }),
    scopes: z.array(z.string()).meta({
      description: "What the key may do",
      example: ["ceremonies", "principals"],
    }),
    state: z.enum(["live", "locked", "expired", "revoked"]).meta({
      description: "Only a `live` key is accepted. Only a `locked` one can become `live` again.",
    }),
    lockedBy: z.enum(["operator", "apiKey"]).optional().meta({
      description:
        "Who locked the key, while it is locked. An API key can't unlock what an operator locked.",
    }),
    createdBy: z
      .object({
        kind: z.enum(["operator", "apiKey", "system"]).meta({
          description: "`system` is the command line",
        }),
        id: z.string().optional().meta({ description: "Id of the operator or of the API key" }),
      })
      .optional()
      .meta({ description: "Who created the key; absent for keys of early releases" }),
    createdAt: Milliseconds,
    lastUsedAt: Milliseconds.optional().meta({
      description: "Milliseconds, recorded once a minute; absent until the first request",
    }),
    expiresAt: Milliseconds.optional().meta({
      description: "Milliseconds; absent if the key never expires",
    }),
    replacedById: z.string().optional().meta({
      description: "The key that replaced this one in a rotation",
    }),
  })
  .meta({ id: "ApiKey", examples: [keyExample] });
export type ApiKey = z.infer<typeof ApiKey>;

/** A page of the tenancy's keys, newest first. */
export const ApiKeys = z
  .object({
    _tag: z.literal("ApiKeys"),
    cursor: z
      .string()
      .nullable()
      .meta({ description: "Cursor of the next page; null on the last page" }),
    records: z.array(ApiKey),
  })
  .meta({ id: "ApiKeys", examples: [{ _tag: "ApiKeys", cursor: null, records: [keyExample] }] });
export type ApiKeys = z.infer<typeof ApiKeys>;

/** A new key with its text. */
export const ApiKeyCreated = z
  .object({
    _tag: z.literal("ApiKeyCreated"),
    key: z.string().meta({
      description: "The text that requests send. Only this response contains it.",
      example: textExample,
    }),
    apiKey: ApiKey.meta({ description: "The new key" }),
  })
  .meta({
    id: "ApiKeyCreated",
    examples: [{ _tag: "ApiKeyCreated", key: textExample, apiKey: keyExample }],
  });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

const pageSize = { min: 1, max: 1_000, default: 100 };
const sizeMessage = `must be a whole number from ${pageSize.min} to ${pageSize.max}`;

/** Query of GET api-keys. */
export const ListApiKeys = z.object({
  cursor: Id.optional().meta({ description: "Opaque value from the previous page" }),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, sizeMessage)
    .transform(Number)
    .pipe(z.int().min(pageSize.min, sizeMessage).max(pageSize.max, sizeMessage))
    .optional()
    .transform((limit) => limit ?? pageSize.default)
    .meta({
      description: "Records per page",
      override: {
        type: "integer",
        minimum: pageSize.min,
        maximum: pageSize.max,
        default: pageSize.default,
        pattern: undefined,
      },
    }),
});
export type ListApiKeys = z.infer<typeof ListApiKeys>;

/** Body of POST api-keys. The domain checks the name. */
export const CreateApiKey = z
  .object({
    name: z.string().min(1, "must not be empty").max(100).meta({
      description: "What the key is for. Operators see it.",
      example: "Deployment",
    }),
    scopes: z
      .array(scope)
      .min(1)
      .max(apiKeyScopes.length)
      .meta({
        description: "What the key may do. The calling key needs each of these scopes itself.",
        example: ["ceremonies", "principals"],
      }),
    expiresAt: z
      .int()
      .max(latestMs)
      .optional()
      .meta({
        description:
          "When the key expires, in milliseconds; not after the calling key. Default: when the " +
          "calling key does",
        example: keyExample.expiresAt,
      }),
  })
  .meta({
    id: "CreateApiKey",
    examples: [{ name: "Deployment", scopes: ["ceremonies", "principals"] }],
  });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** Body of POST api-keys/{id}/rotate. */
export const RotateApiKey = z
  .object({
    overlapMs: z.int().min(0).max(maxOverlapMs).meta({
      description: "How long the old key still works, in milliseconds; at most 7 days",
      example: 86_400_000,
    }),
  })
  .meta({ id: "RotateApiKey", examples: [{ overlapMs: 86_400_000 }] });

/** Body of POST api-keys/{id}/lock and DELETE api-keys/{id}. */
export const ApiKeyReason = z
  .object({
    reason: z
      .string()
      .max(maxReasonCharacters)
      .optional()
      .meta({ description: "Why you do it. Operators see it in the audit log." }),
  })
  .meta({ id: "ApiKeyReason", examples: [{ reason: "Found in a log" }] });

export const ApiKeyPath = z.object({
  apiKeyId: z.string().meta({ description: "The key's id", example: sample.id }),
});
