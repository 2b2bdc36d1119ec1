import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { listPasskeys } from "@/app/demo/backend/keystead";
import { findSession } from "@/app/demo/backend/sessions";
import { readSettings } from "@/app/demo/backend/settings";
import { Passkeys } from "./passkeys";
import { PrincipalView } from "./principal-view";
import { SignOut } from "./sign-out";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const settings = await readSettings();
  const { endpoint, tenancyId, clientId } = settings;
  const session = await findSession();
  if (session === undefined) redirect("/demo/login");
  const { user, principal } = session;
  const passkeys = await listPasskeys(settings, user.id);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">Hello {user.givenName || user.email || "there"}</h1>
          <p className="break-all text-quiet">{user.email}</p>
        </div>
        <SignOut />
      </header>
      <section className="flex flex-col gap-6 rounded-2xl border border-line bg-surface p-6 sm:p-8">
        <header className="flex flex-col gap-1">
          <h2 className="text-lg font-semibold tracking-tight">Your passkeys</h2>
          <p className="text-pretty text-quiet">Each of them opens this account. With one on a second device, losing the first does not lock you out.</p>
        </header>
        <Passkeys settings={{ endpoint, tenancyId, clientId }} passkeys={passkeys} signedInWith={principal.authenticatorId} />
      </section>
      <section className="flex flex-col gap-5 rounded-2xl border border-line bg-surface p-6 sm:p-8">
        <header className="flex flex-col gap-1">
          <h2 className="text-lg font-semibold tracking-tight">The principal that this application received</h2>
          <p className="text-pretty text-quiet">Keystead’s answer for the one-time code: who signed in, and with which passkey.</p>
        </header>
        <PrincipalView principal={principal} ourId={user.id} />
      </section>
    </>
  );
}
