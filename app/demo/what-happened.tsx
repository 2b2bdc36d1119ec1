"use client";

import { ChevronRight } from "lucide-react";
import { useSyncExternalStore } from "react";
import { snippets } from "./snippets";
import { readNoTrace, readTrace, subscribeToTrace, type TracedCall, type TraceStep } from "./trace";

function Status({ status }: { status: number }) {
  const isGood = status >= 200 && status < 300;
  return (
    <span className={isGood ? "text-accent" : "text-danger"}>
      {status === 0 ? "no answer" : status}
    </span>
  );
}

function Call({ call }: { call: TracedCall }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      <span className="w-14 text-quiet">{call.from}</span>
      <span>{call.method}</span>
      <span className="min-w-0 break-all max-sm:order-last max-sm:basis-full sm:flex-1">
        {call.path}
      </span>
      <span className="ml-auto whitespace-nowrap">
        <Status status={call.status} />
      </span>
      <span className="w-14 text-right whitespace-nowrap tabular-nums">
        {Math.round(call.ms)} ms
      </span>
    </li>
  );
}

function Step({ step, number }: { step: TraceStep; number: number }) {
  const { title, code, file } = snippets[step.snippet];
  return (
    <li className="flex min-w-0 flex-col gap-2.5">
      <p className="font-medium">
        <span className="mr-2 text-quiet">{number}</span>
        {title}
      </p>
      <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
        <pre
          tabIndex={0}
          aria-label={`Code: ${title}`}
          className="overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed"
        >
          {code}
        </pre>
        <figcaption className="border-t border-line px-3 py-1.5 font-mono text-xs break-all text-quiet">
          {file}
        </figcaption>
      </figure>
      <ul aria-label={`HTTP calls: ${title}`} className="font-mono text-xs">
        {step.calls.map((call, index) => (
          <Call key={index} call={call} />
        ))}
      </ul>
    </li>
  );
}

/** Shows every HTTP call of the last flow with its source lines. */
export function WhatHappened() {
  const steps = useSyncExternalStore(subscribeToTrace, readTrace, readNoTrace);
  const count = steps.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <details className="group rounded-xl border border-line bg-surface">
      <summary
        className={
          "flex cursor-pointer list-none items-center gap-2 rounded-xl px-5 py-4 font-medium " +
          "[&::-webkit-details-marker]:hidden"
        }
      >
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        What just happened
        <span className="ml-auto text-sm font-normal text-quiet">
          {count === 1 ? "1 call" : `${count} calls`}
        </span>
      </summary>
      <div className="border-t border-line px-5 py-5">
        {count === 0 ? (
          <p className="text-sm text-quiet">
            Nothing yet. Register or sign in, and every HTTP call shows up here with the code that
            made it.
          </p>
        ) : (
          <ol className="flex flex-col gap-7">
            {steps.map((step, index) => (
              <Step key={index} step={step} number={index + 1} />
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}
