import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { KeyActions } from "@/app/console/(operator)/[tenancyId]/api-keys/key-actions";
import { Expiry, KeyState } from "@/app/console/(operator)/[tenancyId]/api-keys/key-facts";
import { KeyMenu } from "@/app/console/(operator)/[tenancyId]/api-keys/key-menu";
import { scopeWords } from "@/app/console/(operator)/[tenancyId]/api-keys/new-key";
import {
  actedKey,
  keyMay,
  readShownKeys,
} from "@/app/console/(operator)/[tenancyId]/api-keys/shown-keys";
import { TargetEvents } from "@/app/console/(operator)/[tenancyId]/audit/target-events";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { applicationContext } from "@/lib/console/application-context";
import { type ApiKeyScope, sensitiveScopes } from "@/lib/contract/api-key-scope";
import { findApiKey } from "@/lib/domain/access/api-key/list-api-keys";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";

export const metadata: Metadata = { title: "API key" };

const eventsOnPage = 50;
const number = new Intl.NumberFormat("en");

function allowsOf(scope: string): string {
  if (scope === "*")
    return `Everything except: ${sensitiveScopes.map((each) => scopeWords[each].name).join(", ")}`;
  return scope in scopeWords ? scopeWords[scope as ApiKeyScope].allows : scope;
}

function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {scopes.map((scope) => (
        <li key={scope}>
          {allowsOf(scope)} <code className="font-mono text-xs text-quiet">{scope}</code>
        </li>
      ))}
    </ul>
  );
}

export default async function KeyPage({
  params,
}: {
  params: Promise<{ tenancyId: string; keyId: string }>;
}) {
  const { tenancyId, keyId } = await params;
  const ctx = await applicationContext(tenancyId, "api-key.read");
  const found = await findApiKey(ctx, keyId);
  if (found === null) notFound();
  const may = keyMay(ctx);
  const [[key], history] = await Promise.all([
    readShownKeys(ctx, [found]),
    may.readAudit ? findEvents(ctx, { target: keyId }, eventsOnPage) : null,
  ]);
  if (key === undefined) notFound();
  const path = `/console/${tenancyId}`;
  const { id, name, start, replacedById, lastUsedAt, calls, rotation } = key;
  const { older, newer } = rotation;
  const now = ctx.clock.now();
  return (
    <KeyActions
      place={{
        endpoint: ctx.baseUrl,
        tenancyId,
        clientId: ctx.tenancy.clientId,
        linksByEmail: ctx.tenancy.linkByEmail,
      }}
      may={may}
    >
      <PageHeader
        title={name}
        badge={<KeyState apiKey={key} />}
        back={{ href: `${path}/api-keys`, label: "API keys" }}
        action={<KeyMenu apiKey={actedKey(key)} isOfPage />}
      />
      <Card>
        <DetailsList
          rows={[
            ["Allows", <ScopeList key="scopes" scopes={key.scopes} />],
            [
              "Last used",
              lastUsedAt === null ? (
                <span className="text-quiet">Never</span>
              ) : (
                <RelativeTime key="used" at={lastUsedAt} now={now} />
              ),
            ],
            [
              "Calls",
              `${number.format(calls.today)} today` +
                (calls.perDay === null ? "" : `, ${number.format(calls.perDay)} per day last week`),
            ],
            ["Expires", <Expiry key="expires" apiKey={key} now={now} />],
            ["Created", <LocalTime key="created" at={key.createdAt} />],
            [
              "Created by",
              key.createdByKeyId === null ? (
                <Breakable key="creator" text={key.creator} />
              ) : (
                <Link
                  key="creator"
                  href={`${path}/api-keys/${key.createdByKeyId}`}
                  className="text-accent hover:underline"
                >
                  <Breakable text={key.creator} />
                </Link>
              ),
            ],
            ...(key.createdKeys === 0
              ? []
              : [["Created keys in use", number.format(key.createdKeys)] as const]),
            ...(replacedById === null
              ? []
              : [
                  [
                    "Replaced by",
                    <Link
                      key="replaced"
                      href={`${path}/api-keys/${replacedById}`}
                      className="text-accent hover:underline"
                    >
                      {newer === undefined ? "A key that no longer works" : `${newer.start}_…`}
                    </Link>,
                  ] as const,
                ]),
            ...(older === undefined
              ? []
              : [
                  [
                    "Replaces",
                    <span key="replaces">
                      <Link
                        href={`${path}/api-keys/${older.id}`}
                        className="text-accent hover:underline"
                      >
                        {older.start}_…
                      </Link>
                      {older.state === "live" && older.expiresAt !== null && (
                        <>
                          , which works until <LocalTime at={older.expiresAt} />
                        </>
                      )}
                    </span>,
                  ] as const,
                ]),
            ["Starts with", <code key="start" className="font-mono">{`${start}_…`}</code>],
            ["Key id", <CopyText key="id" text={id} label="key id" />],
          ]}
        />
      </Card>
      {history !== null && (
        <TargetEvents
          events={history.entries}
          subject="API key"
          {...{ path, now }}
          mayReadAudit={may.readAudit}
        />
      )}
    </KeyActions>
  );
}
