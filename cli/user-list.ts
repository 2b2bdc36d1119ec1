import { type Command, Option } from "commander";
import { listUsers } from "@/lib/domain/user/search/list-users";
import { examples } from "./examples";
import { parseRows } from "./option-values";
import { note, print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { userDocuments, userTable } from "./user-table";
import { withService } from "./with-service";

const stateOf = { enabled: "active", disabled: "disabled" } as const;

interface Options {
  tenancy?: string;
  state?: keyof typeof stateOf;
  limit: number;
  after?: string;
  json?: true;
}

async function list({ tenancy, state, limit, after, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const { entries: users, next } = await listUsers(ctx, {
      filter: { state: state && stateOf[state] },
      after,
      rows: limit,
    });
    const text = users.length > 0 ? userTable(users) : "No users found.";
    print({ json: { users: userDocuments(users), next }, text }, options);
    if (next !== null && !options.json)
      note(`There may be more users. Continue with: --after ${next}`);
  });
}

/** `keystead user list` */
export function declareUserList(parent: Command): void {
  parent
    .command("list")
    .description("list a tenancy's users, newest first")
    .option(...tenancyOption)
    .addOption(new Option("--state <state>", "only these users").choices(Object.keys(stateOf)))
    .option("--limit <number>", "users per page, at most 500", parseRows, 50)
    .option("--after <sub>", "continue after this user: next of the page before")
    .option("--json", "print one JSON document with users and next; times in milliseconds")
    .addHelpText("after", examples("user list", "user list --state disabled --limit 500 --json"))
    .action(list);
}
