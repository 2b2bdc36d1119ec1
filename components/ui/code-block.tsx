import { CopyButton } from "./copy-button";

/** A block of text with a copy button. */
export function CodeBlock({
  label,
  text,
  onCopied,
}: {
  label: string;
  text: string;
  onCopied?: (() => void) | undefined;
}) {
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <figcaption className="text-sm font-medium">{label}</figcaption>
        <CopyButton text={text} label="Copy" onCopied={onCopied} />
      </div>
      {/* Focusable, so that a keyboard can scroll it. */}
      <pre
        tabIndex={0}
        className={
          "overflow-x-auto rounded-xl border border-line bg-sunken p-4 font-mono " +
          "text-[0.8125rem] leading-relaxed"
        }
      >
        {text}
      </pre>
    </figure>
  );
}
