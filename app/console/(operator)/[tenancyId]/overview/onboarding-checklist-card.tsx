import { Check, ChevronRight, Circle } from "lucide-react";
import { Link } from "@/app/console/link";
import { CopyButton } from "@/components/ui/copy-button";
import type { OnboardingChecklist } from "@/lib/domain/admin/tenancy/find-onboarding-checklist";
import { DismissChecklist } from "./dismiss-checklist";
import { type SnippetTenancy, type Step, stepsOf } from "./onboarding-checklist";

function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <figure className="flex min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-sunken">
      <figcaption
        className={
          "flex items-center justify-between gap-3 border-b border-line py-1.5 pr-1.5 pl-4 " +
          "text-xs font-medium text-quiet"
        }
      >
        {label}
        <CopyButton text={code} />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto p-4 font-mono text-[0.8125rem] leading-relaxed"
      >
        {code}
      </pre>
    </figure>
  );
}

function StepItem({
  step: { title, explanation, isDone, link, snippets },
  isNext,
}: {
  step: Step;
  isNext: boolean;
}) {
  const Mark = isDone ? Check : Circle;
  const head = (
    <>
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full ${isDone ? "bg-accent text-on-accent" : "border border-control text-transparent"}`}
      >
        <Mark aria-hidden className="size-3.5" />
      </span>
      <span className={`font-medium ${isDone ? "text-quiet" : ""}`}>{title}</span>
      <span className="sr-only">{isDone ? "(done)" : "(to do)"}</span>
      <ChevronRight
        aria-hidden
        className="ml-auto size-4 shrink-0 text-quiet transition-transform group-open/step:rotate-90"
      />
    </>
  );
  return (
    <li>
      <details open={isNext} className="group/step">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded py-2 hover:text-accent">
          {head}
        </summary>
        <div className="flex min-w-0 flex-col gap-4 pt-1 pb-4 sm:pl-9">
          <p className="max-w-prose text-sm text-pretty text-quiet">
            {explanation}{" "}
            {link && (
              <Link
                href={link.href}
                otherwise="nothing"
                className="font-medium text-accent underline underline-offset-2"
              >
                {link.label}
              </Link>
            )}
          </p>
          {snippets.map((snippet) => (
            <Snippet key={snippet.label} {...snippet} />
          ))}
        </div>
      </details>
    </li>
  );
}

interface Props {
  steps: OnboardingChecklist;
  tenancy: SnippetTenancy;
  mayDismiss: boolean;
}

/** The onboarding checklist. Steps complete automatically. */
export function OnboardingChecklistCard({ steps, tenancy, mayDismiss }: Props) {
  const all = stepsOf(steps, tenancy);
  const done = all.filter(({ isDone }) => isDone).length;
  const next = all.find(({ isDone }) => !isDone);
  return (
    <details open className="rounded-2xl border border-line bg-surface">
      <summary
        className={
          "flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-2xl " +
          "px-5 py-3 sm:px-6"
        }
      >
        <h2 className="text-base font-semibold tracking-tight">
          {next === undefined ? "Onboarding complete" : "Onboarding checklist"}
        </h2>
        <span className="flex items-center gap-3 text-sm text-quiet">
          {done} of {all.length} done
          <span
            aria-hidden
            className="hidden h-1.5 w-28 overflow-hidden rounded-full bg-sunken sm:block"
          >
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(done / all.length) * 100}%` }}
            />
          </span>
        </span>
      </summary>
      <ol className="flex flex-col divide-y divide-line border-t border-line px-5 py-1 sm:px-6">
        {all.map((step) => (
          <StepItem key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
      {mayDismiss && next !== undefined && (
        <div className="border-t border-line px-5 py-2 sm:px-6">
          <DismissChecklist tenancyId={tenancy.id} />
        </div>
      )}
    </details>
  );
}
