"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { deleteTenancy } from "@/lib/domain/tenancy/delete-tenancy";
import { confirmRelatedOriginsHost, takeBackRelatedOriginsHost } from "@/lib/domain/tenancy/related-origins";
import { rotateClientId } from "@/lib/domain/tenancy/rotate-client-id";
import { setBranding } from "@/lib/domain/tenancy/set-branding";
import { setHostedPages } from "@/lib/domain/tenancy/set-hosted-pages";
import { setTenancySuspended } from "@/lib/domain/tenancy/set-tenancy-suspended";
import { updateSettings, type SettingsUpdate } from "@/lib/domain/tenancy/update-settings";

// The rule itself reads them by schema, so that its issues name the fields.
const Changes = z.custom<SettingsUpdate["changes"]>((value) => typeof value === "object" && value !== null && !Array.isArray(value), "must be an object");
const Host = z.object({ host: z.string().trim().max(253) });

/** Saves what changed on a page of settings, unless somebody else has saved since it was opened. */
export const saveSettings = consoleAction("settings.change", z.object({ changes: Changes, loadedAt: z.number() }), updateSettings);

export const saveLogo = consoleAction("settings.change", z.object({ logo: z.instanceof(Uint8Array).nullable() }), (ctx, { logo }) => setBranding(ctx, { brandLogo: logo === null ? null : new Uint8Array(logo) }));

export const saveHostedPages = consoleAction("settings.change", z.object({ isOn: z.boolean() }), (ctx, { isOn }) => setHostedPages(ctx, isOn));

export const changeClientId = consoleAction("client-id.rotate", z.object({}), rotateClientId);

export const confirmHost = consoleAction("related-origins.confirm", Host, (ctx, { host }) => confirmRelatedOriginsHost({ ...ctx, actor: { kind: "operator", id: ctx.session.sub } }, host));

export const takeBackHost = consoleAction("related-origins.confirm", Host, (ctx, { host }) => takeBackRelatedOriginsHost({ ...ctx, actor: { kind: "operator", id: ctx.session.sub } }, host));

export const setSuspended = consoleAction("tenancy.suspend", z.object({ isSuspended: z.boolean() }), (ctx, { isSuspended }) => setTenancySuspended(ctx, isSuspended));

export const removeTenancy = consoleAction("tenancy.delete", z.object({ name: z.string().max(200) }), deleteTenancy);
