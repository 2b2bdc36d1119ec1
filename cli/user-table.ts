import type { FoundUser } from "@/lib/domain/user/search/found-user";
import { showTime, stateOf, table } from "./print";

const head = ["SUB", "EMAIL", "NAME", "USER ID", "STATE", "PASSKEYS", "CREATED"];

/** Returns users as `--json` prints them. */
export const userDocuments = (users: readonly FoundUser[]) =>
  users.map((user) => ({ ...user, ...stateOf(!user.isDisabled) }));

/** Formats users as a table. */
export const userTable = (users: readonly FoundUser[]): string =>
  table([
    head,
    ...users.map((user) => [
      user.sub,
      user.email || "none",
      user.name || "none",
      user.userId ?? "none",
      user.isDisabled ? "disabled" : "enabled",
      String(user.passkeys),
      showTime(user.createdAt),
    ]),
  ]);
