"use client";

import { BookOpen, ChevronRight } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from "react";
import { Breakable } from "@/components/ui/breakable";
import { Button } from "@/components/ui/button";
import { purposeOf } from "./call-purpose";
import { observeBodies } from "./observe-bodies";
import { snippets } from "./snippets";
import {
  clearTrace,
  countCalls,
  type Flow,
  readNoTrace,
  readTrace,
  subscribeToTrace,
  type TracedCall,
  type TraceStep,
} from "./trace";

const codeBlock = "overflow-x-auto p-3 font-mono text-xs leading-relaxed";

function Status({ status }: { status: number }) {
  const isGood = status >= 200 && status < 300;
  return (
    <span className={isGood ? "text-accent" : "text-danger"}>
      {status === 0 ? "no response" : status}
    </span>
  );
}

function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group/fold">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded text-xs text-quiet">
        <ChevronRight
          aria-hidden
          className="size-3.5 transition-transform group-open/fold:rotate-90 motion-reduce:transition-none"
        />
        {label}
      </summary>
      <div className="mt-2 overflow-hidden rounded-lg border border-line bg-sunken">{children}</div>
    </details>
  );
}

function Body({ title, value }: { title: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <figure className="border-t border-line first:border-t-0">
      <figcaption className="px-3 pt-2 text-xs font-medium">{title}</figcaption>
      <pre tabIndex={0} aria-label={title} className={codeBlock}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </figure>
  );
}

const partiesOf = ({ from, path }: TracedCall) =>
  `${from === "page" ? "Page" : "Backend"} → ${path.startsWith("/demo/") ? "backend" : "Keystead"}`;

function Reference({ href }: { href: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={
        "absolute top-0 right-0 flex items-center gap-1 rounded text-xs text-accent " +
        "underline-offset-4 hover:underline"
      }
    >
      <BookOpen aria-hidden className="size-3.5" />
      Reference
    </Link>
  );
}

function Call({ call }: { call: TracedCall }) {
  const { method, path, status, ms, request, response } = call;
  const { text, reference } = purposeOf(call);
  const hasBodies = request !== undefined || response !== undefined;
  return (
    <li className="flex min-w-0 flex-col gap-1.5 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex items-baseline justify-between gap-3 text-xs text-quiet">
        <span>{partiesOf(call)}</span>
        <span className="whitespace-nowrap tabular-nums">{Math.round(ms)} ms</span>
      </p>
      <p className="flex items-baseline gap-2 font-mono text-xs">
        <span>{method}</span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <Breakable text={path} />
        </span>
        <Status status={status} />
      </p>
      <p className="text-sm text-pretty">{text}</p>
      <div className="relative min-h-5">
        {hasBodies && (
          <Fold label="Request and response">
            <Body title="Request body" value={request} />
            <Body title="Response body" value={response} />
          </Fold>
        )}
        {reference !== undefined && <Reference href={reference} />}
      </div>
    </li>
  );
}

function Step({ step, number }: { step: TraceStep; number: number }) {
  const { title, code, file } = snippets[step.snippet];
  return (
    <li className="flex min-w-0 flex-col gap-3 border-t border-line px-5 py-4 first:border-t-0">
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-medium text-pretty">
          {number}. {title}
        </h3>
        <p className="font-mono text-xs break-all text-quiet">{file}</p>
      </div>
      <Fold label="Code">
        <pre tabIndex={0} aria-label={`Code: ${title}`} className={codeBlock}>
          {code}
        </pre>
      </Fold>
      <ul aria-label={`Calls: ${title}`}>
        {step.calls.map((call, index) => (
          <Call key={index} call={call} />
        ))}
      </ul>
    </li>
  );
}

const wordsFor = (flows: Flow[]) => {
  const count = countCalls(flows);
  return count === 1 ? "1 call" : `${count} calls`;
};

const Steps = ({ flow }: { flow: Flow }) => (
  <ol>
    {flow.map((step, index) => (
      <Step key={index} step={step} number={index + 1} />
    ))}
  </ol>
);

/** The calls before the newest flow, folded. */
function Earlier({ flows }: { flows: Flow[] }) {
  return (
    <details className="group/earlier border-t border-line">
      <summary className="flex cursor-pointer list-none items-center gap-1 px-5 py-3 text-sm text-quiet">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform group-open/earlier:rotate-90 motion-reduce:transition-none"
        />
        Earlier: {wordsFor(flows)}
      </summary>
      {flows.map((flow, index) => (
        <div key={index} className="border-t border-line">
          <Steps flow={flow} />
        </div>
      ))}
      <div className="border-t border-line px-5 py-3">
        <Button tone="secondary" onClick={clearTrace}>
          Clear the log
        </Button>
      </div>
    </details>
  );
}

/**
 * Lists every call of the newest flow: who called whom, what for, the bodies, and the code. Earlier
 * flows of this tab are folded.
 */
export function CallLog() {
  const [flow = [], ...earlier] = useSyncExternalStore(subscribeToTrace, readTrace, readNoTrace);
  // Before the pages' effects, the first of which calls the API.
  useLayoutEffect(observeBodies, []);
  return (
    <section
      aria-labelledby="call-log"
      className="overflow-hidden rounded-2xl border border-line bg-surface shadow-sm"
    >
      <header className="flex items-baseline justify-between gap-3 border-b border-line px-5 py-3.5">
        <h2 id="call-log" className="scroll-mt-6 font-semibold tracking-tight">
          API calls
        </h2>
        {flow.length > 0 && <p className="text-sm text-quiet">{wordsFor([flow])}</p>}
      </header>
      {flow.length === 0 ? (
        <p className="px-5 py-4 text-sm text-pretty text-quiet">
          {countCalls(earlier) > 0 ? "No calls on this page yet." : "No calls in this tab yet."}{" "}
          Each call that this page and its backend make appears here, with its purpose and its code.
        </p>
      ) : (
        <Steps flow={flow} />
      )}
      {countCalls(earlier) > 0 && <Earlier flows={earlier} />}
    </section>
  );
}
