import { Card } from "@/components/ui/card";
import { inTheme } from "@/lib/domain/email/preview-email";
import type { RenderedEmail } from "@/lib/domain/email/render-challenge-email";

const themes = [
  { theme: "light", name: "In a light mail program" },
  { theme: "dark", name: "In a dark one" },
] as const;

/** Shows an email as its recipient sees it, in sandboxed frames without scripts. */
export function EmailPreview({ mail: { subject, html, text } }: { mail: RenderedEmail }) {
  return (
    <>
      <p className="text-sm">
        <span className="text-quiet">Subject </span>
        <span className="font-medium">{subject}</span>
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        {themes.map(({ theme, name }) => (
          <figure key={theme} className="flex min-w-0 flex-col gap-2">
            <figcaption className="text-sm text-quiet">{name}</figcaption>
            <iframe
              sandbox=""
              title={name}
              srcDoc={inTheme(html, theme)}
              style={{ colorScheme: theme }}
              className="h-[38rem] w-full rounded-2xl border border-line"
            />
          </figure>
        ))}
      </div>
      <Card title="As plain text" description="For programs that show no HTML.">
        <pre
          tabIndex={0}
          aria-label="Plain text"
          className={
            "overflow-x-auto rounded-xl bg-sunken p-4 font-mono text-[0.8125rem] " +
            "leading-relaxed whitespace-pre-wrap"
          }
        >
          {text}
        </pre>
      </Card>
    </>
  );
}
