import { type Command, InvalidArgumentError } from "commander";
import { verifyFeeds } from "@/lib/domain/event/feed/verify-feeds";
import { type AuditVerification, verifyAudit } from "@/lib/domain/record/audit/verify-audit";
import { examples } from "./examples";
import { VerificationFailed } from "./exit-code";
import { print } from "./print";
import { withService } from "./with-service";

interface Options {
  head?: string;
  json?: true;
}

function parseHead(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value))
    throw new InvalidArgumentError(
      "Must be a head that this command printed: 64 hexadecimal digits.",
    );
  return value.toLowerCase();
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function describe({ seals, events, unsealed, head, broken }: AuditVerification): string {
  const verified = `${countOf(seals, "seal")} over ${countOf(events, "event")}`;
  const state =
    broken === null
      ? `The audit log is intact: ${verified}; ${countOf(unsealed, "event")} not sealed yet.`
      : `Intact up to the broken seal: ${verified}.`;
  return head === null
    ? state
    : [
        state,
        `Head ${head}`,
        "Store the head outside the database. Pass it to a later run with --head to detect",
        "that the end of the log was removed.",
      ].join("\n");
}

async function verify({ head, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const result = await verifyAudit(service, { head });
    const brokenFeed = result.broken === null ? await verifyFeeds(service) : null;
    print({ json: { ...result, brokenFeed }, text: describe(result) }, options);
    if (result.broken !== null)
      throw new VerificationFailed(
        `Audit log verification failed: seal ${result.broken.seal} ${result.broken.problem}.`,
      );
    if (brokenFeed !== null)
      throw new VerificationFailed(
        `Feed verification failed: in tenancy ${brokenFeed.tenancyId}, ${brokenFeed.problem}.`,
      );
  });
}

/** `keystead audit verify` */
export function declareAuditVerify(parent: Command): void {
  parent
    .command("verify")
    .description(
      "verify the audit log's hash chain and report changed, removed or added events, and feeds whose numbers changed",
    )
    .option(
      "--head <hash>",
      "head that an earlier run printed; it must still be part of the chain",
      parseHead,
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", examples("audit verify"))
    .action(verify);
}
