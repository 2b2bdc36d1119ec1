import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { accountContext } from "@/lib/console/account-context";
import { isCodeSession } from "@/lib/console/session-notice";
import { listOwnPasskeys } from "@/lib/domain/admin/operator/account/list-own-passkeys";
import { listOwnSessions } from "@/lib/domain/admin/operator/account/own-sessions";
import { EndOthers } from "./end-others";
import { PasskeyList } from "./passkey-list";
import { SessionList } from "./session-list";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const { ctx, session } = await accountContext();
  const [passkeys, sessions] = await Promise.all([
    listOwnPasskeys(ctx, session),
    listOwnSessions(ctx, session),
  ]);
  const mayEnd = !isCodeSession(session);
  const add = (
    <ButtonLink href="/console/account/passkeys/new">
      <Plus aria-hidden className="size-4" />
      Add a passkey
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Your account"
        description={<span className="break-all">{session.email}</span>}
      />
      <Card
        title="Passkeys"
        description={
          "You sign in with these. Keystead asks for one again before an action that exports data, " +
          "widens access or can’t be undone."
        }
        action={add}
      >
        <PasskeyList passkeys={passkeys} now={ctx.clock.now()} mayRemove={mayEnd} />
      </Card>
      <Card
        title="Sessions"
        description={
          "Where you are signed in. A session expires after 12 hours without use, and after " +
          "7 days at the latest."
        }
        action={mayEnd && sessions.length > 1 && <EndOthers />}
      >
        <SessionList sessions={sessions} mayEnd={mayEnd} />
      </Card>
    </>
  );
}
