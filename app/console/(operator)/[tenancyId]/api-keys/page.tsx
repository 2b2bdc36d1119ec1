import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { KeyActions } from "./key-actions";
import { KeyTable } from "@/app/console/(operator)/[tenancyId]/api-keys/key-table";
import { OverKeys } from "@/app/console/(operator)/[tenancyId]/api-keys/over-keys";
import { RotateFromLink } from "@/app/console/(operator)/[tenancyId]/api-keys/rotate-from-link";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { applicationContext } from "@/lib/console/application-context";
import { listApiKeyPage } from "@/lib/domain/api-key/list-api-key-page";
import { mayOffer } from "@/lib/console/console-context";

export const metadata: Metadata = { title: "API keys" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function KeysPage({ params, searchParams }: Props) {
  const [{ tenancyId }, { before, over }] = await Promise.all([params, searchParams]);
  const ctx = await applicationContext(tenancyId, "api-key.read");
  const cursor = (value: string | string[] | undefined) =>
    typeof value === "string" ? value : undefined;
  const [inUse, past] = await Promise.all([
    listApiKeyPage(ctx, { isOver: false, before: cursor(before) }),
    listApiKeyPage(ctx, { isOver: true, before: cursor(over) }),
  ]);
  const list = `/console/${ctx.tenancy.id}/api-keys`;
  const create = mayOffer(ctx, "api-key.create") && (
    <ButtonLink href={`${list}/new`}>
      <Plus aria-hidden className="size-4" />
      Create a key
    </ButtonLink>
  );
  return (
    <KeyActions
      place={{ endpoint: ctx.baseUrl, tenancyId: ctx.tenancy.id }}
      may={{
        lock: mayOffer(ctx, "api-key.lock"),
        unlock: mayOffer(ctx, "api-key.unlock"),
        replace: mayOffer(ctx, "api-key.rotate"),
        revoke: mayOffer(ctx, "api-key.revoke"),
      }}
    >
      <PageHeader
        title="API keys"
        description="With a key, a backend of yours calls the API in this tenancy’s name."
        action={create || undefined}
      />
      {inUse.keys.length === 0 ? (
        <EmptyState icon={KeyRound} title="No key in use" action={create || undefined}>
          A backend needs one to begin sign-ins and to learn who signed in. Give each backend its
          own: then one can be locked without the others.
        </EmptyState>
      ) : (
        <KeyTable label="Keys in use" keys={inUse.keys} others={past.keys} />
      )}
      <Pager
        first={cursor(before) === undefined ? null : list}
        next={inUse.next === null ? null : `${list}?before=${inUse.next}`}
      />
      <OverKeys
        list={list}
        keys={past.keys}
        others={inUse.keys}
        next={past.next}
        isOpen={cursor(over) !== undefined}
      />
      <RotateFromLink
        keys={inUse.keys.map(({ id, name, start, state, replacedById }) => ({
          id,
          name,
          start,
          state,
          isReplaced: replacedById !== null,
        }))}
      />
    </KeyActions>
  );
}
