import type { CsvColumn } from "@/lib/console/csv";
import type { FoundUser } from "@/lib/domain/user/search/found-user";

const moment = (ms: number | null) => (ms === null ? null : new Date(ms));

/** The columns of the CSV, in order. */
export const userColumns: readonly CsvColumn<FoundUser>[] = [
  ["sub", ({ sub }) => sub],
  ["userId", ({ userId }) => userId],
  ["email", ({ email }) => email],
  ["emailVerified", ({ emailVerified }) => emailVerified],
  ["name", ({ name }) => name],
  ["disabled", ({ isDisabled }) => isDisabled],
  ["passkeys", ({ passkeys }) => passkeys],
  ["disabledPasskeys", ({ disabledPasskeys }) => disabledPasskeys],
  ["lastSignInAt", ({ lastSignInAt }) => moment(lastSignInAt)],
  ["createdAt", ({ createdAt }) => moment(createdAt)],
];
