/** A webhook without its secrets. Times in ms. */
export interface ListedWebhook {
  id: string;
  name: string;
  url: string;
  /** Null: the default types. */
  types: string[] | null;
  isEnabled: boolean;
  disabledAt: number | null;
  /** `failing` and `gone`: Keystead disabled it. `restored`: a restored backup had it. */
  disabledReason: "requested" | "failing" | "gone" | "restored" | null;
  /** When the first of the failed attempts since the last success was. Null if the last one succeeded. */
  failingSince: number | null;
  /** What ended the last of them: an HTTP status, or why there was no answer. */
  lastFailure: string | null;
  /** Until when the secret before the last rotation also signs. Null if only one secret does. */
  previousSecretUntil: number | null;
  /** The operator's `sub`, `system` for the command line, or null. */
  createdBy: string | null;
  createdByKeyId: string | null;
  createdAt: number;
  updatedAt: number;
}

interface Row {
  id: string;
  name: string;
  url: string;
  types: string[];
  disabledAt: Date | null;
  disabledReason: string | null;
  failingSince: Date | null;
  lastFailure: string | null;
  previousSecretUntil: Date | null;
  createdBy: string | null;
  createdByKeyId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns that no list needs. */
export const omitSecrets = { secret: true, previousSecret: true } as const;

const reasonOf = ({ disabledReason }: Row): ListedWebhook["disabledReason"] => {
  if (disabledReason === null) return null;
  const known = ["failing", "gone", "restored"] as const;
  return known.find((reason) => reason === disabledReason) ?? "requested";
};

const previousEndOf = ({ previousSecretUntil }: Row, nowMs: number) =>
  previousSecretUntil !== null && previousSecretUntil.getTime() > nowMs
    ? previousSecretUntil.getTime()
    : null;

export const listedWebhook = (row: Row, nowMs: number): ListedWebhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types.length === 0 ? null : row.types,
  isEnabled: row.disabledAt === null,
  disabledAt: row.disabledAt?.getTime() ?? null,
  disabledReason: reasonOf(row),
  failingSince: row.failingSince?.getTime() ?? null,
  lastFailure: row.failingSince === null ? null : row.lastFailure,
  previousSecretUntil: previousEndOf(row, nowMs),
  createdBy: row.createdBy,
  createdByKeyId: row.createdByKeyId,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});
