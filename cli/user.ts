import { type Command, Option } from "commander";
import type { TenancyContext } from "@/lib/domain/base/context";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { findUserProfile, type UserProfile } from "@/lib/domain/user/find-user-profile";
import type { FoundUser } from "@/lib/domain/user/search/found-user";
import { listUsers } from "@/lib/domain/user/search/list-users";
import { searchUsers } from "@/lib/domain/user/search/search-users";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { badRequest } from "@/lib/errors";
import { declareOnTenancy, jsonWithTimes } from "./command";
import { notFound } from "./exit-code";
import { parseRows } from "./option-values";
import { countOf, showTime, stateOf, table } from "./print";

const ofUser = {
  argument: ["<sub>", "the user's sub"],
  named: (sub: string) => ({ sub }),
} as const;
const sample = "01k9x5m2v8q4w7n3b6c1d0f9gh";

/** @throws NotFound */
async function findUser(ctx: TenancyContext, sub: string): Promise<UserProfile> {
  const user = await findUserProfile(ctx, sub);
  if (user === null)
    throw notFound(
      `The tenancy ${ctx.tenancy.id} has no user ${sub}. Find the sub with: keystead user find`,
    );
  return user;
}

const documentsOf = (users: readonly FoundUser[]) =>
  users.map((user) => ({ ...user, ...stateOf(!user.isDisabled) }));

const tableOf = (users: readonly FoundUser[]): string =>
  table([
    ["SUB", "EMAIL", "NAME", "USER ID", "STATE", "PASSKEYS", "CREATED"],
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

const foundRows = 50;

function declareFind(parent: Command): void {
  declareOnTenancy(parent, {
    name: "find",
    description: "find users by email, name, sub or your own user id",
    argument: ["<text>", "part of an email or a name, or an id"],
    json: jsonWithTimes,
    examples: ["user find ada@example.com", "user find user-42 --json"],
    async run(ctx, _options, text) {
      const { users, hasMore, isPartial } = await searchUsers(ctx, { text, rows: foundRows });
      return {
        json: documentsOf(users),
        text: users.length === 0 ? `No users match "${text}".` : tableOf(users),
        warnings: [
          ...(isPartial
            ? ["The search didn't reach all users. Type more of the email or name."]
            : []),
          ...(hasMore
            ? [`More than ${foundRows} users match. Type more of the email or name.`]
            : []),
        ],
      };
    },
  });
}

const listedState = { enabled: "active", disabled: "disabled" } as const;

interface ListOptions {
  state?: keyof typeof listedState;
  limit: number;
  after?: string;
}

function declareList(parent: Command): void {
  declareOnTenancy<ListOptions>(parent, {
    name: "list",
    description: "list a tenancy's users, newest first",
    options: (command) =>
      command
        .addOption(
          new Option("--state <state>", "only these users").choices(Object.keys(listedState)),
        )
        .option("--limit <number>", "users per page, at most 500", parseRows, 50)
        .option("--after <sub>", "continue after this user: next of the page before"),
    json: "print one JSON document with users and next; times in milliseconds",
    examples: ["user list", "user list --state disabled --limit 500 --json"],
    async run(ctx, { state, limit, after }) {
      const { entries: users, next } = await listUsers(ctx, {
        filter: { state: state && listedState[state] },
        after,
        rows: limit,
      });
      return {
        json: { users: documentsOf(users), next },
        text: users.length > 0 ? tableOf(users) : "No users found.",
        notes: next === null ? [] : [`There may be more users. Continue with: --after ${next}`],
      };
    },
  });
}

const changes = [
  {
    name: "disable",
    description: "disable a user until you enable them",
    effect:
      "Their passkeys and hosted sign-ins are refused. End their sessions in your application.",
    reason: "stolen account",
  },
  {
    name: "enable",
    description: "enable a disabled user",
    effect: "They can sign in again.",
    reason: "identity checked",
  },
] as const;

function declareStates(parent: Command): void {
  for (const { name, description, effect, reason: example } of changes)
    declareOnTenancy<{ reason?: string }>(parent, {
      ...ofUser,
      name,
      description,
      options: (command) => command.option("--reason <text>", "why, for the other operators"),
      examples: [`user ${name} ${sample} --reason "${example}"`],
      async run(ctx, { reason }, wanted) {
        const { sub } = await findUser(ctx, wanted);
        await setUserDisabled(ctx, sub, name === "disable", reason);
        return {
          json: { sub, ...stateOf(name === "enable") },
          text: `The user ${sub} is ${name}d. ${effect}`,
        };
      },
    });
}

function declareErase(parent: Command): void {
  declareOnTenancy<{ confirm: string; reason?: string }>(parent, {
    ...ofUser,
    name: "erase",
    description: "erase a user and their personal data, permanently",
    confirm: ["--confirm <email>", "the user's email, or the sub of a user without one"],
    options: (command) => command.option("--reason <text>", "why, for the audit log"),
    examples: [`user erase ${sample} --confirm ada@example.com --reason "closed account"`],
    async run(ctx, { confirm, reason }, wanted) {
      const { sub, email } = await findUser(ctx, wanted);
      if (confirm !== (email || sub))
        throw badRequest(
          "user erase",
          `--confirm isn't this user's ${email === "" ? "sub" : "email"}. Nothing was erased.`,
        );
      const erased = await eraseUser(ctx, sub, reason);
      return {
        json: { sub, ...erased },
        text: `The user ${sub} is erased, with ${countOf(erased.passkeys, "passkey")}. This can't be undone.`,
      };
    },
  });
}

/** `keystead user …` */
export function declareUsers(program: Command): void {
  const user = program.command("user").description("find, list, disable and erase users");
  declareFind(user);
  declareList(user);
  declareStates(user);
  declareErase(user);
}
