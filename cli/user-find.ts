import type { Command } from "commander";
import { searchUsers } from "@/lib/domain/user/search/search-users";
import { examples } from "./examples";
import { note, print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { userDocuments, userTable } from "./user-table";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  json?: true;
}

const rows = 50;

async function find(text: string, { tenancy, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const { users, hasMore, isPartial } = await searchUsers(ctx, { text, rows });
    print(
      {
        json: userDocuments(users),
        text: users.length === 0 ? `No users match "${text}".` : userTable(users),
      },
      options,
    );
    if (isPartial) note("The search didn't reach all users. Type more of the email or name.");
    if (hasMore) note(`More than ${rows} users match. Type more of the email or name.`);
  });
}

/** `keystead user find` */
export function declareUserFind(parent: Command): void {
  parent
    .command("find")
    .description("find users by email, name, sub or your own user id")
    .argument("<text>", "part of an email or a name, or an id")
    .option(...tenancyOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("user find ada@example.com", "user find user-42 --json"))
    .action(find);
}
