import { readPasskeyReport, reportPasskey } from "@/lib/domain/passkey/report-passkey";
import { linkPage } from "./link-page";

/** The page behind the link of a notice about a new passkey. */
export const { show: showReport, send: sendReport } = linkPage({
  label: "hosted-report-passkey",
  textsOf: ({ report }) => ({ ...report, act: report.disable }),
  async read(ctx, token, { copy, momentOf }) {
    const { provider, createdAt } = await readPasskeyReport(ctx, token);
    return { passkey: provider ?? copy.report.unknownPasskey, created: momentOf(createdAt) };
  },
  async act(ctx, token) {
    const outcome = await reportPasskey(ctx, token);
    if (outcome === "disabled") return;
    return ({ report: { recordedTitle, recordedLead, recordedHint } }) => ({
      doneTitle: recordedTitle,
      doneLead: recordedLead,
      doneHint: recordedHint,
    });
  },
});
