import { type Command, InvalidArgumentError } from "commander";
import { listErased } from "@/lib/domain/admin/backup/erase-again";
import { verifyFeeds } from "@/lib/domain/event/feed/verify-feeds";
import { type AuditVerification, verifyAudit } from "@/lib/domain/record/audit/verify-audit";
import { declareOnInstallation, examples } from "./command";
import { VerificationFailed } from "./exit-code";
import { countOf } from "./print";
import { terminal } from "./terminal";
import { withService } from "./with-service";

function parseHead(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value))
    throw new InvalidArgumentError(
      "Must be a head that this command printed: 64 hexadecimal digits.",
    );
  return value.toLowerCase();
}

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

type BrokenFeed = Awaited<ReturnType<typeof verifyFeeds>>;

function failureOf(
  { broken }: AuditVerification,
  brokenFeed: BrokenFeed,
): VerificationFailed | undefined {
  if (broken !== null)
    return new VerificationFailed(
      `Audit log verification failed: seal ${broken.seal} ${broken.problem}.`,
    );
  if (brokenFeed === null) return undefined;
  return new VerificationFailed(
    `Feed verification failed: in tenancy ${brokenFeed.tenancyId}, ${brokenFeed.problem}.`,
  );
}

function declareVerify(parent: Command): void {
  declareOnInstallation<{ head?: string }>(parent, {
    name: "verify",
    description:
      "verify the audit log's hash chain and report changed, removed or added events, and feeds whose numbers changed",
    options: (command) =>
      command.option(
        "--head <hash>",
        "head that an earlier run printed; it must still be part of the chain",
        parseHead,
      ),
    examples: ["audit verify"],
    async run(service, { head }) {
      const result = await verifyAudit(service, { head });
      const brokenFeed = result.broken === null ? await verifyFeeds(service) : null;
      return {
        json: { ...result, brokenFeed },
        text: describe(result),
        failure: failureOf(result, brokenFeed),
      };
    },
  });
}

function parseTime(value: string): number {
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(ms))
    throw new InvalidArgumentError(
      "Must be a UTC time such as 2026-12-01 or 2026-12-01T08:30:00Z.",
    );
  return ms;
}

function declareErased(parent: Command): void {
  parent
    .command("erased")
    .description(
      "list erased users and deleted tenancies by id, one JSON document a line, for restore --erased",
    )
    .option("--since <time>", "only later ones, such as those after a backup", parseTime)
    .addHelpText("after", examples("audit erased --since 2026-12-01 > /backups/erased.jsonl"))
    .action(({ since }: { since?: number }) =>
      withService(async (service) => {
        for await (const record of listErased(service, since))
          terminal().stdout.write(`${JSON.stringify(record)}\n`);
      }),
    );
}

/** `keystead audit …` */
export function declareAudit(program: Command): void {
  const audit = program
    .command("audit")
    .description("check the audit log, and list whom it says were erased");
  declareVerify(audit);
  declareErased(audit);
}
