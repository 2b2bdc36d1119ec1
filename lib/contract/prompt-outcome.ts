import { z } from "zod";
import { Token } from "./fields";
import { sample } from "./sample";

/** How a passkey prompt ended without a passkey. */
export const promptOutcomes = [
  "cancelled",
  "timed-out",
  "no-passkey",
  "unsupported",
  "failed",
] as const;

/** Names of the errors with which browsers end a prompt (WebAuthn L3 §5.1.3, §5.1.4; Web IDL §2.8.1). */
const errorNames = [
  "AbortError",
  "ConstraintError",
  "DataError",
  "EncodingError",
  "InvalidStateError",
  "NetworkError",
  "NotAllowedError",
  "NotReadableError",
  "NotSupportedError",
  "OperationError",
  "SecurityError",
  "TimeoutError",
  "TypeError",
  "UnknownError",
] as const;
type ErrorName = (typeof errorNames)[number];

const isErrorName = (name: string): name is ErrorName =>
  (errorNames as readonly string[]).includes(name);

/** Body of POST passkey/outcome (contract §10). */
export const ReportOutcome = z
  .object({
    sessionToken: Token,
    outcome: z.enum(promptOutcomes).meta({
      description:
        "How the prompt ended: the user closed it (`cancelled`), its time ran out (`timed-out`), the " +
        "device has no passkey to use (`no-passkey`), the page or the device can't use passkeys " +
        "(`unsupported`), or the authenticator failed (`failed`)",
      example: "cancelled",
    }),
    // Other names are ignored, because one that a newer browser invents must not lose the report.
    errorName: z
      .string()
      .max(64)
      .transform((name) => (isErrorName(name) ? name : undefined))
      .optional()
      .meta({
        description: `The \`name\` of the browser's error: ${errorNames.join(", ")}. Others are ignored`,
        example: "NotAllowedError",
      }),
    afterMs: z.int().min(0, "must not be negative").meta({
      description:
        "How long the prompt was open, in milliseconds; at most the age of the session counts",
      example: 12_000,
    }),
  })
  .meta({
    id: "ReportOutcome",
    examples: [
      {
        sessionToken: sample.token,
        outcome: "cancelled",
        errorName: "NotAllowedError",
        afterMs: 12_000,
      },
    ],
  });
export type ReportOutcome = z.output<typeof ReportOutcome>;
