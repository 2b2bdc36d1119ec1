import { Fingerprint } from "lucide-react";
import type { Metadata } from "next";
import { z } from "zod";
import { ExportMenu } from "@/app/console/export-menu";
import { ListPage } from "@/components/console/list-page";
import { Notice } from "@/components/ui/notice";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listPages } from "@/lib/console/list-pages";
import { hrefOf, listSearch, type SearchParams } from "@/lib/console/list-search";
import { findProviderNames } from "@/lib/domain/passkey/metadata/find-metadata";
import { judgeRecords } from "@/lib/domain/passkey/policy/judge-records";
import { nameModels } from "@/lib/domain/passkey/policy/list-models";
import { countProviders } from "@/lib/domain/passkey/search/count-providers";
import { countPasskeys, filterPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { isFiltered, PasskeyFilter } from "@/lib/domain/passkey/search/passkey-filter";
import { type PasskeyOrder, passkeyOrders } from "@/lib/domain/passkey/search/passkey-scan";
import { PasskeyFilters } from "./passkey-filters";
import { PasskeysTable } from "./passkeys-table";

export const metadata: Metadata = { title: "Passkeys" };

const rows = 50;
const passkeySearch = listSearch(PasskeyFilter.shape, { order: z.enum(passkeyOrders) });

const firstMatchesWords =
  "Many users match. The list has the passkeys of only some of them. Type more of the email or " +
  "name to see the others.";

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function PasskeysPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "passkey.read");
  const query = await searchParams;
  const search = passkeySearch.read(query);
  const { after, order: chosenOrder, ...filter } = search;
  // A text has an order of its own.
  const order = filter.q === undefined ? (chosenOrder ?? "newest") : undefined;
  const isByUse = order === "last-used";
  const [{ entries, next, stoppedAt, isPartial }, counted, providers] = await Promise.all([
    filterPasskeys(ctx, { filter, order, after, rows }),
    isByUse ? null : countPasskeys(ctx, filter),
    countProviders(ctx),
  ]);
  const records = await judgeRecords(ctx, await nameModels(ctx, entries));
  const nameOf = await findProviderNames(
    ctx,
    filter.provider === undefined ? [] : [filter.provider],
  );
  const isComplete = after === undefined && next === null && !isPartial;
  const total = isComplete ? { count: records.length } : (counted ?? undefined);
  const path = `/console/${ctx.tenancy.id}/passkeys`;
  const sortedBy = (next: PasskeyOrder) =>
    hrefOf(path, { ...filter, order: next === "newest" ? undefined : next });
  const exported = (format: string) => hrefOf(`${path}/export`, { ...filter, format });
  const may = {
    disable: mayOffer(ctx, "passkey.disable-many"),
    delete: mayOffer(ctx, "passkey.delete"),
  };
  return (
    <ListPage
      title="Passkeys"
      description="All passkeys of this tenancy’s users."
      tools={
        mayOffer(ctx, "passkey.export") ? (
          <ExportMenu
            action="passkey.export"
            label="All matching passkeys"
            csv={exported("csv")}
            json={exported("json")}
          />
        ) : undefined
      }
      path={path}
      isFiltered={isFiltered(filter)}
      isEmpty={records.length === 0}
      total={total && { ...total, one: "passkey", many: "passkeys" }}
      filters={
        <PasskeyFilters
          filter={filter}
          path={path}
          rpIds={[ctx.tenancy.rpId, ...ctx.tenancy.rpIds]}
          providers={providers}
          nameOf={nameOf}
        />
      }
      notice={
        isByUse ? (
          <Notice tone="info" title="Passkeys without a recent sign-in are hidden">
            This order covers the sign-ins that the activity log still keeps. Sort by creation time
            to see all passkeys.
          </Notice>
        ) : undefined
      }
      firstMatches={isPartial ? firstMatchesWords : undefined}
      nothingYet={{
        icon: Fingerprint,
        title: "No passkeys yet",
        text:
          "Passkeys appear here when users register them on your site. The overview shows how to " +
          "add registration.",
      }}
      noMatch={{
        title: filter.q === undefined ? "No passkeys match" : `No passkeys match “${filter.q}”`,
        text:
          filter.q === undefined
            ? "Remove a filter."
            : "Type less of the email or name, enter a complete id, or remove a filter.",
        showAll: "Show all passkeys",
      }}
      stoppedAt={stoppedAt !== null && order !== "newest" ? "part" : stoppedAt}
      pages={listPages(query, { path, search, next, shown: records.length })}
    >
      <PasskeysTable
        key={records[0]?.passkey.id}
        tenancyId={ctx.tenancy.id}
        records={records}
        may={may}
        text={filter.q}
        now={ctx.clock.now()}
        order={order}
        sortedBy={sortedBy}
      />
    </ListPage>
  );
}
