import Link from "next/link";
import type { ReactNode } from "react";
import { listPaletteItems } from "@/app/console/palette/list-palette-items";
import { Mark } from "@/components/ui/mark";
import { Notice } from "@/components/ui/notice";
import { TimeZoneNote } from "@/components/ui/time-zone";
import { listConsoleTenancies } from "@/lib/console/list-tenancies";
import { sessionNotice, sessionStrength } from "@/lib/console/session-notice";
import {
  isSystemOwner,
  type OperatorSession,
  roleIn,
} from "@/lib/domain/admin/operator/session/find-session";
import { mayDo } from "@/lib/domain/base/permission";
import { EnvironmentBadge, EnvironmentBar } from "./environment";
import { FocusHeading } from "./focus-heading";
import { Keyboard } from "./keyboard/keyboard";
import { MobileNavigation } from "./mobile-navigation";
import { accountPage, installationNavigation, tenancyNavigation } from "./navigation";
import { NavigationLinks } from "./navigation-links";
import { OperatorMenu } from "./operator-menu";
import { Palette } from "./palette/palette";
import { PaletteButton } from "./palette/palette-button";
import { PasskeySignInLink } from "./passkey-sign-in-link";
import { roleWords } from "./role-words";
import { TenancySwitcher } from "./tenancy-switcher";

interface ShownTenancy {
  id: string;
  name: string;
  environment: string;
  isSystem: boolean;
  clientId: string;
}

interface Props {
  session: OperatorSession;
  /** The tenancy of the page. */
  tenancy?: ShownTenancy | undefined;
  /** The tenancy that the navigation offers on a page of none. */
  kept?: ShownTenancy | undefined;
  children: ReactNode;
}

/** Renders the sidebar and the page. */
export async function Shell({ session, tenancy: ofPage, kept, children }: Props) {
  const tenancy = ofPage ?? kept;
  const tenancies = await listConsoleTenancies(session);
  const role = tenancy === undefined ? undefined : (roleIn(session, tenancy.id) ?? undefined);
  const current = tenancy?.isSystem === false ? tenancy : undefined;
  const pages = current && role ? tenancyNavigation(current.id, role) : [];
  const installation = installationNavigation(session.systemId, isSystemOwner(session));
  const items = listPaletteItems({
    tenancy: current && role && { id: current.id, clientId: current.clientId, role },
    pages,
    installation,
    tenancies,
    strength: sessionStrength(session),
    systemId: isSystemOwner(session) ? session.systemId : undefined,
  });
  const notice = sessionNotice(session);
  const sidebar = (
    <>
      <Link
        href="/console/tenancies"
        className="flex items-center gap-2 rounded px-1 text-sm font-semibold"
      >
        <Mark />
        Keystead
      </Link>
      <TenancySwitcher
        current={current}
        tenancies={tenancies}
        mayCreate={isSystemOwner(session) && notice === null}
      />
      <PaletteButton />
      {pages.length > 0 && <NavigationLinks label={current?.name ?? ""} items={pages} />}
      <div className="flex flex-col gap-1">
        <p className="px-3 text-xs font-medium text-quiet">Installation</p>
        <NavigationLinks label="Installation" items={installation} />
      </div>
      {pages.length === 0 && <NavigationLinks label="You" items={[accountPage]} />}
      <div className="sticky bottom-0 -mx-4 mt-auto -mb-4 border-t border-line bg-sunken p-2">
        <OperatorMenu
          operatorSub={session.sub}
          email={session.email}
          role={role && roleWords[role].label}
        />
      </div>
    </>
  );
  return (
    <div className="lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <a
        href="#page"
        className={
          "sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 " +
          "focus:rounded-lg focus:bg-surface focus:p-3"
        }
      >
        Skip to the page
      </a>
      <Palette
        operatorSub={session.sub}
        tenancyId={role !== undefined && mayDo(role, "user.read") ? current?.id : undefined}
        tenancyName={current?.name}
        otherTenancies={tenancies
          .filter(({ id, role }) => id !== current?.id && mayDo(role, "user.read"))
          .map(({ id, name }) => ({ id, name }))}
        items={items}
      />
      <Keyboard pages={[...pages, ...installation, accountPage]} />
      <FocusHeading />
      {ofPage && current && <EnvironmentBar environment={current.environment} />}
      <MobileNavigation
        title={ofPage?.name ?? "Keystead console"}
        badge={ofPage && current && <EnvironmentBadge environment={current.environment} />}
      >
        {sidebar}
      </MobileNavigation>
      <aside
        className={
          "sticky top-0 hidden h-dvh scroll-pb-20 overflow-y-auto border-r border-line bg-sunken " +
          "lg:block"
        }
      >
        {/* The padding is inside, because it would lift the pinned menu of the account. */}
        <div className="flex min-h-full flex-col gap-4 p-4">{sidebar}</div>
      </aside>
      <main
        id="page"
        tabIndex={-1}
        className={
          "mx-auto flex w-full max-w-6xl min-w-0 flex-col gap-6 px-4 py-6 outline-none " +
          "sm:px-8 sm:py-8"
        }
      >
        {notice && (
          <Notice tone="info" title={notice.title}>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p className="max-w-prose">{notice.text}</p>
              {notice.offersSignIn && <PasskeySignInLink />}
            </div>
          </Notice>
        )}
        {children}
        <TimeZoneNote />
      </main>
    </div>
  );
}
