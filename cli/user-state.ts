import type { Command } from "commander";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findUserProfile, type UserProfile } from "@/lib/domain/user/find-user-profile";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { ServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print, stateOf } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  reason?: string;
  json?: true;
}

interface Change {
  name: "disable" | "enable";
  description: string;
  /** What follows from the change. */
  effect: string;
  reason: string;
}

const changes: Change[] = [
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
];

export const userArgument = ["<sub>", "the user's sub"] as const;

/** @throws NotFound */
export async function findUser(ctx: TenancyContext, sub: string): Promise<UserProfile> {
  const user = await findUserProfile(ctx, sub);
  if (user === null)
    throw new ServiceError(
      "@error/NotFound",
      undefined,
      `The tenancy ${ctx.tenancy.id} has no user ${sub}. Find the sub with: keystead user find`,
    );
  return user;
}

async function apply(
  { name, effect }: Change,
  wanted: string,
  { tenancy, reason, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, { sub: wanted });
    const { sub } = await findUser(ctx, wanted);
    await setUserDisabled(ctx, sub, name === "disable", reason);
    const text = `The user ${sub} is ${name}d. ${effect}`;
    print({ json: { sub, ...stateOf(name === "enable") }, text }, options);
  });
}

/** `keystead user disable` and `enable` */
export function declareUserStates(parent: Command): void {
  for (const change of changes)
    parent
      .command(change.name)
      .description(change.description)
      .argument(...userArgument)
      .option(...tenancyOfIdOption)
      .option("--reason <text>", "why, for the other operators")
      .option("--json", "print one JSON document")
      .addHelpText(
        "after",
        examples(`user ${change.name} 01k9x5m2v8q4w7n3b6c1d0f9gh --reason "${change.reason}"`),
      )
      .action((sub: string, options: Options) => apply(change, sub, options));
}
