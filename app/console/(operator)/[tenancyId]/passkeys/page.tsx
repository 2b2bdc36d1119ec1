import { Fingerprint } from "lucide-react";
import type { Metadata } from "next";
import { ListPage } from "@/components/console/list-page";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { hrefOf, listSearch, type SearchParams } from "@/lib/console/list-search";
import { countPasskeys, filterPasskeys } from "@/lib/domain/passkey/filter-passkeys";
import { isFiltered, PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";
import { ExportMenu } from "./export-menu";
import { PasskeyFilters } from "./passkey-filters";
import { PasskeysTable } from "./passkeys-table";

export const metadata: Metadata = { title: "Passkeys" };

const rows = 50;
const passkeySearch = listSearch(PasskeyFilter.shape);

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function PasskeysPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "passkey.read");
  const { after, ...filter } = passkeySearch.read(await searchParams);
  const [{ records, next, lookedBackTo }, counted] = await Promise.all([
    filterPasskeys(ctx, { filter, after, rows }),
    countPasskeys(ctx, filter),
  ]);
  const isComplete = after === undefined && next === null;
  const count = counted ?? (isComplete ? records.length : undefined);
  const path = `/console/${ctx.tenancy.id}/passkeys`;
  const may = {
    disable: mayOffer(ctx, "passkey.disable-many"),
    delete: mayOffer(ctx, "passkey.delete"),
  };
  return (
    <ListPage
      title="Passkeys"
      description="All passkeys of this tenancy’s users."
      action={
        mayOffer(ctx, "passkey.export") ? <ExportMenu path={path} filter={filter} /> : undefined
      }
      path={path}
      isFiltered={isFiltered(filter)}
      isEmpty={records.length === 0}
      total={count === undefined ? undefined : { count, one: "passkey", many: "passkeys" }}
      filters={
        <PasskeyFilters
          filter={filter}
          path={path}
          rpIds={[ctx.tenancy.rpId, ...ctx.tenancy.rpIds]}
        />
      }
      nothingYet={{
        icon: Fingerprint,
        title: "No passkeys yet",
        text:
          "Passkeys appear here when users register them on your site. The overview shows how to " +
          "add registration.",
      }}
      noMatch={{
        title: "No passkeys match",
        text: "Remove a filter, or type less of the username.",
        showAll: "Show all passkeys",
      }}
      searchedBackTo={lookedBackTo !== null && filter.q !== undefined ? "part" : lookedBackTo}
      first={after === undefined ? null : hrefOf(path, filter)}
      next={next === null ? null : hrefOf(path, { ...filter, after: next })}
    >
      <PasskeysTable
        key={records[0]?.passkey.id}
        tenancyId={ctx.tenancy.id}
        records={records}
        may={may}
        now={ctx.clock.now()}
      />
    </ListPage>
  );
}
