"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { deleteTenancy } from "@/lib/domain/tenancy/delete-tenancy";
import {
  confirmRelatedOriginsHost,
  takeBackRelatedOriginsHost,
} from "@/lib/domain/tenancy/related-origins";
import { rotateClientId } from "@/lib/domain/tenancy/rotate-client-id";
import { confirmSenderDomain, withdrawSenderDomain } from "@/lib/domain/tenancy/sender-domain";
import { setBranding } from "@/lib/domain/tenancy/set-branding";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";
import { setTenancySuspended } from "@/lib/domain/tenancy/set-tenancy-suspended";
import { changesWithin, type SettingsSection } from "@/lib/domain/tenancy/settings-section";
import { updateSettings } from "@/lib/domain/tenancy/update-settings";

const Host = z.object({ host: z.string().trim().max(253) });

const changesOf = (section: SettingsSection) =>
  z.object({ changes: changesWithin(section), loadedAt: z.number() });

// Each action saves the changed settings of a page. It fails if another operator has saved since
// the page was loaded.
export const saveAppearance = consoleAction(
  "settings.appearance",
  changesOf("appearance"),
  updateSettings,
);

export const saveSites = consoleAction("settings.sites", changesOf("sites"), updateSettings);

export const saveSignIn = consoleAction("settings.sign-in", changesOf("sign-in"), updateSettings);

export const saveLimits = consoleAction("settings.limits", changesOf("limits"), updateSettings);

export const saveSender = consoleAction("settings.sender", changesOf("sender"), updateSettings);

export const saveLogo = consoleAction(
  "settings.appearance",
  z.object({ logo: z.instanceof(Uint8Array).nullable() }),
  (ctx, { logo }) => setBranding(ctx, { brandLogo: logo === null ? null : new Uint8Array(logo) }),
);

export const saveHostedPages = consoleAction(
  "settings.hosted-pages",
  z.object({ isOn: z.boolean() }),
  (ctx, { isOn }) => setHostedPages(ctx, isOn),
);

export const changeClientId = consoleAction("client-id.rotate", z.object({}), rotateClientId);

export const confirmHost = consoleAction("related-origins.confirm", Host, (ctx, { host }) =>
  confirmRelatedOriginsHost({ ...ctx, actor: { kind: "operator", id: ctx.session.sub } }, host),
);

export const takeBackHost = consoleAction("related-origins.confirm", Host, (ctx, { host }) =>
  takeBackRelatedOriginsHost({ ...ctx, actor: { kind: "operator", id: ctx.session.sub } }, host),
);

const Domain = z.object({ domain: z.string().max(253) });

export const confirmSender = consoleAction("sender-domain.confirm", Domain, (ctx, { domain }) =>
  confirmSenderDomain({ ...ctx, actor: { kind: "operator", id: ctx.session.sub } }, domain),
);

export const withdrawSender = consoleAction("sender-domain.confirm", Domain, (ctx, { domain }) =>
  withdrawSenderDomain({ ...ctx, actor: { kind: "operator", id: ctx.session.sub } }, domain),
);

export const setSuspended = consoleAction(
  "tenancy.suspend",
  z.object({ isSuspended: z.boolean() }),
  (ctx, { isSuspended }) => setTenancySuspended(ctx, isSuspended),
);

export const removeTenancy = consoleAction(
  "tenancy.delete",
  z.object({ name: z.string().max(200) }),
  deleteTenancy,
);
