import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Blocks } from "@/app/docs/blocks";
import { readDemoTenancy } from "@/app/docs/demo-variables";
import { forThisInstallation } from "@/app/docs/for-this-installation";
import { guides } from "@/app/docs/guide";
import { FoldedOnThisPage, OnThisPage } from "@/app/docs/on-this-page";
import { PageHeader } from "@/app/docs/page-header";
import { PageTurner } from "@/app/docs/page-turner";
import { hasPlaceholder } from "@/app/docs/placeholders";
import { ReaderIds } from "@/app/docs/reader-ids";

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
  const entries = guide.blocks.flatMap((block) =>
    block.type === "heading" && block.depth === 2 ? [{ id: block.id, label: block.text }] : [],
  );
  return (
    <div className="flex gap-12">
      <article className="flex max-w-3xl min-w-0 grow flex-col gap-5 leading-relaxed">
        <PageHeader title={guide.title}>{guide.description}</PageHeader>
        <FoldedOnThisPage entries={entries} />
        {hasPlaceholder(forThisInstallation(guide.markdown)) && (
          <ReaderIds demo={await readDemoTenancy()} />
        )}
        <Blocks blocks={guide.blocks} />
        <PageTurner href={`/docs/guides/${guide.slug}`} />
      </article>
      <OnThisPage entries={entries} />
    </div>
  );
}
