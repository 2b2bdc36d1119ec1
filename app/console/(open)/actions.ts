"use server";

import { z } from "zod";
import { dropCodeCookie, requireCodeCookie, setCodeCookie } from "@/lib/console/code-cookie";
import { openAction } from "@/lib/console/console-action";
import { openOnBrowser, readBrowserCookie } from "@/lib/console/known-browser-cookie";
import { readInvitation } from "@/lib/domain/admin/operator/members/find-invitation";
import { beginLink, finishLink } from "@/lib/domain/admin/operator/session/follow-link";
import { signIn } from "@/lib/domain/admin/operator/session/sign-in";
import {
  beginCodeSignIn,
  finishCodeSignIn,
} from "@/lib/domain/admin/operator/session/sign-in-by-code";

const secret = z.string().min(1).max(200);

/** Signs in with the code of a passkey ceremony. */
export const signInWithPasskey = openAction(
  "sign-in.refused",
  z.object({ code: secret }),
  async ({ ctx, facts }, { code }) => openOnBrowser(ctx, facts, await signIn(ctx, code)),
);

/** Authorizes the registration of the passkey that a link is for. */
export const beginWithLink = openAction(
  "registration.refused",
  z.object({ token: secret, email: z.string().max(254).optional() }),
  ({ ctx }, { token, email }) => beginLink(ctx, token, email),
);

/** Uses the link up with the passkey's code and signs in. */
export const finishWithLink = openAction(
  "registration.refused",
  z.object({ token: secret, code: secret }),
  async ({ ctx, facts }, { token, code }) =>
    openOnBrowser(ctx, facts, await finishLink(ctx, token, code)),
);

/** Returns what an invitation's link is for. Does not use the link up. */
export const showInvitation = openAction(
  "request.refused",
  z.object({ token: secret }),
  ({ ctx }, { token }) => readInvitation(ctx, token),
);

/**
 * Sends a sign-in code to an operator and stores its secret in this browser. Does not reveal
 * whether the email belongs to an operator.
 */
export const beginSignInByCode = openAction(
  "code.refused",
  z.object({ email: z.string().trim().min(1, "Enter your email address.").max(254) }),
  async ({ ctx, facts }, { email }) => {
    const { digits, lifetimeMs, ...asked } = await beginCodeSignIn(ctx, {
      email,
      browserCookie: readBrowserCookie(facts),
    });
    setCodeCookie(facts, { ...asked, lifetimeMs });
    return { digits, lifetimeSeconds: lifetimeMs / 1_000 };
  },
);

/** Signs in with the emailed code. */
export const finishSignInByCode = openAction(
  "code.refused",
  z.object({ code: z.string().max(1_000) }),
  async ({ ctx, facts }, { code }) => {
    await openOnBrowser(
      ctx,
      facts,
      await finishCodeSignIn(ctx, { ...requireCodeCookie(facts), code }),
    );
    dropCodeCookie(facts);
  },
);
