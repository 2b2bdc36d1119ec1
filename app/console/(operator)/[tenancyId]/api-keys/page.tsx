import { KeyRound, Plus } from "lucide-react";
import type { Metadata } from "next";
import { KeyActions } from "@/app/console/(operator)/[tenancyId]/api-keys/key-actions";
import { KeyTable } from "@/app/console/(operator)/[tenancyId]/api-keys/key-table";
import { OverKeys } from "@/app/console/(operator)/[tenancyId]/api-keys/over-keys";
import { RotateFromLink } from "@/app/console/(operator)/[tenancyId]/api-keys/rotate-from-link";
import {
  actedKey,
  keyMay,
  readShownKeys,
  type ShownKey,
} from "@/app/console/(operator)/[tenancyId]/api-keys/shown-keys";
import { DocsLink } from "@/app/console/docs-link";
import { ListPage } from "@/components/console/list-page";
import { ButtonLink } from "@/components/ui/button";
import { applicationContext } from "@/lib/console/application-context";
import { type ConsoleContext, mayOffer } from "@/lib/console/console-context";
import { listApiKeyPage } from "@/lib/domain/access/api-key/list-api-keys";

export const metadata: Metadata = { title: "API keys" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function showKeys(
  ctx: ConsoleContext,
  query: { isOver: boolean; before: string | undefined },
): Promise<{ keys: ShownKey[]; next: string | null }> {
  const { keys, next } = await listApiKeyPage(ctx, query);
  return { keys: await readShownKeys(ctx, keys), next };
}

export default async function KeysPage({ params, searchParams }: Props) {
  const [{ tenancyId }, { before, over }] = await Promise.all([params, searchParams]);
  const ctx = await applicationContext(tenancyId, "api-key.read");
  const cursor = (value: string | string[] | undefined) =>
    typeof value === "string" ? value : undefined;
  const [inUse, past] = await Promise.all([
    showKeys(ctx, { isOver: false, before: cursor(before) }),
    showKeys(ctx, { isOver: true, before: cursor(over) }),
  ]);
  const now = ctx.clock.now();
  const list = `/console/${ctx.tenancy.id}/api-keys`;
  const create = mayOffer(ctx, "api-key.create") ? (
    <ButtonLink href={`${list}/new`}>
      <Plus aria-hidden className="size-4" />
      Create key
    </ButtonLink>
  ) : undefined;
  return (
    <KeyActions
      place={{
        endpoint: ctx.baseUrl,
        tenancyId: ctx.tenancy.id,
        clientId: ctx.tenancy.clientId,
        linksByEmail: ctx.tenancy.linkByEmail,
      }}
      may={keyMay(ctx)}
    >
      <ListPage
        title="API keys"
        description={
          <>
            Your backend authenticates to the API with a key.
            <DocsLink to="apiKeys" />
          </>
        }
        action={create}
        path={list}
        isEmpty={inUse.keys.length === 0}
        nothingYet={{
          icon: KeyRound,
          title: "No active keys",
          text: "Your backend needs a key to authorize sign-ins and exchange codes. Create one per backend, so that you can lock or rotate it separately.",
        }}
        pages={{
          first: cursor(before) === undefined ? null : list,
          next: inUse.next === null ? null : `${list}?before=${inUse.next}`,
        }}
      >
        <KeyTable label="Active keys" keys={inUse.keys} others={past.keys} list={list} now={now} />
      </ListPage>
      <OverKeys
        list={list}
        keys={past.keys}
        others={inUse.keys}
        next={past.next}
        isOpen={cursor(over) !== undefined}
        now={now}
      />
      <RotateFromLink keys={inUse.keys.map(actedKey)} />
    </KeyActions>
  );
}
