import { InvalidArgumentError, type Command } from "commander";
import { verifyAudit, type AuditVerification } from "@/lib/domain/audit/verify-audit";
import { FoundBroken } from "./exit-code";
import { print } from "./print";
import { withService } from "./with-service";

interface Options {
  head?: string;
  json?: true;
}

function parseHead(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value))
    throw new InvalidArgumentError(
      "It takes the 64 hexadecimal digits that this command printed as head.",
    );
  return value.toLowerCase();
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function describe({ seals, events, unsealed, head, broken }: AuditVerification): string {
  const whole = `${countOf(seals, "seal")} over ${countOf(events, "event")}`;
  const state =
    broken === null
      ? `The audit log is whole: ${whole}; ${countOf(unsealed, "event")} not sealed yet.`
      : `Whole up to there: ${whole}.`;
  return head === null
    ? state
    : `${state}\nHead ${head}\nKeep it outside the database, and give it to a later run as --head: then a cut off end is found as well.`;
}

async function verify({ head, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const result = await verifyAudit(service, { head });
    print({ json: result, text: describe(result) }, options);
    if (result.broken !== null)
      throw new FoundBroken(
        `The audit log is not what it was: seal ${result.broken.seal} ${result.broken.problem}.`,
      );
  });
}

/** `keystead audit verify` */
export function declareAuditVerify(parent: Command): void {
  parent
    .command("verify")
    .description("hash the audit log anew and find what was changed, removed or added")
    .option(
      "--head <hash>",
      "the head that an earlier run printed; it must still be part of the chain",
      parseHead,
    )
    .option("--json", "print one JSON document")
    .action(verify);
}
