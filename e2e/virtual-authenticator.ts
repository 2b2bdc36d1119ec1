import type { Page } from "@playwright/test";

/** A passkey as the device stores it. Ids are base64. */
interface KeptCredential {
  credentialId: string;
  rpId?: string;
  userName?: string;
  userDisplayName?: string;
  userHandle?: string;
  isResidentCredential: boolean;
  privateKey: string;
  signCount: number;
}

/** A virtual authenticator in the page's browser that answers automatically (WebAuthn L3 §11). */
export interface VirtualAuthenticator {
  credentials(): Promise<KeptCredential[]>;
  /** Sets whether the user touches the device. Otherwise prompts stay open until aborted. */
  setPresent(isPresent: boolean): Promise<void>;
  /** Sets whether the user accepts autofill offers. Prompts are answered either way. */
  setTakesOffers(takesOffers: boolean): Promise<void>;
  /** Replaces the device with an empty one. */
  forgetAll(): Promise<void>;
  /** Restores a passkey, as on a device that missed its removal. */
  keep(credential: KeptCredential): Promise<void>;
  /** The changes that signals made so far, with each passkey's id in base64. */
  changes: { type: "updated" | "deleted"; credentialId: string }[];
  /** Plugs in a security key that has these passkeys. */
  plugIn(credentials: KeptCredential[]): Promise<{ unplug(): Promise<void> }>;
  /** Sets whether user verification (fingerprint, face or PIN) succeeds. */
  setVerified(isVerified: boolean): Promise<void>;
}

const options = {
  protocol: "ctap2",
  ctap2Version: "ctap2_1",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Resolves once the page has requested autofill from the browser that many times. */
export async function waitForOffer(page: Page, count = 1): Promise<void> {
  await page.waitForFunction(
    // A document that has just begun has no element.
    (least) => Number(document.querySelector("html")?.dataset["offers"] ?? 0) >= least,
    count,
  );
}

declare global {
  interface Window {
    /** Offers stay pending until they are aborted. */
    leavesOffers?: boolean;
  }
}

function countOffers(): void {
  const get = navigator.credentials.get.bind(navigator.credentials);
  const stand = (signal?: AbortSignal) =>
    new Promise<never>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
  navigator.credentials.get = (options) => {
    const asked =
      window.leavesOffers === true && options?.mediation === "conditional"
        ? stand(options.signal)
        : get(options);
    const { dataset } = document.documentElement;
    if (options?.mediation === "conditional")
      dataset["offers"] = String(Number(dataset["offers"] ?? 0) + 1);
    return asked;
  };
}

function leaveOffers(leavesOffers: boolean): void {
  window.leavesOffers = leavesOffers;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  await page.addInitScript(countOffers);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  const changes: VirtualAuthenticator["changes"] = [];
  cdp.on(
    "WebAuthn.credentialUpdated",
    ({ credential }) =>
      void changes.push({ type: "updated", credentialId: credential.credentialId }),
  );
  cdp.on(
    "WebAuthn.credentialDeleted",
    ({ credentialId }) => void changes.push({ type: "deleted", credentialId }),
  );
  return {
    changes,
    keep: async (credential) =>
      void (await cdp.send("WebAuthn.addCredential", { authenticatorId, credential })),
    async plugIn(credentials) {
      const key = await cdp.send("WebAuthn.addVirtualAuthenticator", {
        options: { ...options, transport: "usb" },
      });
      for (const credential of credentials)
        await cdp.send("WebAuthn.addCredential", { ...key, credential });
      return {
        unplug: async () => void (await cdp.send("WebAuthn.removeVirtualAuthenticator", key)),
      };
    },
    credentials: async () =>
      (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    setPresent: async (enabled) =>
      void (await cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
        authenticatorId,
        enabled,
      })),
    setTakesOffers: async (takesOffers) => {
      await page.addInitScript(leaveOffers, !takesOffers);
      await page.evaluate(leaveOffers, !takesOffers);
    },
    forgetAll: async () => void (await cdp.send("WebAuthn.clearCredentials", { authenticatorId })),
    setVerified: async (isUserVerified) =>
      void (await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })),
  };
}
