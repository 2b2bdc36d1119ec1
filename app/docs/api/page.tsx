import type { Metadata } from "next";
import Link from "next/link";
import { Blocks } from "@/app/docs/blocks";
import { conventions } from "@/app/docs/guide";
import { Heading } from "@/app/docs/heading";
import { MethodBadge } from "@/app/docs/method-badge";
import { OnThisPage } from "@/app/docs/on-this-page";
import { PageHeader } from "@/app/docs/page-header";
import { PageTurner } from "@/app/docs/page-turner";
import { families, hrefOf } from "./reference";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every endpoint of Keystead, and what holds for all of them",
};

function Endpoints() {
  return families.map(({ name, slug, operations }) => (
    <section key={slug} aria-labelledby={`${slug}-endpoints`} className="flex flex-col gap-2">
      <h3 id={`${slug}-endpoints`} className="scroll-mt-20 text-base font-semibold tracking-tight">
        {name}
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {operations.map((operation) => (
          <li key={operation.id}>
            <Link
              href={hrefOf(operation)}
              prefetch={false}
              className="grid grid-cols-[3.5rem_1fr] items-baseline gap-x-3 px-3.5 py-2.5 hover:bg-sunken"
            >
              <MethodBadge method={operation.method} isSmall />
              <span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
                {operation.path}
              </span>
              <span className="col-start-2 text-sm text-quiet">{operation.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}

export default function ApiPage() {
  const entries = conventions.blocks.flatMap((block) =>
    block.type === "heading" && block.depth === 2 ? [{ id: block.id, label: block.text }] : [],
  );
  return (
    <div className="flex gap-12">
      <div className="flex max-w-3xl min-w-0 grow flex-col gap-5 leading-relaxed">
        <PageHeader title="API reference">{conventions.description}</PageHeader>
        <Heading as="h2" id="endpoints" label="Endpoints">
          Endpoints
        </Heading>
        <Endpoints />
        <Blocks blocks={conventions.blocks} />
        <PageTurner href="/docs/api" />
      </div>
      <OnThisPage entries={[{ id: "endpoints", label: "Endpoints" }, ...entries]} />
    </div>
  );
}
