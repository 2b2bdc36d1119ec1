"use client";

import { useEffect, useRef } from "react";
import { CodeBlock } from "@/app/docs/code-block";
import { shownKilobytes, type TriedReply } from "./send-request";

/** Shows status, duration, headers and the whole body of a response, and scrolls to it. */
export function TriedResponse({
  reply: { status, ms, headers, body, isJson, isTruncated },
}: {
  reply: TriedReply;
}) {
  const response = useRef<HTMLDivElement>(null);
  useEffect(() => {
    response.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div
      ref={response}
      role="group"
      aria-label="Response"
      className="flex min-w-0 scroll-my-20 flex-col gap-3"
    >
      <p role="status" className="flex items-baseline gap-3 text-sm">
        <span className={`font-mono font-semibold ${status < 400 ? "text-accent" : "text-danger"}`}>
          {status}
        </span>
        <span className="text-quiet tabular-nums">{Math.round(ms)} ms</span>
      </p>
      {body === "" ? (
        <p className="text-sm text-quiet">The response has no body.</p>
      ) : (
        <CodeBlock
          isWrapped
          isBounded
          language={isJson ? "json" : "text"}
          title="Response body"
          {...(isTruncated ? { caption: `Response body: the first ${shownKilobytes} kB` } : {})}
          code={body}
        />
      )}
      <details className="text-sm">
        <summary className="cursor-pointer rounded-sm py-1 text-quiet">
          Headers ({headers.length})
        </summary>
        <dl className="mt-2 flex flex-col gap-1 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="[overflow-wrap:anywhere]">
              <dt className="inline text-quiet">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
