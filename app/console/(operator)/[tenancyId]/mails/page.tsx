import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { previewEmail } from "@/lib/domain/email/preview-email";
import { EmailChoice, readEmailChoice } from "./email-choice";
import { EmailPreview } from "./email-preview";
import { SendTest } from "./send-test";

export const metadata: Metadata = { title: "Mails" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function EmailsPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "mail.preview");
  const choice = readEmailChoice(await searchParams, ctx.tenancy.locale);
  return (
    <>
      <PageHeader
        title="Mails"
        description="What people get, in each language and with your branding. The code in the pictures is nobody’s."
        action={
          mayOffer(ctx, "mail.test") ? (
            <SendTest tenancyId={ctx.tenancy.id} choice={choice} email={ctx.session.email} />
          ) : undefined
        }
      />
      <EmailChoice path={`/console/${ctx.tenancy.id}/mails`} choice={choice} />
      <EmailPreview mail={previewEmail(ctx, choice)} />
    </>
  );
}
