import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { LocalTime } from "@/components/ui/local-time";
import { readLocalInbox } from "@/lib/console/read-local-inbox";
import { EmailView } from "./email-view";
import { Refresh } from "./refresh";

export const metadata: Metadata = {
  title: "Inbox · Keystead",
  description: "Emails that local mode keeps instead of sending",
  robots: { index: false },
};

function Empty({ provider }: { provider: string | undefined }) {
  return (
    <div
      className={
        "flex flex-col items-center gap-3 rounded-2xl border border-dashed border-control px-6 " +
        "py-16 text-center"
      }
    >
      <Inbox aria-hidden className="size-8 text-quiet" />
      <p className="font-medium">
        {provider === undefined ? "No emails yet" : `Emails are sent through ${provider}`}
      </p>
      <p className="max-w-sm text-pretty text-quiet">
        {provider === undefined
          ? "Request a code in the demo, or invite a member in the console. The email appears here within a second."
          : "To use this inbox again, remove the email provider from the environment."}
      </p>
    </div>
  );
}

export default async function InboxPage({
  searchParams,
}: {
  searchParams: Promise<{ mail?: string | string[] }>;
}) {
  const { mails, provider } = await readLocalInbox();
  const { mail: wanted } = await searchParams;
  const open = mails.find(({ id }) => id === wanted) ?? mails[0];
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-col gap-8 px-5 py-10 sm:py-14">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">Inbox</h1>
          <p className="text-pretty text-quiet">
            Local mode doesn’t send emails. It shows them here for a day, for all mailboxes.
          </p>
        </div>
        <Link href="/demo" className="text-sm text-accent underline underline-offset-4">
          Open the demo
        </Link>
      </header>
      {open === undefined ? (
        <Empty provider={provider} />
      ) : (
        <div className="grid min-w-0 gap-6 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
          <nav aria-label="Emails" className="min-w-0 max-md:max-h-64 max-md:overflow-y-auto">
            <ul className="flex flex-col gap-1">
              {mails.map(({ id, recipient, subject, receivedAt }) => (
                <li key={id}>
                  <Link
                    href={`/inbox?mail=${id}`}
                    aria-current={id === open.id}
                    scroll={false}
                    className={
                      "flex flex-col gap-0.5 rounded-lg border border-transparent px-3 py-2.5 " +
                      "text-sm hover:bg-sunken aria-[current=true]:border-line " +
                      "aria-[current=true]:bg-surface"
                    }
                  >
                    <span className="truncate font-medium">{subject}</span>
                    <span className="truncate text-quiet">{recipient}</span>
                    <span className="text-xs text-quiet">
                      <LocalTime at={receivedAt.getTime()} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <EmailView key={open.id} email={open} />
        </div>
      )}
      <Refresh />
    </main>
  );
}
