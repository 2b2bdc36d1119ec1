import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { hrefOf, listSearch, type SearchParams } from "@/lib/console/list-search";
import { filterPasskeys } from "@/lib/domain/passkey/filter-passkeys";
import { isFiltered, PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";
import { ExportMenu } from "./export-menu";
import { FilterForm } from "./filter-form";
import { Horizon } from "./horizon";
import { NothingFound } from "./nothing-found";
import { PasskeysTable } from "./passkeys-table";

export const metadata: Metadata = { title: "Passkeys" };

const rows = 50;
const passkeySearch = listSearch(PasskeyFilter.shape);

export default async function PasskeysPage({
  params,
  searchParams,
}: {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const ctx = await consoleContext((await params).tenancyId, "passkey.read");
  const { after, ...filter } = passkeySearch.read(await searchParams);
  const { records, next, lookedBackTo } = await filterPasskeys(ctx, { filter, after, rows });
  const path = `/console/${ctx.tenancy.id}/passkeys`;
  const nextPage = next === null ? null : hrefOf(path, { ...filter, after: next });
  const may = {
    disable: mayOffer(ctx, "passkey.disable-many"),
    delete: mayOffer(ctx, "passkey.delete"),
  };
  return (
    <>
      <PageHeader
        title="Passkeys"
        description="Every passkey of this tenancy, newest first."
        action={
          mayOffer(ctx, "passkey.export") ? <ExportMenu path={path} filter={filter} /> : undefined
        }
      />
      <FilterForm
        key={hrefOf(path, filter)}
        filter={filter}
        path={path}
        rpIds={[ctx.tenancy.rpId, ...ctx.tenancy.rpIds]}
      />
      {records.length > 0 && (
        <PasskeysTable
          key={records[0]?.passkey.id}
          tenancyId={ctx.tenancy.id}
          records={records}
          may={may}
        />
      )}
      {records.length === 0 && lookedBackTo === null && (
        <NothingFound isFiltered={isFiltered(filter)} path={path} />
      )}
      {lookedBackTo !== null && (
        <Horizon at={lookedBackTo} isByName={filter.q !== undefined} next={nextPage} />
      )}
      <Pager
        first={after === undefined ? null : hrefOf(path, filter)}
        next={lookedBackTo === null ? nextPage : null}
      />
    </>
  );
}
