import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Endpoint } from "@/app/docs/api/endpoint";
import { families } from "@/app/docs/api/reference";
import { readDemoTenancy } from "@/app/docs/demo-variables";
import { PageHeader } from "@/app/docs/page-header";
import { PageTurner } from "@/app/docs/page-turner";
import { ReaderIds } from "@/app/docs/reader-ids";
import { Sentence } from "@/app/docs/text";

interface Props {
  params: Promise<{ family: string }>;
}

const findFamily = async ({ params }: Props) => {
  const { family: slug } = await params;
  return families.find((family) => family.slug === slug) ?? notFound();
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, description } = await findFamily(props);
  return { title: `${name} API`, description };
}

export default async function FamilyPage(props: Props) {
  const { name, slug, description, operations } = await findFamily(props);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title={name}>
        <Sentence>{description}</Sentence>
      </PageHeader>
      {operations.some(({ path }) => path.includes("{tenancyId}")) && (
        <ReaderIds demo={await readDemoTenancy()} />
      )}
      {operations.map((operation) => (
        <Endpoint key={operation.id} operation={operation} />
      ))}
      <PageTurner href={`/docs/api/${slug}`} />
    </div>
  );
}
