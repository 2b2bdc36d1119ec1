import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Blocks } from "@/app/docs/blocks";
import { guides } from "@/app/docs/guide";
import { OnThisPage } from "@/app/docs/on-this-page";
import { PageHeader } from "@/app/docs/page-header";

interface Props {
  params: Promise<{ slug: string }>;
}

const findGuide = async ({ params }: Props) => {
  const { slug } = await params;
  return guides.find((guide) => guide.slug === slug) ?? notFound();
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, description } = await findGuide(props);
  return { title, description };
}

export default async function GuidePage(props: Props) {
  const guide = await findGuide(props);
  const next = guides[guides.indexOf(guide) + 1];
  return (
    <div className="flex gap-12">
      <article className="flex max-w-3xl min-w-0 grow flex-col gap-5 leading-relaxed">
        <PageHeader title={guide.title}>{guide.description}</PageHeader>
        <Blocks blocks={guide.blocks} />
        {next !== undefined && (
          <Link
            href={`/docs/guides/${next.slug}`}
            className={
              "mt-8 flex items-center justify-between gap-4 rounded-xl border border-line " +
              "bg-surface p-5 hover:border-control"
            }
          >
            <span>
              <span className="block text-sm text-quiet">Next</span>
              <span className="font-medium">{next.title}</span>
            </span>
            <ArrowRight aria-hidden className="size-5 text-accent" />
          </Link>
        )}
      </article>
      <OnThisPage
        entries={guide.blocks.flatMap((block) =>
          block.type === "heading" && block.depth === 2
            ? [{ id: block.id, label: block.text }]
            : [],
        )}
      />
    </div>
  );
}
