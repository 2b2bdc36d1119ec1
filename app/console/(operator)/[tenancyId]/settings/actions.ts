"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { SavePasskeyPolicy } from "@/lib/contract/passkey-policy";
import { SimulatePasskeyPolicy } from "@/lib/contract/policy-simulation";
import { deleteTenancy, setTenancySuspended } from "@/lib/domain/admin/tenancy/delete-tenancy";
import {
  confirmRelatedOriginsHost,
  takeBackRelatedOriginsHost,
} from "@/lib/domain/admin/tenancy/related-origins";
import { rotateClientId } from "@/lib/domain/admin/tenancy/rotate-client-id";
import {
  confirmSenderDomain,
  withdrawSenderDomain,
} from "@/lib/domain/admin/tenancy/sender-domain";
import { setHostedPages } from "@/lib/domain/admin/tenancy/set-hosted-pages";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { SettingsSection } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { changesWithin } from "@/lib/domain/base/tenancy/settings";
import { rehearsePolicy, saveConfirmedPolicy } from "@/lib/domain/passkey/policy/save-policy";
import { previewedEmails } from "@/lib/domain/user/email/preview-email";
import { sendTestEmail } from "@/lib/domain/user/email/send-test-email";

const Host = z.object({ host: z.string().trim().max(253) });

/** The changed settings of a card, and all of its values as the page loaded them. */
const changesOf = (section: SettingsSection) =>
  z.object({
    changes: changesWithin(section),
    expected: z.record(z.string(), z.unknown()).optional(),
  });

// Each action saves one card. It fails if another operator has changed one of the card's settings
// since the page was loaded.
export const saveAppearance = consoleAction(
  "settings.appearance",
  changesOf("appearance").extend({ logo: z.instanceof(Uint8Array).nullable().optional() }),
  (ctx, { logo, ...update }) => updateSettings(ctx, { ...update, brandLogo: logo }),
);

export const saveSites = consoleAction("settings.sites", changesOf("sites"), updateSettings);

export const saveSignIn = consoleAction("settings.sign-in", changesOf("sign-in"), updateSettings);

export const savePasskeyPolicy = consoleAction(
  "settings.sign-in",
  SavePasskeyPolicy.extend({ confirmedRefusals: z.int().min(0).optional() }),
  saveConfirmedPolicy,
);

export const rehearsePasskeyPolicy = consoleAction(
  "settings.read",
  SimulatePasskeyPolicy,
  (ctx, { rules }) => rehearsePolicy(ctx, rules),
);

export const saveLimits = consoleAction("settings.limits", changesOf("limits"), updateSettings);

export const saveSender = consoleAction("settings.sender", changesOf("sender"), updateSettings);

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

const TestEmail = z.object({
  mail: z.enum(previewedEmails),
  locale: z.string().max(35),
});

/** Sends an email, marked as a test, only to the operator's own address. */
export const sendTest = consoleAction("email.test", TestEmail, (ctx, { mail, locale }) =>
  sendTestEmail(ctx, { mail, locale, to: ctx.session }),
);
