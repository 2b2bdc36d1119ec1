import type { LocalEmail } from "@/lib/domain/email/list-inbox";

/** Renders an email as its recipient sees it, in a frame without scripts or network. */
export function EmailView({ mail }: { mail: LocalEmail }) {
  const rows: [string, string][] = [
    ["From", mail.sender],
    ["To", mail.recipient],
    ["Subject", mail.subject],
  ];
  return (
    <article
      aria-label={mail.subject}
      className="flex min-w-0 flex-col self-start overflow-hidden rounded-2xl border border-line bg-surface"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line px-5 py-4 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <iframe
        title="The mail"
        sandbox=""
        srcDoc={mail.html}
        className="h-[34rem] w-full border-0"
      />
      <details className="border-t border-line px-5 py-4">
        <summary className="w-fit cursor-pointer rounded text-sm text-accent underline underline-offset-4">
          As plain text
        </summary>
        <pre
          tabIndex={0}
          aria-label="The mail as plain text"
          className="mt-3 font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap"
        >
          {mail.text}
        </pre>
      </details>
    </article>
  );
}
