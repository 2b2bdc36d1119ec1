import type { Block, DiagramStep } from "./guide";

function Steps({ steps }: { steps: DiagramStep[] }) {
  return (
    <ol className="flex list-decimal flex-col gap-1 pl-5 marker:text-quiet">
      {steps.map((step, index) => (
        <li key={index}>
          {step.text}
          {step.steps.length > 0 && <Steps steps={step.steps} />}
        </li>
      ))}
    </ol>
  );
}

/** A sequence diagram that the build rendered, and the same steps as text. */
export function Diagram({ id, title, svg, steps }: Extract<Block, { type: "diagram" }>) {
  return (
    <figure
      aria-labelledby={id}
      className="my-2 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <figcaption id={id} className="border-b border-line px-3.5 py-2.5 text-sm font-medium">
        {title}
      </figcaption>
      <p className="px-3.5 pt-2 text-xs text-quiet sm:hidden">
        Wider than this screen: swipe it, or read the steps below.
      </p>
      <div
        tabIndex={0}
        role="group"
        aria-label="Diagram"
        className="diagram flex overflow-x-auto p-1 sm:justify-center"
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <details className="border-t border-line text-sm">
        <summary className="cursor-pointer rounded-sm px-3.5 py-2.5 text-quiet hover:text-ink">
          The steps as text
        </summary>
        <div className="px-3.5 pb-3.5">
          <Steps steps={steps} />
        </div>
      </details>
    </figure>
  );
}
