import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { returnPage } from "@/app/demo/backend/hosted-sign-in";
import { listPasskeys } from "@/app/demo/backend/keystead";
import { refreshUser } from "@/app/demo/backend/refresh-user";
import { findSession } from "@/app/demo/backend/sessions";
import { readSettings } from "@/app/demo/backend/settings";
import { currentSite } from "@/app/demo/backend/site";
import { NewDomain } from "@/app/demo/new-domain";
import { Notice } from "@/components/ui/notice";
import { declinedCookie } from "./declined-cookie";
import { EmailSection } from "./email-section";
import { HostedReturn } from "./hosted-return";
import { Passkeys } from "./passkeys";
import { PrincipalView } from "./principal-view";
import { SignOut } from "./sign-out";

export const metadata: Metadata = { title: "Your account" };

const sections = "flex flex-col gap-6 rounded-2xl border border-line bg-surface p-6 sm:p-8";

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className={sections}>
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        <p className="text-pretty text-quiet">{lead}</p>
      </header>
      {children}
    </section>
  );
}

const textIn = (value: string | string[] | undefined) =>
  typeof value === "string" ? value : undefined;

export default async function AccountPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const settings = await readSettings();
  const { endpoint, tenancyId, clientId } = settings;
  const query = await searchParams;
  const [code, state, error] = ["code", "state", "error"].map((name) => textIn(query[name]));
  if (state !== undefined && (code !== undefined || error !== undefined))
    return <HostedReturn code={code} state={state} error={error} />;
  const session = await findSession();
  if (session === undefined) redirect("/demo/login");
  const { principal, signedInAt } = session;
  const [user, passkeys] = await Promise.all([
    refreshUser(session.user, settings),
    listPasskeys(settings, session.user.id),
  ]);
  const accountQuery = new URLSearchParams({ redirect_uri: `${endpoint}${returnPage}` });
  const publicSettings = { endpoint, tenancyId, clientId };
  const isRecovered = query["recovered"] !== undefined;
  const isDeclined = (await cookies()).get(declinedCookie)?.value === user.id;
  const newDevice =
    query["new-device"] === undefined || isDeclined
      ? undefined
      : query["new-device"] === "code"
        ? "code"
        : "passkey";
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">
            Hello {user.givenName || user.email || "there"}
          </h1>
          <p className="break-all text-quiet">{user.email}</p>
        </div>
        <SignOut />
      </header>
      {isRecovered && (
        <Notice tone="info" title="You’re signed in">
          Create a new passkey, then remove the ones you lost so that no one else can use them.
        </Notice>
      )}
      <Section
        title="Your passkeys"
        lead="Each one signs you in. Add a passkey on a second device, so that losing the first doesn’t lock you out."
      >
        <Passkeys
          settings={publicSettings}
          passkeys={passkeys}
          principal={principal}
          site={await currentSite()}
          userId={user.id}
          newDevice={newDevice}
        />
        <p className="text-pretty text-quiet">
          Driftwood builds this page with the browser library. Keystead also has{" "}
          {user.sub === null ? (
            "its own pages for sign-in and account. They know this account once it has a passkey."
          ) : (
            <>
              <a
                href={`/auth/${tenancyId}/account?${accountQuery}`}
                className="text-accent underline underline-offset-4"
              >
                its own page
              </a>{" "}
              for passkeys, email and recent activity. Signing out of Driftwood doesn’t sign you out
              there: that session ends 15 minutes after its last use.
            </>
          )}
        </p>
      </Section>
      <Section title="Your email" lead="The way back into your account if you lose your passkeys.">
        <EmailSection
          settings={publicSettings}
          email={user.email}
          isVerified={user.emailVerified}
        />
      </Section>
      <Section
        title="The principal"
        lead={
          principal === null
            ? "None, because you signed in with an emailed code."
            : "What Driftwood’s backend received for the one-time code: who signed in, and how. " +
              "It describes that moment, so a later change of your email doesn’t appear in it."
        }
      >
        {principal !== null && (
          <PrincipalView principal={principal} ourId={user.id} receivedAt={signedInAt} />
        )}
      </Section>
      <NewDomain />
    </>
  );
}
